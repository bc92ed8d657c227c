/** "rule chain": runs a message through another chain, and goes on with the labels of that chain's output nodes. */

import { isUuid } from '@sonde/model/ids'
import type { EnterChain, RuleNodeType } from '../engine/rule-node.ts'
import { configurationOf, textOf } from './node-configuration.ts'

export const ruleChainNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.flow.TbRuleChainInputNode',
  name: 'rule chain',
  category: 'FLOW',
  description: 'Runs a message through another rule chain.',
  details: "Goes on by the names of that chain's output nodes.",
  configDirective: 'tbFlowNodeRuleChainInputConfig',
  icon: 'input',
  callsChain: true,
  relations: [],
  hasCustomRelations: true,
  defaultConfiguration: { ruleChainId: null },
  create(configuration) {
    const ruleChainId = textOf(configurationOf(configuration), 'ruleChainId', '').toLowerCase()
    if (!isUuid(ruleChainId)) throw new Error('Choose the rule chain that this node calls.')
    const enter: EnterChain = { kind: 'enter', ruleChainId }
    return { process: () => enter }
  },
}
