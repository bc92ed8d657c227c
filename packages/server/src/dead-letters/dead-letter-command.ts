/** Dead letter functions for operators, without a running server. The commands are in `maintenance-command.ts`. */

import type { DeadLetter } from '@sonde/model/dead-letters/dead-letter'
import { NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import type { Clock } from '../clock.ts'
import { openStorage, storeMaintenance } from '../storage/open-storage.ts'
import { actOnAll, type TakeAllDeps } from './dead-letter-service.ts'
import { createDeadLetterStore } from './dead-letter-store.ts'

/** Maximum number of dead letters that `list` shows, newest first. */
const listedMax = 1_000

/** Works while the server is running, too. */
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
  /** Null: all dead letters. */
  readonly id: string | null
  readonly action: 'replay' | 'delete'
}

/**
 * Returns the number of affected dead letters. Throws `DataFolderError` with a text for the operator while the server
 * runs.
 */
export async function actOnDeadLetters({ dataFolder, clock, id, action }: TakeDeadLettersOptions): Promise<number> {
  const log = pino({ level: 'silent' })
  // Large journal limits: replayed messages must stay in the journal until the next start.
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
