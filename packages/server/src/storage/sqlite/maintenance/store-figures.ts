/** Statistics of a store, all from the same snapshot. */

import type { DatabaseSync } from 'node:sqlite'
import { createHeads } from '../../series/heads.ts'
import { readPointsBatch } from '../../series/points-batch.ts'
import type { StoreFigures } from '../../store-maintenance.ts'
import { createJournalExtent, readJournalState } from '../journal-table.ts'
import { diskFreeBytesOf, logBytesOf } from '../store-sizes.ts'
import { inOneState } from './check-series.ts'
import type { OpenedDatabase } from './open-database.ts'

const pointTables = new Set(['chunk', 'chunk_wide', 'chunk_by_expiry', 'body', 'roll_up'])

export function readFigures(
  { database, path, schema }: OpenedDatabase,
  dataFolder: string,
  nowMs: number,
): StoreFigures {
  return inOneState(database, () => {
    const number = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0] as number
    const pageBytes = number('pragma page_size')
    const chunks = number('select count(*) from chunk')
    const chunkPoints = number('select total(n) from chunk')
    const hotPoints = countHotPoints(database)
    const tables = database
      .prepare('select name, pgsize as bytes from dbstat where aggregate = true order by pgsize desc')
      .all() as unknown as StoreFigures['tables']
    const pointBytes = tables.reduce((sum, { name, bytes }) => (pointTables.has(name) ? sum + bytes : sum), 0)
    const { undone } = readJournalState(database)
    const { messages, bytes } = createJournalExtent(database)()
    const acceptedAt = database.prepare('select at from journal where id <= ? order by id desc limit 1')
    const oldest = undone[0] === undefined ? undefined : (acceptedAt.get(undone[0])?.at as number | undefined)
    return {
      schemaVersion: schema,
      databaseBytes: number('pragma page_count') * pageBytes,
      freeBytes: number('pragma freelist_count') * pageBytes,
      logBytes: logBytesOf(path),
      diskFreeBytes: diskFreeBytesOf(dataFolder),
      series: number('select count(*) from series'),
      points: chunkPoints + hotPoints,
      hotPoints,
      chunks,
      pointsPerChunk: chunks === 0 ? 0 : chunkPoints / chunks,
      bytesPerPoint: chunkPoints === 0 ? 0 : pointBytes / chunkPoints,
      journal: { messages, bytes, lag: undone.length, lagMs: oldest === undefined ? 0 : Math.max(0, nowMs - oldest) },
      tables,
    }
  })
}

/** Number of points that a start would load from `hot`. */
function countHotPoints(database: DatabaseSync): number {
  const heads = createHeads({ points: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }, () => {})
  for (const { id, batch } of database.prepare('select id, batch from hot order by id').iterate()) {
    heads.apply(readPointsBatch(batch as Uint8Array), id as number)
  }
  return heads.pointCount
}
