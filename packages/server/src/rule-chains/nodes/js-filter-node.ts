/** "script" (filter): sends a message on as True or False, as its script says. */

import { filterResult } from '../../scripts/script-results.ts'
import { emit, type RuleNodeType } from '../engine/rule-node.ts'
import { scriptOf } from './node-configuration.ts'

const whenTrue = emit('True')
const whenFalse = emit('False')

export const jsFilterNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
  name: 'script',
  category: 'FILTER',
  description: 'Sends a message on as True or False, as its script says.',
  details: 'The script gets msg, metadata and msgType and returns true or false.',
  configDirective: 'tbFilterNodeScriptConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  defaultConfiguration: { jsScript: 'return msg.temperature > 20;' },
  create(configuration, { scripts, tenantId, ruleNodeId }) {
    const script = scripts.compile(tenantId, ruleNodeId, 'filter', scriptOf(configuration))
    return {
      process: (message) => script.run(message).then((text) => (filterResult(text) ? whenTrue : whenFalse)),
      start: script.check,
      dispose: script.dispose,
    }
  },
}
