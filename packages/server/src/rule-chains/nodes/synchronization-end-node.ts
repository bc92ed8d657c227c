/** "synchronization end": exists for compatibility. Messages of an originator are always processed in order. */

import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { ruleNodeType, success } from '../engine/rule-node.ts'

export const synchronizationEndNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.transaction.TbSynchronizationEndNode',
  name: 'synchronization end',
  category: 'ACTION',
  description: 'Passes messages on. Deprecated.',
  details: 'Messages from one originator always stay in order, with or without this node.',
  configDirective: 'tbNodeEmptyConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: noSettings,
  create: () => ({ process: () => success }),
})
