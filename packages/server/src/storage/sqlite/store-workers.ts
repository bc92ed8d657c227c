/** Threads of a store: how they're started, and what happens to them after their database was closed. */

import { Worker } from 'node:worker_threads'

/** `storage` writes, `rows` reads entities. Both open a database on request, and can open another after closing it. */
export type StoreWorkerKind = 'storage' | 'rows'

export interface StoreWorkers {
  start(kind: StoreWorkerKind): Worker
  /** Called for a worker that has closed its database or is gone. */
  end(worker: Worker): Promise<unknown>
}

/** Heap limits, MB; they keep the process small. The budgets of callers limit what row reads hold. */
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

/** Starts separate workers for each store. */
export const ownWorkers: StoreWorkers = { start: startStoreWorker, end: (worker) => worker.terminate() }

/** Resolves when the worker has closed its database, or is gone. */
export const closingOf = (worker: Worker): Promise<void> =>
  new Promise((resolve) => {
    worker.once('exit', () => resolve())
    worker.on('message', ({ kind }: { kind: string }) => {
      if (kind === 'closed') resolve()
    })
  })
