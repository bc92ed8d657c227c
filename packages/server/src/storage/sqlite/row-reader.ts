/**
 * Main thread side of the row reader: reads that examine many rows, returned in parts.
 *
 * Tenants share a worker by the time that their reads take. The worker runs one read at a time; the others are queued
 * here. Reads known to be slow have a separate worker, so that unknown reads, which are mostly short, don't wait for
 * them. An idle worker is terminated to free its memory. The next read replaces a worker that is gone.
 */

import type { Worker } from 'node:worker_threads'
import { NIL_UUID } from '@sonde/model/ids'
import type { Logger } from 'pino'
import { createFairRounds, type Owner, type Taken } from '../../turns/fair-rounds.ts'
import type { SqlValue } from '../relational.ts'
import { StoreFailed } from '../storage.ts'
import type { Row } from './read-rows.ts'
import { closingOf, type StoreWorkers } from './store-workers.ts'

export interface RowRead {
  readonly kind: 'rows'
  readonly id: number
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly bytesMax: number
}

export type ToRowReader =
  | { readonly kind: 'open'; readonly databasePath: string }
  | RowRead
  | { readonly kind: 'more' | 'end'; readonly id: number }
  | { readonly kind: 'close' }

export type FromRowReader =
  | { readonly kind: 'read'; readonly id: number; readonly ms: number; readonly bytes: number }
  | { readonly kind: 'part'; readonly id: number; readonly rows: Row[]; readonly isLast: boolean }
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly ms: number
      readonly isTooLarge: boolean
      readonly message: string
    }
  | { readonly kind: 'closed' }

/** Idle time after which a worker is terminated, ms. */
const idleMs = 15_000
const nobody: Owner = { tenantId: NIL_UUID, userId: NIL_UUID }

/** The result exceeds `bytesMax`. */
export class RowsTooLarge extends Error {
  override readonly name = 'RowsTooLarge'
}

export interface RowsRequest {
  /** Undefined: the server itself. */
  readonly owner: Owner | undefined
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly bytesMax: number
  /** Whether the read is known to take long. */
  readonly isSlow: boolean
  /** Called with the CPU time of the read, ms, and the bytes that it holds until they're taken; may throw. */
  readonly recordRead: (ms: number, bytes: number) => void
}

export interface RowReader {
  /**
   * Yields the rows in parts; the next part is requested when the previous one was processed. Throws `RowsTooLarge`.
   */
  read(request: RowsRequest): AsyncGenerator<readonly Row[], void>
  /** Number of queued reads, and total time of all reads, ms. */
  readonly figures: { readonly waiting: number; readonly usedMs: number }
  close(): Promise<void>
}

interface Read {
  readonly id: number
  readonly start: () => void
  readonly parts: Exclude<FromRowReader, { readonly kind: 'closed' }>[]
  taken: Taken<Read> | null
  /** The worker is running this read. */
  isRunning: boolean
  wake: () => void
}

export interface RowReaderDeps {
  readonly databasePath: string
  /** Overrides the default, for tests. */
  readonly idleMs?: number
  readonly workers: StoreWorkers
  readonly log: Logger
}

export function createRowReader(deps: RowReaderDeps): RowReader {
  const usual = createLane(deps)
  const slow = createLane(deps)
  return {
    read: (requested) => (requested.isSlow ? slow : usual).read(requested),
    get figures() {
      const [a, b] = [usual.figures, slow.figures]
      return { waiting: a.waiting + b.waiting, usedMs: a.usedMs + b.usedMs }
    },
    async close() {
      await Promise.all([usual.close(), slow.close()])
    },
  }
}

/** One worker and its queue of reads. */
function createLane({ databasePath, log, workers, idleMs: endsAfterMs = idleMs }: RowReaderDeps): RowReader {
  const rounds = createFairRounds<Read>()
  const reads = new Map<number, Read>()
  let worker: Worker | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let nextId = 1
  let isBusy = false
  let usedMs = 0
  let isClosed = false

  function start(): Worker {
    const started = workers.start('rows')
    started.postMessage({ kind: 'open', databasePath } satisfies ToRowReader)
    started.on('message', onMessage)
    started.on('error', (error) => {
      log.error({ err: error }, 'The row reader thread stopped; the next read restarts it.')
      if (worker !== started) return
      worker = undefined
      for (const read of [...reads.values()].filter(({ taken }) => taken !== null)) {
        leave(read)
        read.parts.push({ kind: 'failed', id: read.id, ms: 0, isTooLarge: false, message: 'The reader stopped.' })
        read.wake()
      }
    })
    const before = ended
    ended = closingOf(started)
      .then(() => workers.end(started))
      .then(() => before)
    return started
  }

  function end() {
    worker?.postMessage({ kind: 'close' } satisfies ToRowReader)
    worker = undefined
  }

  function onMessage(message: FromRowReader) {
    if (message.kind === 'closed') return
    const read = reads.get(message.id)
    if (!read) return
    if (message.kind !== 'part') {
      usedMs += message.ms
      read.taken?.charge(message.ms)
      leave(read)
    }
    read.parts.push(message)
    read.wake()
  }

  function leave(read: Read) {
    if (!read.isRunning) return
    read.isRunning = false
    isBusy = false
    pump()
  }

  function pump() {
    const taken = isBusy ? undefined : rounds.take()
    if (!taken) return
    isBusy = true
    taken.item.taken = taken
    taken.item.isRunning = true
    taken.item.start()
  }

  const post = (message: ToRowReader) => worker?.postMessage(message)

  return {
    async *read({ owner, sql, values, bytesMax, recordRead }) {
      if (isClosed) throw new StoreFailed('The store is closed.')
      clearTimeout(idle)
      const id = nextId++
      let wake = () => {}
      const read: Read = {
        id,
        parts: [],
        taken: null,
        isRunning: false,
        start() {
          worker ??= start()
          post({ kind: 'rows', id, sql, values, bytesMax })
        },
        wake: () => wake(),
      }
      reads.set(id, read)
      rounds.add(owner ?? nobody, read)
      pump()
      let isComplete = false
      try {
        while (!isComplete) {
          while (read.parts.length === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          const part = read.parts.shift() as Read['parts'][number]
          if (part.kind === 'part') {
            isComplete = part.isLast
            if (part.rows.length > 0) yield part.rows
            if (!isComplete) post({ kind: 'more', id })
            continue
          }
          if (part.kind === 'read') {
            recordRead(part.ms, part.bytes)
            continue
          }
          isComplete = true
          recordRead(part.ms, 0)
          if (part.isTooLarge) throw new RowsTooLarge()
          throw new Error(`A read of the store failed: ${part.message}`)
        }
      } finally {
        reads.delete(id)
        if (!isComplete) post({ kind: 'end', id })
        leave(read)
        if (reads.size === 0 && !isClosed) idle = setTimeout(end, endsAfterMs).unref()
      }
    },
    get figures() {
      return { waiting: rounds.size, usedMs }
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      end()
      await ended
      for (const read of reads.values()) {
        read.parts.push({ kind: 'failed', id: read.id, ms: 0, isTooLarge: false, message: 'The store is closed.' })
        read.wake()
      }
    },
  }
}
