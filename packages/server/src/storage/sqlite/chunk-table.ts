/** Chunk table in the database: insert, find and remove. Used by the writer and, for finding, by the reader. */

import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { decodeChunk, encodeChunk, headerOf } from '../series/chunk-codec.ts'
import type { ChunkFinder, ChunkListener, ChunkTable, StoredChunk } from '../series/chunks.ts'
import type { Columns } from '../series/columns.ts'
import { NEVER } from '../series/points-batch.ts'
import type { RollUpFinder } from '../series/roll-up-blocks.ts'
import { createRollUpFinder, createRollUpTable } from './roll-up-table.ts'

/** Encoding of `body.bytes` for chunks; roll-ups use another one. */
const chunkEncoding = 1
/**
 * Chunks that span more time have a separate index, `chunk_wide`; the condition must be spelled as in its definition.
 */
const wideMs = 86_400_000

const headerColumns = 't0, seq, t1, n, stats, min, max, sum, expires_first, expires_last, size, body'

/**
 * Parameters: series, end, start. Ordered by t0. A narrow chunk that reaches `start` begins at most a day before it.
 */
const overlapping = `
  select ${headerColumns} from chunk
    where series = ?1 and t0 < ?2 and t0 >= ?3 - ${wideMs} and t1 >= ?3 and t1 - t0 <= ${wideMs}
  union all
  select ${headerColumns} from chunk indexed by chunk_wide
    where series = ?1 and t0 < ?2 and t1 >= ?3 and t1 - t0 > ${wideMs}
  order by t0`

type HeaderRow = (number | null)[]

function chunkOf(series: number, row: HeaderRow): StoredChunk {
  const [t0, seq, t1, n, stats, min, max, sum, expiresFirst, expiresLast, size, body] = row as number[]
  return {
    series,
    t0,
    seq,
    t1,
    n,
    stats,
    min,
    max,
    sum,
    expiresFirst: expiresFirst ?? NEVER,
    expiresLast: expiresLast ?? NEVER,
    size,
    body,
  } as StoredChunk
}

export function createChunkFinder(
  database: DatabaseSync,
  rollUps: RollUpFinder = createRollUpFinder(database),
): ChunkFinder {
  const findStatement = database.prepare(overlapping)
  findStatement.setReturnArrays(true)
  const bodyStatement = database.prepare('select encoding, bytes from body where id = ?')

  return {
    rollUps,
    find(series, startTs, endTs) {
      const rows = findStatement.all(series, endTs, startTs) as unknown as HeaderRow[]
      return rows.map((row) => chunkOf(series, row))
    },
    open(chunk) {
      const row = bodyStatement.get(chunk.body)
      if (!row || row.encoding !== chunkEncoding) throw new Error(`Chunk body ${chunk.body} can’t be read.`)
      return decodeChunk(row.bytes as Uint8Array)
    },
  }
}

/** Number of text characters that weigh as much as one byte of the body. */
const charactersPerByte = 128

/**
 * Weight of a chunk for merge decisions: the bytes of its body, or more if its texts are packed so well that decoding a
 * full body would use too much memory.
 */
function weightOf({ values }: Columns, body: Uint8Array): number {
  if (values instanceof Float64Array) return body.length
  let characters = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value === 'string') characters += value.length
  }
  return Math.max(body.length, Math.ceil(characters / charactersPerByte))
}

export function createChunkTable(database: DatabaseSync): ChunkTable {
  const rollUps = createRollUpTable(database)
  const finder = createChunkFinder(database, rollUps)
  const findPage = database.prepare(`${overlapping} limit ?4`)
  findPage.setReturnArrays(true)
  const findStart = database.prepare(
    'select min(t0) as t0 from (select t0 from chunk where series = ? and t0 < ? order by t0 desc limit ?)',
  )
  const findSeries = database.prepare(
    `select min((select coalesce(min(series), 1e15) from chunk where series > ?1),
                (select coalesce(min(series), 1e15) from roll_up where series > ?1)) as series`,
  )
  const insertBody = database.prepare('insert into body (encoding, bytes, crc) values (?, ?, ?)')
  const insertChunk = database.prepare(
    `insert into chunk (series, t0, seq, t1, n, stats, min, max, sum, expires_first, expires_last, size, body)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const removeBody = database.prepare('delete from body where id = ?')
  const removeChunk = database.prepare('delete from chunk where series = ? and t0 = ? and seq = ?')
  // An expired chunk that hides points of an older chunk stays; otherwise those points would reappear.
  const findExpired = database.prepare(
    `select series, t0, t1, seq, body from chunk as expired where expires_last is not null and expires_last <= ?
     and not exists (select 1 from chunk as older where older.series = expired.series and older.seq < expired.seq
       and older.t0 <= expired.t1 and older.t1 >= expired.t0)
     order by expires_last limit ?`,
  )
  const stored = database.prepare(`select value from meta where key = 'chunk_seq'`).get()?.value
  const storeSeq = database.prepare(`insert or replace into meta (key, value) values ('chunk_seq', ?)`)
  // Numbers are reserved in steps, so that none is assigned twice and the counter is rarely written.
  const step = 4096
  let nextSeq = Number(stored ?? 1)
  let reserved = nextSeq
  let changed: ChunkListener = () => {}

  function put(series: number, columns: Columns, seq: number, packed?: Uint8Array) {
    const { t0, t1, n, stats, min, max, sum, expiresFirst, expiresLast } = headerOf(columns)
    const bytes = packed ?? encodeChunk(columns)
    const body = insertBody.run(chunkEncoding, bytes, crc32(bytes)).lastInsertRowid
    const expiry = [expiresFirst, expiresLast].map((at) => (at === NEVER ? null : at)) as [number | null, number | null]
    insertChunk.run(series, t0, seq, t1, n, stats, min, max, sum, ...expiry, weightOf(columns, bytes), body)
    return { t0, t1 }
  }

  function take({ series, t0, seq, body }: Pick<StoredChunk, 'series' | 't0' | 'seq' | 'body'>) {
    removeBody.run(body)
    removeChunk.run(series, t0, seq)
  }

  function note(series: number, fromTs: number, toTs: number) {
    rollUps.spoil(series, fromTs, toTs)
    changed(series, fromTs, toTs)
  }

  return {
    ...finder,
    rollUps,
    get nextSeq() {
      return nextSeq
    },
    insert(series, columns, seq) {
      if (seq === undefined && nextSeq >= reserved) {
        reserved = nextSeq + step
        storeSeq.run(reserved)
      }
      const { t0, t1 } = put(series, columns, seq ?? nextSeq++)
      note(series, t0, t1)
    },
    remove(chunk) {
      take(chunk)
      note(chunk.series, chunk.t0, chunk.t1)
    },
    replace(series, removed, inserted) {
      for (const chunk of removed) take(chunk)
      for (const { columns, seq, body } of inserted) put(series, columns, seq, body)
    },
    removeExpired(nowMs, limit) {
      const expired = findExpired.all(nowMs, limit) as unknown as StoredChunk[]
      for (const chunk of expired) this.remove(chunk)
      return expired.length
    },
    page(series, fromTs, limit) {
      const rows = findPage.all(series, Number.POSITIVE_INFINITY, fromTs, limit) as unknown as HeaderRow[]
      return rows.map((row) => chunkOf(series, row))
    },
    startBefore(series, ts, count) {
      return (findStart.get(series, ts, count)?.t0 as number | null | undefined) ?? null
    },
    seriesAfter(series) {
      const next = findSeries.get(series)?.series as number
      return next < 1e15 ? next : null
    },
    onChange(listener) {
      changed = listener
    },
  }
}
