/** "message type switch": sends a message on by the label of its type. */

import { messageTypeLabels, otherTypesLabel } from '@sonde/model/rule-chains/message-types'
import { type Emission, emit, type RuleNode, type RuleNodeType } from '../engine/rule-node.ts'

const emissions = new Map<string, Emission>(
  Object.entries(messageTypeLabels).map(([type, label]) => [type, emit(label)]),
)
const other = emit(otherTypesLabel)
const node: RuleNode = { process: (message) => emissions.get(message.type) ?? other }

export const messageTypeSwitchNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode',
  name: 'message type switch',
  category: 'FILTER',
  relations: [...Object.values(messageTypeLabels), otherTypesLabel],
  hasCustomRelations: false,
  defaultConfiguration: { version: 0 },
  create: () => node,
}
