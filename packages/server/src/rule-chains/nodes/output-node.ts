/** "output": returns a message to the chain that called this one, with the node's name as the label. */

import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { type LeaveChain, type RuleNode, ruleNodeType } from '../engine/rule-node.ts'

const leave: LeaveChain = { kind: 'leave' }
const node: RuleNode = { process: () => leave }

export const outputNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.flow.TbRuleChainOutputNode',
  name: 'output',
  category: 'FLOW',
  description: 'Returns a message to the chain that called this one.',
  details: 'The message continues there along the link with the name of this node.',
  configDirective: 'tbFlowNodeRuleChainOutputConfig',
  icon: 'output',
  hasOutput: false,
  relations: ['Success'],
  hasCustomRelations: false,
  settings: noSettings,
  create: () => node,
})
