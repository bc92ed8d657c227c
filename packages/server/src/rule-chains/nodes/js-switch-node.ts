/** "switch": sends a message on by every label that its script returns. No label: the message ends here, well done. */

import { switchResult } from '../../scripts/script-results.ts'
import { emit, type RuleNodeType } from '../engine/rule-node.ts'
import { scriptOf } from './node-configuration.ts'

export const jsSwitchNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.filter.TbJsSwitchNode',
  name: 'switch',
  category: 'FILTER',
  description: 'Sends a message on by every label that its script returns.',
  details:
    'The script gets msg, metadata and msgType and returns one label or a list of them. Without a label the message ends here.',
  configDirective: 'tbFilterNodeSwitchConfig',
  relations: [],
  hasCustomRelations: true,
  defaultConfiguration: { jsScript: "return msg.temperature > 20 ? ['warm'] : ['cold'];" },
  create(configuration, { scripts, tenantId, ruleNodeId }) {
    const script = scripts.compile(tenantId, ruleNodeId, 'switch', scriptOf(configuration))
    return {
      async process(message) {
        const labels = switchResult(await script.run(message))
        return labels.length === 0 ? null : emit(labels)
      },
      start: script.check,
      dispose: script.dispose,
    }
  },
}
