/**
 * "acknowledge": exists for compatibility. Messages are acknowledged when they're on disk, before they reach any node.
 */

import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType, success } from '../engine/rule-node.ts'

/** The wire API's debug events show this emission. */
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
