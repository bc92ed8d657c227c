/**
 * The embedded store: one SQLite file in the data folder.
 *
 * Uses four threads: the storage worker writes, the reader worker reads ranges, the row reader scans many entities, and
 * the main thread reads single entities and latest values directly.
 */

import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { createTurns, type Turns } from '../../turns/turns.ts'
import { DataFolderError, madePrivateText, openDataFolder } from '../data-folder.ts'
import { defaultKeyLimits, type KeyLimits } from '../key-limits.ts'
import { recordStatements } from '../record-writes.ts'
import type { SeriesStore } from '../series.ts'
import type { Storage, Transaction } from '../storage.ts'
import { lookAtFolder, openingLine, openingWarnings } from '../store-opening.ts'
import { createCommitQueue } from './commit-queue.ts'
import { createEntityCensus } from './entity-census.ts'
import { readUndone } from './journal-table.ts'
import { createKeyRoom } from './key-room.ts'
import { createRowReader } from './row-reader.ts'
import { createSeriesIndex } from './series-index.ts'
import { createSeriesReader } from './series-reader.ts'
import { createSeriesReads } from './series-reads.ts'
import { createSqliteRelational } from './sqlite-relational.ts'
import { openStoreSizes } from './store-sizes.ts'
import { closingOf, ownWorkers, type StoreWorkers } from './store-workers.ts'
import type { FromWriter, OpenStore, ToWriter } from './worker-protocol.ts'

export interface SqliteStorageOptions {
  readonly dataFolder: string
  /** Retention of done messages in the journal, by age and size. */
  readonly journalHours: number
  readonly journalBytes: number
  readonly log: Logger
  readonly clock: Clock
  /** Absent: the defaults. */
  readonly keyLimits?: KeyLimits
  /** Names of files that other modules create next to the database: if they exist, a database existed. */
  readonly companions?: readonly string[]
  /** Time slices in which reads of callers run. */
  readonly turns?: Turns
  /** Called when memory and disk may have diverged. */
  readonly inDoubt?: (error: unknown) => void
  /** Absent: the store starts its own workers. */
  readonly workers?: StoreWorkers
}

/** Opens the store. Throws `DataFolderError` with a one-line message for the operator if the folder can't be used. */
export async function openSqliteStorage(options: SqliteStorageOptions): Promise<Storage> {
  const folder = openDataFolder(options.dataFolder)
  const madePrivate = madePrivateText(folder)
  if (madePrivate !== null) options.log.warn(madePrivate)
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
  const { clock, log, journalHours, journalBytes, companions = [], turns = createTurns() } = options
  const { keyLimits = defaultKeyLimits, workers = ownWorkers, inDoubt = () => undefined } = options
  const before = lookAtFolder(databasePath, companions)
  const writer = workers.start('storage')
  writer.postMessage({ kind: 'open', options: { databasePath, journalHours, journalBytes } } satisfies OpenStore)
  const closed = closingOf(writer)

  async function start() {
    const [ready] = (await once(writer, 'message')) as [FromWriter]
    if (ready.kind === 'ready') return ready
    const message = ready.kind === 'refused' ? ready.message : 'The storage worker didn’t start.'
    throw ready.kind === 'refused' && ready.folder ? new DataFolderError(message) : new Error(message)
  }
  const ready = await start().catch(async (error) => {
    await workers.end(writer)
    throw error
  })

  const opened = { path: databasePath, waiting: ready.undone.length, ...ready }
  log.info({ databaseBytes: ready.databaseBytes, lastCommitTs: ready.lastCommit?.ms }, openingLine(opened))
  for (const warning of openingWarnings(before, opened)) log.warn(warning)

  const database = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  database.exec('pragma cache_size = -8000')
  const sizes = openStoreSizes(databasePath)
  const rowReader = createRowReader({ databasePath, log, workers })
  const relational = createSqliteRelational({ database, turns, rowReader })
  const census = createEntityCensus(database)
  const index = createSeriesIndex(database, ready.nextSeries, keyLimits, census)
  const queue = createCommitQueue({
    index,
    clock,
    nextSeq: ready.nextSeq,
    undone: ready.undone,
    send: (message, transfer) => writer.postMessage(message, transfer),
  })

  let isClosed = false
  /** Last logged failure; the writer may report the same failure repeatedly. */
  let logged: string | null = null
  const reader = createSeriesReader({
    databasePath,
    connect: (port) => writer.postMessage({ kind: 'reader', port } satisfies ToWriter, [port]),
    askWriter: (request) => writer.postMessage(request),
    tenantId: () => turns.owner?.tenantId ?? '',
    log,
  })

  writer.on('message', (message: FromWriter) => {
    if (message.kind === 'closed') return
    if (message.kind === 'failed' && message.message !== logged) {
      logged = message.message
      log.error(message.message)
    } else if (message.kind === 'recovered' && message.isOnReserve) {
      log.warn('Until there is space again, users can still sign in and out, and access can be withdrawn.')
    } else if (message.kind === 'recovered' || message.kind === 'roomy') {
      logged = null
      log.warn('The disk has space again. The database was checked and accepts writes.')
    }
    try {
      queue.answered(message)
    } catch (error) {
      queue.fail('The server lost track of its database. Start Sonde again.', false)
      inDoubt(error)
    }
  })
  let isWriterGone = false
  function writerGone(error: Error) {
    if (isWriterGone || isClosed) return
    isWriterGone = true
    log.error({ err: error }, 'The storage worker stopped.')
    queue.fail('The storage worker stopped. Nothing more is stored. Start Sonde again.', false)
    reader.fail()
    inDoubt(error)
  }
  writer.on('error', writerGone)
  writer.once('exit', () => writerGone(new Error('The storage worker ended.')))

  const statementOf = recordStatements(relational)
  const stated = ({ statements = [], records = [], ...rest }: Transaction): Transaction => ({
    ...rest,
    statements: [...statements, ...records.map(statementOf)],
  })

  const series: SeriesStore = {
    ...createSeriesReads({ index, reader, clock, turns }),
  }

  return {
    relational,
    series,
    keyRoom: createKeyRoom({ database, index, limits: keyLimits, census }),
    census,
    transact: (transaction) => queue.transact(transaction.records?.length ? stated(transaction) : transaction),
    recover: async () => readUndone(database, ready.undone),
    get journalLag() {
      return queue.journalLag
    },
    get commits() {
      return queue.commits
    },
    async stats() {
      const { points, hotPoints, chunks, chunkBytes, bytes } = await reader.stats()
      const { journalLag, commits } = queue
      return { journalLag, commits, points, hotPoints, chunks, chunkBytes, bytes }
    },
    sizes: sizes.read,
    async close() {
      if (isClosed) return
      await queue.drain()
      isClosed = true
      // The writer is closed last: closing the last connection checkpoints the log into the database, which requires
      // that no other connection is open.
      await reader.close()
      await rowReader.close()
      sizes.close()
      database.close()
      writer.postMessage({ kind: 'close' })
      await closed
      await workers.end(writer)
      release()
    },
  }
}
