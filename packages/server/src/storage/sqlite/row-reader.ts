/**
 * The main thread's side of the row reader: reads that look at many rows, in their parts.
 *
 * Tenants take turns by the time that their reads take; the worker has one at a time, the others wait here. Reads that
 * are known to be slow have a worker of their own, so that those of which nothing is known yet, which are mostly short,
 * do not wait for them. A worker without a read for a while ends, for the memory it takes; one that is gone is replaced
 * by the next read.
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

/** A worker that has nothing to read ends after so many ms. */
const idleMs = 15_000
const nobody: Owner = { tenantId: NIL_UUID, userId: NIL_UUID }

/** A read was larger than its bound. */
export class RowsTooLarge extends Error {
  override readonly name = 'RowsTooLarge'
}

export interface RowsRequest {
  /** Undefined: the server itself. */
  readonly owner: Owner | undefined
  readonly sql: string
  readonly values: readonly SqlValue[]
  readonly bytesMax: number
  /** Whether it is known to take long. */
  readonly isSlow: boolean
  /** Called with the time that the read worked, ms, and the bytes that it holds until they are taken; it may throw. */
  readonly recordRead: (ms: number, bytes: number) => void
}

export interface RowReader {
  /** The rows in parts, the next one when the one before is done with. Throws `RowsTooLarge`. */
  read(request: RowsRequest): AsyncGenerator<readonly Row[], void>
  /** Reads that wait, and the time of all that were made, ms. */
  readonly figures: { readonly waiting: number; readonly usedMs: number }
  close(): Promise<void>
}

interface Read {
  readonly id: number
  readonly start: () => void
  readonly parts: Exclude<FromRowReader, { readonly kind: 'closed' }>[]
  taken: Taken<Read> | null
  /** The worker is at it. */
  isRunning: boolean
  wake: () => void
}

export interface RowReaderDeps {
  readonly databasePath: string
  /** Instead of the usual time, for tests. */
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

/** One worker, and the reads that wait for it. */
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
