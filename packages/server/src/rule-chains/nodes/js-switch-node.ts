/**
 * "switch": routes a message to every label that its script returns. Without a label the message ends here
 * successfully.
 */

import { nodeSettings, script } from '@sonde/model/rule-nodes/node-settings'
import { switchResult } from '../../scripts/script-results.ts'
import { emit, ruleNodeType } from '../engine/rule-node.ts'

export const jsSwitchNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbJsSwitchNode',
  name: 'switch',
  category: 'FILTER',
  description: 'Routes a message to every link that its script returns.',
  details:
    'The script gets msg, metadata and msgType and returns one label or a list of them. Without a label, the message ends here.',
  configDirective: 'tbFilterNodeSwitchConfig',
  relations: [],
  hasCustomRelations: true,
  settings: nodeSettings({
    jsScript: script({
      title: 'Switch function',
      description: 'Gets msg, metadata and msgType. Returns one label or a list of labels.',
      initial: "return msg.temperature > 20 ? ['warm'] : ['cold'];",
    }),
  }),
  create({ jsScript }, { scripts, tenantId, ruleNodeId }) {
    const script = scripts.compile(tenantId, ruleNodeId, 'switch', jsScript)
    return {
      async process(message) {
        const labels = switchResult(await script.run(message))
        return emit(labels)
      },
      start: script.check,
      dispose: script.dispose,
    }
  },
})
