/** "rule chain": runs a message through another chain, then continues with the labels of that chain's output nodes. */

import { nodeSettings, reference } from '@sonde/model/rule-nodes/node-settings'
import { type EnterChain, ruleNodeType } from '../engine/rule-node.ts'

export const ruleChainNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.flow.TbRuleChainInputNode',
  name: 'rule chain',
  category: 'FLOW',
  description: 'Runs a message through another rule chain.',
  details: 'Continues along the links named after the output nodes of that chain.',
  configDirective: 'tbFlowNodeRuleChainInputConfig',
  icon: 'input',
  callsChain: true,
  relations: [],
  hasCustomRelations: true,
  settings: nodeSettings({
    ruleChainId: reference('RULE_CHAIN', {
      title: 'Rule chain',
      choose: 'Choose the rule chain that this node calls.',
    }),
  }),
  create({ ruleChainId }) {
    const enter: EnterChain = { kind: 'enter', ruleChainId }
    return { process: () => enter }
  },
})
