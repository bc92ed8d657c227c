/** "message type": lets messages of some types through. */

import { emit, type RuleNodeType } from '../engine/rule-node.ts'
import { configurationOf } from './node-configuration.ts'

const yes = emit('True')
const no = emit('False')

export const messageTypeFilterNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode',
  name: 'message type',
  category: 'FILTER',
  description: 'Asks whether a message is of one of some types.',
  details: 'Goes on by True when its type is in the list, written exactly so, else by False.',
  configDirective: 'tbFilterNodeMessageTypeConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  defaultConfiguration: {
    messageTypes: ['POST_ATTRIBUTES_REQUEST', 'POST_TELEMETRY_REQUEST', 'TO_SERVER_RPC_REQUEST'],
  },
  create(configuration) {
    const { messageTypes } = configurationOf(configuration)
    if (!Array.isArray(messageTypes) || !messageTypes.every((type) => typeof type === 'string')) {
      throw new Error('"messageTypes" must be a list of message types.')
    }
    const types = new Set<string>(messageTypes)
    return { process: ({ type }) => (types.has(type) ? yes : no) }
  },
}
