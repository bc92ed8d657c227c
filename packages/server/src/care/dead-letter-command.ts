/** `dead-letters`: what an operator does with messages that could not be processed, without a running server. */

import { DatabaseSync } from 'node:sqlite'
import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import type { Clock } from '../clock.ts'
import { takeAll } from '../dead-letters/dead-letter-service.ts'
import { createDeadLetterStore } from '../dead-letters/dead-letter-store.ts'
import { createSqliteRelational } from '../storage/sqlite/sqlite-relational.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import { bytesText } from './amounts.ts'
import { CareError } from './care-error.ts'
import { requireStore } from './data-parts.ts'

/** Letters that `list` shows, the newest first. */
const listedMax = 1_000

export interface DeadLetterOptions {
  readonly dataFolder: string
  readonly clock: Clock
  /** null: all. */
  readonly id: string | null
}

export async function listDeadLetters({
  dataFolder,
  id,
}: Omit<DeadLetterOptions, 'clock'>): Promise<readonly DeadLetter[]> {
  const database = new DatabaseSync(requireStore(dataFolder), { readOnly: true, timeout: 5000 })
  try {
    const store = createDeadLetterStore(createSqliteRelational(database))
    const { data } = await store.page(NIL_UUID, { page: 0, pageSize: listedMax })
    return id === null ? data : data.filter((letter) => letter.id === id)
  } finally {
    database.close()
  }
}

export function deadLetterLine({ id, createdTime, tenantId, originator, messageType, size, reason }: DeadLetter) {
  const when = new Date(createdTime).toISOString()
  const what = `${messageType} of ${originator.entityType} ${originator.id}, tenant ${tenantId.id}, ${bytesText(size)}`
  return `${id}  ${when}  ${what}\n  ${reason}`
}

/** Throws `CareError` or `DataFolderError` with a line for the operator. Returns how many there were. */
export async function takeDeadLetters(
  { dataFolder, clock, id }: DeadLetterOptions,
  action: 'replay' | 'delete',
): Promise<number> {
  requireStore(dataFolder)
  const log = pino({ level: 'silent' })
  // What is in the journal runs with the next start, whatever time passes until then.
  const storage = await openSqliteStorage({ dataFolder, journalHours: 24, journalBytes: 2 ** 40, log, clock })
  try {
    const store = createDeadLetterStore(storage.relational)
    if (id === null) return await takeAll({ store, transact: storage.transact }, NIL_UUID, action === 'replay')
    const found = await store.find(NIL_UUID, id)
    if (!found) throw new CareError(`There is no dead letter ${id}.`)
    await storage.transact({
      statements: [store.remove([id], 1)],
      ...(action === 'replay' && { messages: [found.message] }),
    })
    return 1
  } finally {
    await storage.close()
  }
}
