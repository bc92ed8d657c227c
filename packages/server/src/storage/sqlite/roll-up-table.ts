/**
 * Roll-ups in the database: blocks of buckets per series and width.
 *
 * Invariant: outside of its stale stretch, a block says what the chunks hold, from its start to before its end; a bucket
 * that it does not name is empty. Whatever changes what chunks hold marks the blocks that it touches, in the same
 * transaction (`spoil`). Blocks of one width do not overlap.
 */

import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { type Bucket, decodeRollUps, encodeRollUps, type RollUps } from './roll-up-codec.ts'

/** Widths of buckets, ms, ascending; each holds a whole number of the one before. */
export const rollUpLevels = [60_000, 3_600_000, 86_400_000] as const

export interface RollUpBlock {
  readonly series: number
  readonly level: number
  /** Multiples of the level; `t1` is exclusive. */
  readonly t0: number
  readonly t1: number
  /** Both inclusive; null: all of it holds. */
  readonly staleFrom: number | null
  readonly staleTo: number | null
  readonly body: number
}

/** How `body.bytes` is written. */
const rollUpEncoding = 2

export interface RollUpFinder {
  /** Blocks that reach into [startTs, endTs), in order. */
  find(series: number, level: number, startTs: number, endTs: number): RollUpBlock[]
  open(block: RollUpBlock): RollUps
}

export function createRollUpFinder(database: DatabaseSync): RollUpFinder {
  const findBlocks = database.prepare(
    `select t0, t1, stale_from, stale_to, body from roll_up where series = ? and level = ? and t0 < ?
       and t0 >= coalesce((select max(t0) from roll_up where series = ? and level = ? and t0 <= ?), ?)
     order by t0`,
  )
  findBlocks.setReturnArrays(true)
  const readBody = database.prepare('select encoding, bytes from body where id = ?')

  return {
    find(series, level, startTs, endTs) {
      const rows = findBlocks.all(series, level, endTs, series, level, startTs, startTs) as unknown as number[][]
      const blocks = rows.map(([t0, t1, staleFrom, staleTo, body]): RollUpBlock => {
        return { series, level, t0, t1, staleFrom, staleTo, body } as RollUpBlock
      })
      return blocks.filter(({ t1 }) => t1 > startTs)
    },
    open({ body, level }) {
      const row = readBody.get(body)
      if (!row || row.encoding !== rollUpEncoding) throw new Error(`The roll-ups in body ${body} cannot be read.`)
      return decodeRollUps(row.bytes as Uint8Array, level)
    },
  }
}

/** What a block is to hold. */
export interface NewBlock {
  readonly t0: number
  readonly t1: number
  readonly buckets: readonly Bucket[]
  readonly stale: { readonly from: number; readonly to: number } | null
}

export interface RollUpTable extends RollUpFinder {
  /** Marks what lies between these times, both inclusive, as no longer true. Returns whether anything was. */
  spoil(series: number, fromTs: number, toTs: number): boolean
  insert(series: number, level: number, block: NewBlock): void
  remove(block: RollUpBlock): void
  /** Blocks with a stale stretch, at most so many. */
  stale(series: number, level: number, limit: number): RollUpBlock[]
  /** The end of the last block that begins before this time. */
  endBefore(series: number, level: number, ts: number): number | null
}

export function createRollUpTable(database: DatabaseSync): RollUpTable {
  const finder = createRollUpFinder(database)
  const hasAny = database.prepare('select 1 from roll_up where series = ? limit 1')
  const markStale = database.prepare(
    'update roll_up set stale_from = ?, stale_to = ? where series = ? and level = ? and t0 = ?',
  )
  const insertBody = database.prepare('insert into body (encoding, bytes, crc) values (?, ?, ?)')
  const insertBlock = database.prepare(
    'insert into roll_up (series, level, t0, t1, stale_from, stale_to, body) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const removeBody = database.prepare('delete from body where id = ?')
  const removeBlock = database.prepare('delete from roll_up where series = ? and level = ? and t0 = ?')
  const findStale = database.prepare(
    `select t0, t1, stale_from as staleFrom, stale_to as staleTo, body from roll_up
     where series = ? and level = ? and stale_from is not null order by t0 limit ?`,
  )
  const endBefore = database.prepare(
    'select t1 from roll_up where series = ? and level = ? and t0 < ? order by t0 desc limit 1',
  )

  return {
    ...finder,
    spoil(series, fromTs, toTs) {
      if (!hasAny.get(series)) return false
      let found = false
      for (const level of rollUpLevels) {
        // Up to and with `toTs`: the bucket that it lies in begins at most a level before it.
        for (const { t0, staleFrom, staleTo } of finder.find(series, level, fromTs, toTs + level)) {
          if (t0 > toTs) continue
          found = true
          const from = Math.min(staleFrom ?? fromTs, fromTs)
          const to = Math.max(staleTo ?? toTs, toTs)
          if (from !== staleFrom || to !== staleTo) markStale.run(from, to, series, level, t0)
        }
      }
      return found
    },
    insert(series, level, { t0, t1, buckets, stale }) {
      const bytes = encodeRollUps(buckets, level)
      const body = insertBody.run(rollUpEncoding, bytes, crc32(bytes)).lastInsertRowid
      insertBlock.run(series, level, t0, t1, stale?.from ?? null, stale?.to ?? null, body)
    },
    remove({ series, level, t0, body }) {
      removeBody.run(body)
      removeBlock.run(series, level, t0)
    },
    stale(series, level, limit) {
      const rows = findStale.all(series, level, limit) as unknown as Omit<RollUpBlock, 'series' | 'level'>[]
      return rows.map((row) => ({ ...row, series, level }))
    },
    endBefore(series, level, ts) {
      return (endBefore.get(series, level, ts)?.t1 as number | undefined) ?? null
    },
  }
}
