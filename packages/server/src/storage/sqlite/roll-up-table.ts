/** Roll-up table in the database; see series/roll-up-blocks.ts for its invariants. */

import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { type RollUpBlock, type RollUpBlocks, type RollUpFinder, rollUpLevels } from '../series/roll-up-blocks.ts'
import { decodeRollUps, encodeRollUps } from '../series/roll-up-codec.ts'

/** Encoding of `body.bytes` for roll-ups. */
const rollUpEncoding = 2

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
      if (!row || row.encoding !== rollUpEncoding) throw new Error(`The roll-ups in body ${body} can’t be read.`)
      return decodeRollUps(row.bytes as Uint8Array, level)
    },
  }
}

export function createRollUpTable(database: DatabaseSync): RollUpBlocks {
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
        // Includes `toTs`: its bucket begins at most one level before it.
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
