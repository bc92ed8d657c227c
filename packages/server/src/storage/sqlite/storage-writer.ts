/**
 * The only writer: commits groups to the database. Runs in the storage worker; tests call it directly.
 *
 * A group is one transaction and thus one fsync. Within it, a transaction with statements gets its own savepoint: if a
 * statement fails, that transaction is rolled back and the rest of the group continues.
 *
 * When a disk write fails, `commit` throws, and this writer's memory may no longer match the database: it must only be
 * used for reading its heads then. guarded-writer.ts handles the failure.
 */

import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { SqlValue, Statement } from '../relational.ts'
import { type StoredValue, sorted } from '../series/columns.ts'
import { copyColumns, createHeads, type LatestListener } from '../series/heads.ts'
import { createPointsWriter, type PointsBatch, readPointsBatch, typeOfCode } from '../series/points-batch.ts'
import { createSeriesDeletion, type LatestAfter, type SegmentDeletion } from '../series/series-deletion.ts'
import type { HeadCopy } from '../series/series-merge.ts'
import { createChunkTable } from './chunk-table.ts'
import { createCommitMarkers, readCommitNote } from './commit-marker.ts'
import { syncFolder } from './failed-disk.ts'
import { createJournalTable } from './journal-table.ts'
import { migrate } from './migrate.ts'
import { createSealing, fullHead, type SealingLimits, sealingLimits } from './sealing.ts'
import { createSeriesRows } from './series-rows.ts'
import { checkTables } from './store-check.ts'
import type {
  Group,
  GroupCommitted,
  Segment,
  SegmentFailure,
  SegmentResult,
  WriterOptions,
  WriterReady,
} from './worker-protocol.ts'

/** SQLite errors caused by the statement itself; all others are failures of the store. */
const statementFaults = new Set([1, 18, 19, 20, 25])
const preparedMax = 300
/** Maximum number of latest values in memory during a replay. */
const replayedLatestMax = 20_000
/** Number of pages of the write-ahead log that triggers a checkpoint. */
const logPagesMax = 2000
const logBytesRetained = 64 * 1024 * 1024
/**
 * Tables written with every group or every few groups. A recovery reads them; they're small enough for a quick check.
 */
const tablesInMotion = ['meta', 'progress', 'hot'] as const

/** A statement failed; its transaction is rolled back. */
class Rejected extends Error {
  readonly failure: SegmentFailure
  constructor(failure: SegmentFailure) {
    super(failure.message)
    this.failure = failure
  }
}

export interface StorageWriter {
  readonly ready: WriterReady
  /** Throws on disk errors; nothing of the group is stored then. */
  commit(group: Group): GroupCommitted
  /**
   * Checkpoints the write-ahead log into the database when it has grown. Not part of a commit, so that the response
   * doesn't have to wait. Throws on disk errors; the log still contains everything then.
   */
  moveLog(pagesMax?: number): void
  /** Throws if the tables that a recovery reads are damaged. */
  check(): void
  /** Seals, merges and rolls up everything during the following commits; `moreToDo` says whether work remains. */
  compactAll(): void
  heads(series: readonly number[]): (HeadCopy | undefined)[]
  readonly headPoints: number
  /** Limits the size of the database; beyond it, writes fail as on a full disk. */
  limitPages(count: number): void
  /** Records the last commit in the file next to the database, at most once a second; never throws. */
  mark(): void
  /** Closes properly: the next start knows the last commit. Throws on disk errors. */
  stop(): void
  close(): void
}

/** Opens and migrates the database and loads `hot`. Throws `DataFolderError` for problems of the file. */
export function openStorageWriter(options: WriterOptions, limits: SealingLimits = sealingLimits): StorageWriter {
  const database = new DatabaseSync(options.databasePath, { timeout: 5000, enableForeignKeyConstraints: true })
  try {
    const isNew = migrate(database, options.databasePath) === 0
    syncFolder(dirname(options.databasePath))
    // `moveLog` replaces automatic checkpoints, because SQLite doesn't report their disk errors.
    // A log that has become large because of a long reader is truncated when it restarts.
    database.exec(`pragma cache_size = -8000; pragma wal_autocheckpoint = 0; pragma temp_store = memory;
      pragma journal_size_limit = ${logBytesRetained}`)
    return writerOn(database, { ...options, isNew }, limits)
  } catch (error) {
    database.close()
    throw error
  }
}

function writerOn(
  database: DatabaseSync,
  options: WriterOptions & { readonly isNew: boolean },
  limits: SealingLimits,
): StorageWriter {
  const logPages = database.prepare('pragma wal_checkpoint(noop)')
  const moveLogNow = database.prepare('pragma wal_checkpoint(passive)')
  const begin = database.prepare('begin immediate')
  const commitNow = database.prepare('commit')
  const rollbackNow = database.prepare('rollback')
  const savepoint = database.prepare('savepoint own')
  const release = database.prepare('release own')
  const undo = database.prepare('rollback to own')
  const insertHot = database.prepare('insert into hot (id, batch) values (?, ?)')
  const upsertLatest = database.prepare('insert or replace into latest (series, ts, type, value) values (?, ?, ?, ?)')
  const deleteLatest = database.prepare('delete from latest where series = ?')
  const upsertAttribute = database.prepare(
    `insert into attribute (tenant_id, entity_type, entity_id, scope, key, last_update_ts, value_type, value)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (entity_id, scope, key) do update set tenant_id = excluded.tenant_id,
       entity_type = excluded.entity_type, last_update_ts = excluded.last_update_ts,
       value_type = excluded.value_type, value = excluded.value`,
  )
  const deleteAttribute = database.prepare('delete from attribute where entity_id = ? and scope = ? and key = ?')
  const prepared = new Map<string, StatementSync>()

  const chunks = createChunkTable(database)
  const heads = createHeads(fullHead(limits), (head) => sealing.full(head))
  const sealing = createSealing(database, heads, chunks, limits)
  const journal = createJournalTable(database, options)
  const seriesRows = createSeriesRows(database)
  const deleteRange = createSeriesDeletion({
    chunks,
    headOf: (series) => headCopies([series])[0],
    storeLatest(series, latest) {
      if (latest) storeLatest(series, latest)
      else deleteLatest.run(series)
    },
  })
  let nextHotId = 1

  replayHot()
  const lastCommit = readCommitNote(database)
  const markers = createCommitMarkers(database, options.databasePath)
  const ready: WriterReady = {
    kind: 'ready',
    nextSeries: seriesRows.next,
    nextSeq: journal.nextSeq,
    undone: Float64Array.from(journal.undone),
    isNew: options.isNew,
    lastCommit,
    databaseBytes: databaseBytes(),
  }

  function databaseBytes(): number {
    const value = (pragma: string) => Number(Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0])
    return value('page_count') * value('page_size')
  }

  function storeLatest(series: number, latest: { ts: number; type: number; value: StoredValue }) {
    // A LONG beyond 2^53 is stored as text, because SQLite's numbers are read as doubles here.
    const value = typeof latest.value === 'bigint' ? String(latest.value) : latest.value
    upsertLatest.run(series, latest.ts, latest.type, value)
  }

  /** Restores heads and latest values from the rows of `hot`; afterwards the table of latest values is complete. */
  function replayHot() {
    const readLatest = database.prepare('select ts from latest where series = ?')
    const latest = new Map<number, { ts: number; type: number; value: StoredValue } | null>()
    const storedTs = new Map<number, number>()
    const listener: LatestListener = {
      point(series, ts, type, value) {
        let existing = latest.get(series)?.ts
        if (existing === undefined && !latest.has(series)) {
          existing = storedTs.get(series)
          if (existing === undefined) {
            existing = (readLatest.get(series)?.ts as number | undefined) ?? Number.NEGATIVE_INFINITY
            storedTs.set(series, existing)
          }
        }
        if (existing === undefined || ts >= existing) latest.set(series, { ts, type, value: value() })
      },
      set: (series, value) => void latest.set(series, value),
    }
    begin.run()
    const storeAll = () => {
      for (const [series, value] of latest) {
        if (value) storeLatest(series, value)
        else deleteLatest.run(series)
      }
      latest.clear()
      storedTs.clear()
    }
    for (const row of database.prepare('select id, batch from hot order by id').iterate()) {
      const batch = readPointsBatch(row.batch as Uint8Array)
      heads.apply(batch, row.id as number, listener)
      sealing.arrived(batch.count, (row.batch as Uint8Array).length)
      nextHotId = (row.id as number) + 1
      // Later values are compared with the table again.
      if (latest.size > replayedLatestMax) storeAll()
    }
    storeAll()
    commitNow.run()
  }

  function prepare(sql: string): StatementSync {
    let statement = prepared.get(sql)
    if (!statement) {
      if (prepared.size >= preparedMax) prepared.delete(prepared.keys().next().value as string)
      statement = database.prepare(sql)
      prepared.set(sql, statement)
    }
    return statement
  }

  function runStatement({ sql, parameters, expectRows }: Statement, index: number): number {
    let changed: number
    try {
      changed = Number(prepare(sql).run(...(parameters as SqlValue[])).changes)
    } catch (error) {
      throw rejectionOf(error) ?? error
    }
    if (expectRows !== undefined && changed !== expectRows) {
      const message = `statement ${index} changed ${changed} rows instead of ${expectRows}`
      throw new Rejected({ kind: 'rows', message, statement: index, expected: expectRows, actual: changed })
    }
    return changed
  }

  interface Arrived {
    readonly batch: PointsBatch
    readonly bytes: number
    readonly hotId: number
  }

  function storePoints(bytes: Uint8Array, arrived: Arrived[]) {
    const hotId = nextHotId++
    insertHot.run(hotId, bytes)
    arrived.push({ batch: readPointsBatch(bytes), bytes: bytes.length, hotId })
  }

  function runSegment(segment: Segment, nowMs: number, arrived: Arrived[]): SegmentResult {
    const { messages, messageCount, points, done, attributes, statements, deletions } = segment
    const rowsChanged = statements ? statements.map(runStatement) : []
    for (const row of attributes) (row.length === 3 ? deleteAttribute : upsertAttribute).run(...row)
    const firstSeq = messages ? journal.append(messages, messageCount, nowMs) : 0
    const latestAfter = deletions ? runDeletions(deletions, nowMs, arrived) : null
    if (points) storePoints(points, arrived)
    if (done) journal.done(done)
    return { firstSeq, rowsChanged, latestAfter, failure: null }
  }

  function runDeletions(deletions: readonly SegmentDeletion[], nowMs: number, arrived: Arrived[]): LatestAfter[][] {
    const controls = createPointsWriter()
    const latest = deletions.map((deletion) => deleteRange(deletion, nowMs, controls))
    if (controls.count > 0) storePoints(controls.finish(), arrived)
    return latest
  }

  function runGuarded(segment: Segment, nowMs: number, arrived: Arrived[]): SegmentResult {
    savepoint.run()
    try {
      const result = runSegment(segment, nowMs, arrived)
      release.run()
      return result
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      undo.run()
      release.run()
      return { firstSeq: 0, rowsChanged: [], latestAfter: null, failure: error.failure }
    }
  }

  function flushLatest(bytes: Uint8Array) {
    const batch = readPointsBatch(bytes)
    for (let i = 0; i < batch.count; i++) {
      const meta = batch.meta[i] as number
      const type = typeOfCode(meta & 7)
      const value = batch.value(i)
      const stored = typeof value === 'boolean' ? Number(value) : value
      storeLatest(Math.floor(meta / 8), { ts: batch.ts[i] as number, type, value: stored })
    }
  }

  function accept(arrived: readonly Arrived[]) {
    for (const { batch, bytes, hotId } of arrived) {
      heads.apply(batch, hotId)
      sealing.arrived(batch.count, bytes)
    }
  }

  function commit(group: Group): GroupCommitted {
    const arrived: Arrived[] = []
    begin.run()
    try {
      seriesRows.update(group.removedSeries, group.newSeries)
      if (group.checkpoint) journal.checkpoint(group.checkpoint)
      if (group.latest) flushLatest(group.latest)
      // Before the group's points are stored: the heads that it seals don't contain them.
      const changed = sealing.run(group.number, group.latestThrough, nextHotId, group.nowMs)
      if (changed) storePoints(changed, arrived)
      const segments = group.segments.map((segment) =>
        (segment.statements ? runGuarded : runSegment)(segment, group.nowMs, arrived),
      )
      const retains = journal.retain(group.lowWater, group.nowMs)
      if (changesSomething(group)) markers.note(group.nowMs, journal.nextSeq)
      commitNow.run()
      accept(arrived)
      const moreToDo = sealing.hasMoreToDo || retains
      return { kind: 'committed', number: group.number, segments, moreToDo, latestWanted: sealing.latestWanted }
    } catch (error) {
      try {
        if (database.isTransaction) rollbackNow.run()
      } catch {
        // The first error is reported; this connection isn't used for writing any more.
      }
      throw error
    }
  }

  function moveLog(pagesMax = logPagesMax) {
    const { log, checkpointed } = logPages.get() as { log: number; checkpointed: number }
    // Pages that a reader blocks from reuse count once, not at every commit.
    if (log - checkpointed >= pagesMax) moveLogNow.get()
  }

  function headCopies(series: readonly number[]): (HeadCopy | undefined)[] {
    return series.map((each) => {
      const columns = heads.get(each)?.columns
      return columns?.length ? { columns: copyColumns(sorted(columns)), seq: chunks.nextSeq } : undefined
    })
  }

  return {
    ready,
    commit,
    moveLog,
    check: () => checkTables(database, tablesInMotion),
    compactAll: () => sealing.compactAll(),
    heads: headCopies,
    get headPoints() {
      return heads.pointCount
    },
    limitPages(count) {
      database.exec(`pragma max_page_count = ${count}`)
    },
    mark: markers.mark,
    stop() {
      begin.run()
      markers.noteStop()
      commitNow.run()
      database.close()
      markers.markStopped()
      markers.close()
    },
    close() {
      database.close()
      markers.close()
    },
  }
}

/** Whether the group stores anything; an empty group for maintenance doesn't. */
const changesSomething = ({ segments }: Group): boolean =>
  segments.some(
    ({ messages, points, done, attributes, statements, deletions }) =>
      messages || points || done || statements || deletions || attributes.length > 0,
  )

function rejectionOf(error: unknown): Rejected | undefined {
  const { errcode, message } = error as { errcode?: number; message: string }
  // Not a SQLite error: a parameter that can't be bound.
  if (errcode === undefined) return new Rejected({ kind: 'other', message })
  if (!statementFaults.has(errcode & 0xff)) return undefined
  const unique = /^UNIQUE constraint failed: (.+)$/.exec(message)
  if (!unique) return new Rejected({ kind: 'other', message })
  const columns = (unique[1] as string).split(', ')
  const table = (columns[0] as string).split('.')[0] as string
  return new Rejected({ kind: 'unique', message, table, columns: columns.map((each) => each.slice(table.length + 1)) })
}
