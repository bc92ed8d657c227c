/** "synchronization start": exists for compatibility. Messages of an originator are always processed in order. */

import { noSettings } from '@sonde/model/rule-nodes/node-settings'
import { ruleNodeType, success } from '../engine/rule-node.ts'

export const synchronizationBeginNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.transaction.TbSynchronizationBeginNode',
  name: 'synchronization start',
  category: 'ACTION',
  description: 'Passes messages on. Deprecated.',
  details: 'Messages from one originator always stay in order, with or without this node.',
  configDirective: 'tbNodeEmptyConfig',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: noSettings,
  create: () => ({ process: () => success }),
})
