/** "acknowledge": here for chains of the wire. A message is acknowledged when it is on disk, before it comes to any node. */

import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType, success } from '../engine/rule-node.ts'

/** Debug events of the wire show it. */
const acknowledged = [emit('ACK'), success] as const

export const acknowledgeNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.flow.TbAckNode',
  name: 'acknowledge',
  category: 'FLOW',
  description: 'Passes messages on.',
  details: 'Messages are acknowledged when they are stored, before they reach a rule chain. The node changes nothing.',
  configDirective: 'tbNodeEmptyConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: noSettings,
  create: () => ({ process: () => acknowledged }),
})
