/** "synchronization start": passes messages on. */

import { synchronizationNode } from './synchronization.ts'

export const synchronizationBeginNode = synchronizationNode(
  'org.thingsboard.rule.engine.transaction.TbSynchronizationBeginNode',
  'synchronization start',
)
