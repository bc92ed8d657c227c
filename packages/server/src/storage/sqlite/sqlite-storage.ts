/**
 * The embedded store: one SQLite file in the data folder.
 *
 * Three threads: the storage worker writes, the reader worker answers range reads, and the main thread reads entities
 * and latest values itself, at once. See guide dependencies.md, "Series store".
 */

import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Point } from '@sonde/model/telemetry/values'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { DataFolderError, openDataFolder } from '../data-folder.ts'
import type { LatestPoint, RangeQuery, SeriesStore } from '../series.ts'
import { type Storage, StoreFailed } from '../storage.ts'
import { type Columns, pointAt } from './columns.ts'
import { createCommitQueue } from './commit-queue.ts'
import { readUndone } from './journal-table.ts'
import { createSeriesIndex } from './series-index.ts'
import { createSqliteRelational } from './sqlite-relational.ts'
import type { FromWriter, ReaderAnswer, ToWriter, WriterOptions } from './worker-protocol.ts'

export interface SqliteStorageOptions {
  readonly dataFolder: string
  /** How long, and how much, of what is done stays in the journal. */
  readonly journalHours: number
  readonly journalBytes: number
  readonly log: Logger
  readonly clock: Clock
}

/** Heaps of the workers, MB: the bound that keeps the process small. */
const writerLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
const readerLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 }

/** Opens the store. Throws `DataFolderError` with a line for the operator when the folder cannot be used. */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const folder = openDataFolder(options.dataFolder)
  try {
    return await openInFolder(options, folder.databasePath, folder.release)
  } catch (error) {
    folder.release()
    throw error
  }
}

async function openInFolder(
  options: SqliteStorageOptions,
  databasePath: string,
  release: () => void,
): Promise<Storage> {
  const { clock, log, journalHours, journalBytes } = options
  const { port1, port2 } = new MessageChannel()
  const writerOptions: WriterOptions = { databasePath, journalHours, journalBytes }
  const writer = new Worker(new URL('./storage-worker.ts', import.meta.url), {
    workerData: { options: writerOptions, reader: port1 },
    transferList: [port1],
    resourceLimits: writerLimits,
    name: 'storage',
  })
  const stopped = [exitOf(writer)]

  async function start() {
    const [ready] = (await once(writer, 'message')) as [FromWriter]
    if (ready.kind === 'ready') return ready
    const message = ready.kind === 'refused' ? ready.message : 'The storage worker did not start.'
    throw ready.kind === 'refused' && ready.folder ? new DataFolderError(message) : new Error(message)
  }
  const ready = await start().catch(async (error) => {
    await writer.terminate()
    throw error
  })

  const database = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  database.exec('pragma cache_size = -8000')
  const relational = createSqliteRelational(database)
  const index = createSeriesIndex(database, ready.nextSeries)
  const queue = createCommitQueue({
    index,
    clock,
    nextSeq: ready.nextSeq,
    undone: ready.undone,
    send: (message, transfer) => writer.postMessage(message, transfer),
  })

  let nextRead = 1
  let isClosed = false
  /** A failure is logged once, however often the writer has to say it. */
  let told: string | null = null
  const reads = new Map<number, { resolve: (answer: ReaderAnswer) => void; reject: (error: unknown) => void }>()

  writer.on('message', (message: FromWriter) => {
    if (message.kind === 'closed') return
    if (message.kind === 'failed' && message.message !== told) {
      told = message.message
      log.error(message.message)
    } else if (message.kind === 'recovered') {
      told = null
      log.warn('There is room on the disk again and the store was checked: it takes writes.')
    }
    queue.answered(message)
  })
  writer.on('error', (error) => {
    log.error({ err: error }, 'The storage worker stopped.')
    queue.fail('The storage worker stopped: nothing more is stored. Start Sonde again.', false)
    failReads()
  })
  /** Started with the first read; until then its requests wait in the channel. */
  let reader: Worker | undefined

  function startReader(): Worker {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: { databasePath, writer: port2 },
      transferList: [port2],
      resourceLimits: readerLimits,
      name: 'reader',
    })
    worker.on('message', (answer: ReaderAnswer) => {
      const read = reads.get(answer.read)
      reads.delete(answer.read)
      if (answer.kind === 'failed') read?.reject(new Error(`A read of the series store failed: ${answer.message}`))
      else read?.resolve(answer)
    })
    worker.on('error', (error) => {
      log.error({ err: error }, 'The reader of the series store stopped.')
      failReads()
    })
    stopped.push(exitOf(worker))
    return worker
  }

  function failReads() {
    for (const { reject } of reads.values()) reject(new StoreFailed('The store does not answer reads.'))
    reads.clear()
  }

  function ask(request: (read: number) => ToWriter): Promise<ReaderAnswer> {
    if (isClosed) return Promise.reject(new StoreFailed('The store is closed.'))
    reader ??= startReader()
    return new Promise((resolve, reject) => {
      const read = nextRead++
      reads.set(read, { resolve, reject })
      writer.postMessage(request(read))
    })
  }

  function latestOf(entityId: string, keys?: readonly string[]): LatestPoint[] {
    const { slots } = index.entity(entityId)
    const found: LatestPoint[] = []
    if (keys) {
      for (const key of keys) {
        const latest = slots.get(key)?.latest
        if (latest) found.push(latest)
      }
    } else for (const { latest } of slots.values()) if (latest) found.push(latest)
    return found
  }

  async function range(query: RangeQuery): Promise<Map<string, Point[]>> {
    const { entityId, keys, startTs, endTs, limit, order, aggregation, intervalMs } = query
    const result = new Map<string, Point[]>(keys.map((key) => [key, []]))
    const { slots } = index.entity(entityId)
    const known = [...result.keys()].flatMap((key) => slots.get(key) ?? [])
    if (known.length === 0) return result
    const answer = await ask((read) => ({
      kind: 'range',
      read,
      series: known.map(({ series }) => series),
      range: { startTs, endTs, limit, descending: order === 'DESC', aggregation, intervalMs, nowMs: clock.nowMs() },
    }))
    if (answer.kind === 'range')
      for (const [i, { key }] of known.entries()) result.set(key, pointsOf(answer.columns[i]))
    return result
  }

  const series: SeriesStore = {
    latest: async (entityId, keys) => latestOf(entityId, keys),
    async latestOfMany(entityIds, keys) {
      index.load(entityIds)
      return entityIds.map((id) => latestOf(id, keys))
    },
    range,
    keys: async (entityId) => latestOf(entityId).map(({ key }) => key),
  }

  return {
    relational,
    series,
    transact: queue.transact,
    recover: async () => readUndone(database, ready.undone),
    async stats() {
      const answer = await ask((read) => ({ kind: 'stats', read, headPoints: 0 }))
      const { points, chunks, bytes } = answer.kind === 'stats' ? answer : { points: 0, chunks: 0, bytes: 0 }
      return { journalLag: queue.journalLag, commits: queue.commits, points, chunks, bytes }
    },
    async close() {
      if (isClosed) return
      await queue.drain()
      isClosed = true
      reader?.postMessage({ kind: 'close' })
      port2.close()
      database.close()
      writer.postMessage({ kind: 'close' })
      await Promise.all(stopped)
      failReads()
      release()
    },
  }
}

const exitOf = (worker: Worker) => new Promise<void>((resolve) => void worker.once('exit', () => resolve()))

function pointsOf(columns: Columns | undefined): Point[] {
  if (!columns) return []
  return Array.from({ length: columns.length }, (_, i) => pointAt(columns, i))
}
