/** "message type": routes messages by whether their type is in a list. */

import { nodeSettings, texts } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'

const yes = emit('True')
const no = emit('False')

export const messageTypeFilterNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode',
  name: 'message type',
  category: 'FILTER',
  description: 'Checks the type of a message.',
  details: 'Continues with True if the type is in the list, otherwise with False.',
  configDirective: 'tbFilterNodeMessageTypeConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings({
    messageTypes: texts({
      title: 'Message types',
      description: 'Case-sensitive',
      initial: ['POST_ATTRIBUTES_REQUEST', 'POST_TELEMETRY_REQUEST', 'TO_SERVER_RPC_REQUEST'],
    }),
  }),
  create({ messageTypes }) {
    const types = new Set(messageTypes)
    return { process: ({ type }) => (types.has(type) ? yes : no) }
  },
})
