/**
 * `stats`: how large the store is and what takes the room. Reads all of the database's pages once; `/metrics` has the
 * same figures from what is cheap to know (metrics/store-metrics.ts).
 */

import { existsSync, statfsSync, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { createHeads } from '../storage/series/heads.ts'
import { readPointsBatch } from '../storage/series/points-batch.ts'
import { bytesText, countText, durationText } from './amounts.ts'
import { openStore } from './data-parts.ts'
import { readJournal } from './journal-figures.ts'

export interface StoreFigures {
  readonly schemaVersion: number
  /** Of the database file, of it unused, and of the write-ahead log beside it. */
  readonly databaseBytes: number
  readonly freeBytes: number
  readonly logBytes: number
  readonly diskFreeBytes: number
  readonly series: number
  /** All points, and of them those that are in no chunk yet. */
  readonly points: number
  readonly hotPoints: number
  readonly chunks: number
  readonly pointsPerChunk: number
  /** Chunks, their headers, indexes and roll-ups, divided by the points in chunks. 0: there are none. */
  readonly bytesPerPoint: number
  readonly journal: {
    readonly messages: number
    readonly bytes: number
    /** Messages whose outcome is not stored. */
    readonly lag: number
    /** Since the oldest of them was accepted. */
    readonly lagMs: number
  }
  /** Bytes of each table and index, the largest first. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
}

const pointTables = new Set(['chunk', 'chunk_wide', 'chunk_by_expiry', 'body', 'roll_up'])

export function readStoreFigures(dataFolder: string, nowMs: number): StoreFigures {
  const { database, path, schema } = openStore(dataFolder)
  try {
    // One state for all of it.
    database.exec('begin')
    const number = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0] as number
    const pageBytes = number('pragma page_size')
    const chunks = number('select count(*) from chunk')
    const chunkPoints = number('select total(n) from chunk')
    const hotPoints = countHotPoints(database)
    const tables = database
      .prepare('select name, pgsize as bytes from dbstat where aggregate = true order by pgsize desc')
      .all() as unknown as StoreFigures['tables']
    const pointBytes = tables.reduce((sum, { name, bytes }) => (pointTables.has(name) ? sum + bytes : sum), 0)
    const { messages, bytes, undone } = readJournal(database)
    const acceptedAt = database.prepare('select at from journal where id <= ? order by id desc limit 1')
    const oldest = undone[0] === undefined ? undefined : (acceptedAt.get(undone[0])?.at as number | undefined)
    const { bavail, bsize } = statfsSync(dataFolder)
    return {
      schemaVersion: schema,
      databaseBytes: number('pragma page_count') * pageBytes,
      freeBytes: number('pragma freelist_count') * pageBytes,
      logBytes: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0,
      diskFreeBytes: bavail * bsize,
      series: number('select count(*) from series'),
      points: chunkPoints + hotPoints,
      hotPoints,
      chunks,
      pointsPerChunk: chunks === 0 ? 0 : chunkPoints / chunks,
      bytesPerPoint: chunkPoints === 0 ? 0 : pointBytes / chunkPoints,
      journal: { messages, bytes, lag: undone.length, lagMs: oldest === undefined ? 0 : Math.max(0, nowMs - oldest) },
      tables,
    }
  } finally {
    database.close()
  }
}

/** What a start would take up from `hot`. */
function countHotPoints(database: DatabaseSync): number {
  const heads = createHeads({ points: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }, () => {})
  for (const { id, batch } of database.prepare('select id, batch from hot order by id').iterate()) {
    heads.apply(readPointsBatch(batch as Uint8Array), id as number)
  }
  return heads.pointCount
}

const tablesShown = 12

/** The figures as lines of two columns. */
export function figuresText(figures: StoreFigures): string {
  const { journal, tables } = figures
  const rows: [string, string][] = [
    ['Points', `${countText(figures.points)} in ${countText(figures.series)} series`],
    ['  not yet in chunks', countText(figures.hotPoints)],
    ['Chunks', `${countText(figures.chunks)}, ${figures.pointsPerChunk.toFixed(0)} points each`],
    ['Bytes a point', figures.bytesPerPoint.toFixed(2)],
    ['Journal', `${countText(journal.messages)} messages, ${bytesText(journal.bytes)}`],
    ['  not done', journal.lag === 0 ? '0' : `${countText(journal.lag)}, for ${durationText(journal.lagMs)}`],
    ['Database', `${bytesText(figures.databaseBytes)}, of it unused ${bytesText(figures.freeBytes)}`],
    ['  write-ahead log', bytesText(figures.logBytes)],
    ['Disk', `${bytesText(figures.diskFreeBytes)} free`],
    ['Schema', String(figures.schemaVersion)],
    ['Largest tables', ''],
    ...tables.slice(0, tablesShown).map(({ name, bytes }): [string, string] => [`  ${name}`, bytesText(bytes)]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, value]) => `${name.padEnd(width)}${value}`.trimEnd()).join('\n')
}
