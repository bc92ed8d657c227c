/** "synchronization end": passes messages on. */

import { synchronizationNode } from './synchronization.ts'

export const synchronizationEndNode = synchronizationNode(
  'org.thingsboard.rule.engine.transaction.TbSynchronizationEndNode',
  'synchronization end',
)
