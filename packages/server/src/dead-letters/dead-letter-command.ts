/** What an operator does with dead letters without a running server; the commands are in `maintenance-command.ts`. */

import { DatabaseSync } from 'node:sqlite'
import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import type { Clock } from '../clock.ts'
import { createSqliteRelational } from '../storage/sqlite/sqlite-relational.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite-storage.ts'
import { type TakeAllParts, takeAll } from './dead-letter-service.ts'
import { createDeadLetterStore } from './dead-letter-store.ts'

/** Letters that `list` shows, the newest first. */
const listedMax = 1_000

/** Also while the server runs. */
export async function listDeadLetters(databasePath: string): Promise<readonly DeadLetter[]> {
  const database = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  try {
    const store = createDeadLetterStore(createSqliteRelational({ database }))
    return (await store.page(NIL_UUID, { page: 0, pageSize: listedMax })).data
  } finally {
    database.close()
  }
}

export interface TakeDeadLettersOptions {
  readonly dataFolder: string
  readonly clock: Clock
  /** null: all. */
  readonly id: string | null
  readonly action: 'replay' | 'delete'
}

/** Returns how many there were. Throws `DataFolderError` with a line for the operator while the server runs. */
export async function takeDeadLetters({ dataFolder, clock, id, action }: TakeDeadLettersOptions): Promise<number> {
  const log = pino({ level: 'silent' })
  // What is in the journal runs with the next start, whatever time passes until then.
  const storage = await openSqliteStorage({ dataFolder, journalHours: 24, journalBytes: 2 ** 40, log, clock })
  try {
    const store = createDeadLetterStore(storage.relational)
    if (id === null) {
      const taking = { store, transact: storage.transact, step: (work) => work() } satisfies TakeAllParts
      return await takeAll(taking, NIL_UUID, action === 'replay')
    }
    const found = await store.find(NIL_UUID, id)
    if (!found) return 0
    await storage.transact({
      statements: [store.remove([id], 1)],
      ...(action === 'replay' && { messages: [found.message] }),
    })
    return 1
  } finally {
    await storage.close()
  }
}
