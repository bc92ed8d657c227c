/**
 * "checkpoint": moves a message to another queue. A message and its changes are one transaction here, and the messages
 * of
 * an originator stay in order in every queue, so the message continues at once.
 */

import { nodeSettings, text } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'

/** The wire API's debug events show this emission. */
const acknowledged = emit('ACK')

export const checkpointNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.flow.TbCheckpointNode',
  name: 'checkpoint',
  category: 'FLOW',
  description: 'Processes messages on under another queue.',
  details:
    'Messages from one originator stay in order in every queue. The queue counts in the statistics from here on.',
  configDirective: 'tbActionNodeCheckPointConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({ queueName: text({ title: 'Queue', initial: 'HighPriority' }) }),
  create: ({ queueName }) => ({
    process: (message) => [acknowledged, emit('Success', { ...message, queueName })],
  }),
})
