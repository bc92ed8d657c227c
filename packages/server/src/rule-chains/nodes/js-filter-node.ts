/** "script" (filter): routes a message to True or False by its script. */

import { nodeSettings, script } from '@sonde/model/rule-nodes/node-settings'
import { filterResult } from '../../scripts/script-results.ts'
import { emit, ruleNodeType } from '../engine/rule-node.ts'

const whenTrue = emit('True')
const whenFalse = emit('False')

export const jsFilterNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
  name: 'script',
  category: 'FILTER',
  description: 'Routes a message to True or False by script.',
  details: 'The script gets msg, metadata and msgType and returns true or false.',
  configDirective: 'tbFilterNodeScriptConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings({
    jsScript: script({
      title: 'Filter function',
      description: 'Gets msg, metadata and msgType. Returns true or false.',
      initial: 'return msg.temperature > 20;',
    }),
  }),
  create({ jsScript }, { scripts, tenantId, ruleNodeId }) {
    const script = scripts.compile(tenantId, ruleNodeId, 'filter', jsScript)
    return {
      process: (message) => script.run(message).then((text) => (filterResult(text) ? whenTrue : whenFalse)),
      start: script.check,
      dispose: script.dispose,
    }
  },
})
