/** What an operator does with dead letters without a running server; the commands are in `maintenance-command.ts`. */

import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import type { Clock } from '../clock.ts'
import { openStorage, storeMaintenance } from '../storage/open-storage.ts'
import { actOnAll, type TakeAllDeps } from './dead-letter-service.ts'
import { createDeadLetterStore } from './dead-letter-store.ts'

/** Letters that `list` shows, the newest first. */
const listedMax = 1_000

/** Also while the server runs. */
export async function listDeadLetters(dataFolder: string): Promise<readonly DeadLetter[]> {
  const { relational, close } = storeMaintenance.open(dataFolder)
  try {
    return (await createDeadLetterStore(relational).page(NIL_UUID, { page: 0, pageSize: listedMax })).data
  } finally {
    close()
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
export async function actOnDeadLetters({ dataFolder, clock, id, action }: TakeDeadLettersOptions): Promise<number> {
  const log = pino({ level: 'silent' })
  // What is in the journal runs with the next start, whatever time passes until then.
  const storage = await openStorage({ dataFolder, journalHours: 24, journalBytes: 2 ** 40, log, clock })
  try {
    const store = createDeadLetterStore(storage.relational)
    if (id === null) {
      const taking = { store, transact: storage.transact, step: (work) => work() } satisfies TakeAllDeps
      return await actOnAll(taking, NIL_UUID, action === 'replay')
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
