/** "message type switch": routes a message to the label of its type. */

import { messageTypeLabels, otherTypesLabel } from '@sonde/model/rule-chains/message-types'
import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { type Emission, emit, type RuleNode, ruleNodeType } from '../engine/rule-node.ts'

const emissions = new Map<string, Emission>(
  Object.entries(messageTypeLabels).map(([type, label]) => [type, emit(label)]),
)
const other = emit(otherTypesLabel)
const node: RuleNode = { process: (message) => emissions.get(message.type) ?? other }

export const messageTypeSwitchNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode',
  name: 'message type switch',
  category: 'FILTER',
  description: 'Routes a message by its type.',
  details: 'Post telemetry, Post attributes, RPC Request to Device and so on. Other for custom types.',
  configDirective: 'tbNodeEmptyConfig',
  relations: [...Object.values(messageTypeLabels), otherTypesLabel],
  hasCustomRelations: false,
  settings: noSettings,
  create: () => node,
})
