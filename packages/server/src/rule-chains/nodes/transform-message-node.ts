/** "script" (transformation): makes one message or several out of one. */

import { nodeSettings, script } from '@sonde/model/rule-nodes/node-settings'
import { updateResult } from '../../scripts/script-results.ts'
import { type Emission, emit, ruleNodeType } from '../engine/rule-node.ts'

export const transformMessageNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.transform.TbTransformMsgNode',
  name: 'script',
  category: 'TRANSFORMATION',
  description: 'Turns a message into one or more messages by script.',
  details:
    'The script gets msg, metadata and msgType and returns {msg, metadata, msgType} or a list of them. Omitted parts don’t change.',
  configDirective: 'tbTransformationNodeScriptConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    jsScript: script({
      title: 'Transform function',
      description: 'Gets msg, metadata and msgType. Returns {msg, metadata, msgType} or a list of them.',
      initial: 'return {msg: msg, metadata: metadata, msgType: msgType};',
    }),
  }),
  create({ jsScript }, { scripts, tenantId, ruleNodeId, bounds, peaks }) {
    const script = scripts.compile(tenantId, ruleNodeId, 'update', jsScript)
    return {
      async process(message) {
        const text = await script.run(message)
        const messages = updateResult(text, message, bounds().scriptMessages, peaks().scriptMessages)
        const emissions = messages.map(({ data, metadata, type }) =>
          emit('Success', { ...message, data, metadata, type }),
        )
        return emissions.length === 1 ? (emissions[0] as Emission) : emissions
      },
      start: script.check,
      dispose: script.dispose,
    }
  },
})
