/** Threads of a store: where they come from, and what becomes of one whose database is closed. */

import { Worker } from 'node:worker_threads'

/** `storage` writes, `rows` reads entities. Both open a database when they are asked to, and another when it is closed. */
export type StoreWorkerKind = 'storage' | 'rows'

export interface StoreWorkers {
  start(kind: StoreWorkerKind): Worker
  /** Takes a worker that has closed its database or is gone. */
  end(worker: Worker): Promise<unknown>
}

/** Heaps, MB: the bounds that keep the process small. What reads of rows hold is bounded by what calls may spend. */
const resourceLimits = {
  storage: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  rows: { maxOldGenerationSizeMb: 80, maxYoungGenerationSizeMb: 8 },
}

export const startStoreWorker = (kind: StoreWorkerKind): Worker =>
  kind === 'storage'
    ? new Worker(new URL('./storage-worker.ts', import.meta.url), {
        resourceLimits: resourceLimits.storage,
        name: kind,
      })
    : new Worker(new URL('./row-reader-worker.ts', import.meta.url), {
        resourceLimits: resourceLimits.rows,
        name: kind,
      })

/** Each store has workers of its own. */
export const ownWorkers: StoreWorkers = { start: startStoreWorker, end: (worker) => worker.terminate() }

/** Resolves when the worker has closed its database, or is gone. */
export const closingOf = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once('exit', () => resolve())
    worker.on('message', ({ kind }: { kind: string }) => {
      if (kind === 'closed') resolve()
    })
  })
