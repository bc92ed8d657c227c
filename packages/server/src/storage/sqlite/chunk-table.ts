/** Chunks in the database: writing, finding and removing them. Used by the writer and, for finding, by the reader. */

import type { DatabaseSync } from 'node:sqlite'
import { type ChunkHeader, decodeChunk, encodeChunk, headerOf } from './chunk-codec.ts'
import type { Columns } from './columns.ts'
import { NEVER } from './points-batch.ts'

export interface StoredChunk extends ChunkHeader {
  readonly series: number
  readonly seq: number
  readonly body: number
}

/** How `body.bytes` is written; the only one so far. */
const chunkEncoding = 1

export interface ChunkFinder {
  /** Chunks with a point that may lie in [startTs, endTs), by their first time. */
  find(series: number, startTs: number, endTs: number): StoredChunk[]
  open(chunk: StoredChunk): Columns
}

export function createChunkFinder(database: DatabaseSync): ChunkFinder {
  const findStatement = database.prepare(
    `select t0, seq, t1, n, stats, min, max, sum, expires_first, expires_last, body from chunk
     where series = ? and t0 < ? and t1 >= ? order by t0`,
  )
  findStatement.setReturnArrays(true)
  const bodyStatement = database.prepare('select encoding, bytes from body where id = ?')

  return {
    find(series, startTs, endTs) {
      const rows = findStatement.all(series, endTs, startTs) as unknown as (number | null)[][]
      return rows.map((row) => {
        const [t0, seq, t1, n, stats, min, max, sum] = row as number[]
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
          expiresFirst: row[8] ?? NEVER,
          expiresLast: row[9] ?? NEVER,
          body: row[10],
        } as StoredChunk
      })
    },
    open(chunk) {
      const row = bodyStatement.get(chunk.body)
      if (!row || row.encoding !== chunkEncoding) throw new Error(`Chunk body ${chunk.body} cannot be read.`)
      return decodeChunk(row.bytes as Uint8Array)
    },
  }
}

export interface ChunkTable extends ChunkFinder {
  /** The number that the next new chunk gets. */
  readonly nextSeq: number
  /** Packs sorted columns into a chunk; `seq` only to replace one of that age. */
  insert(series: number, columns: Columns, seq?: number): void
  remove(chunk: StoredChunk): void
  /** Removes chunks of which every point has expired. Returns how many. */
  removeExpired(nowMs: number, limit: number): number
}

export function createChunkTable(database: DatabaseSync): ChunkTable {
  const finder = createChunkFinder(database)
  const insertBody = database.prepare('insert into body (encoding, bytes) values (?, ?)')
  const insertChunk = database.prepare(
    `insert into chunk (series, t0, seq, t1, n, stats, min, max, sum, expires_first, expires_last, body)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const removeBody = database.prepare('delete from body where id = ?')
  const removeChunk = database.prepare('delete from chunk where series = ? and t0 = ? and seq = ?')
  // An expired chunk that hides points of an older one stays, or those would come back.
  const findExpired = database.prepare(
    `select series, t0, seq, body from chunk as expired where expires_last is not null and expires_last <= ?
     and not exists (select 1 from chunk as older where older.series = expired.series and older.seq < expired.seq
       and older.t0 <= expired.t1 and older.t1 >= expired.t0)
     order by expires_last limit ?`,
  )
  const stored = database.prepare(`select value from meta where key = 'chunk_seq'`).get()?.value
  const storeSeq = database.prepare(`insert or replace into meta (key, value) values ('chunk_seq', ?)`)
  // Written in steps, so that a number is never given twice and rarely written.
  const step = 4096
  let nextSeq = Number(stored ?? 1)
  let reserved = nextSeq

  return {
    ...finder,
    get nextSeq() {
      return nextSeq
    },
    insert(series, columns, seq) {
      const header = headerOf(columns)
      if (seq === undefined && nextSeq >= reserved) {
        reserved = nextSeq + step
        storeSeq.run(reserved)
      }
      const body = insertBody.run(chunkEncoding, encodeChunk(columns)).lastInsertRowid
      const { t0, t1, n, stats, min, max, sum, expiresFirst, expiresLast } = header
      const expiry = [expiresFirst, expiresLast].map((at) => (at === NEVER ? null : at)) as [
        number | null,
        number | null,
      ]
      insertChunk.run(series, t0, seq ?? nextSeq++, t1, n, stats, min, max, sum, ...expiry, body)
    },
    remove(chunk) {
      removeBody.run(chunk.body)
      removeChunk.run(chunk.series, chunk.t0, chunk.seq)
    },
    removeExpired(nowMs, limit) {
      const expired = findExpired.all(nowMs, limit) as unknown as StoredChunk[]
      for (const chunk of expired) this.remove(chunk)
      return expired.length
    },
  }
}
