/**
 * Store with many sensor points of another tenant, written directly, not by the server: every 10 s with jitter, in
 * steps of 0.01.
 */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newId } from '../../packages/server/src/ids.ts'
import { createChunkTable } from '../../packages/server/src/storage/sqlite/chunk-table.ts'
import { migrate } from '../../packages/server/src/storage/sqlite/migrate.ts'

const pointsPerSeries = 100_000
const pointsPerChunk = 4_000

/** Creates the store in an empty data folder. */
export function fillStore(dataFolder: string, points: number): void {
  const databasePath = join(dataFolder, 'sonde.db')
  const database = new DatabaseSync(databasePath)
  migrate(database, databasePath)
  database.exec('pragma synchronous = off; pragma cache_size = -64000')
  const chunks = createChunkTable(database)
  const insertSeries = database.prepare('insert into series (id, tenant, entity, key) values (?, ?, ?, ?)')
  const insertLatest = database.prepare('insert into latest (series, ts, type, value) values (?, ?, 2, ?)')
  const tenant = newId()
  let value = 2000
  for (let series = 1, left = points; left > 0; series++) {
    database.exec('begin')
    insertSeries.run(series, tenant, newId(), 'temperature')
    let at = 1_700_000_000_000
    for (let i = 0; i < pointsPerSeries && left > 0; i += pointsPerChunk) {
      const length = Math.min(pointsPerChunk, left)
      const ts = new Float64Array(length)
      const values = new Float64Array(length)
      for (let p = 0; p < length; p++) {
        at += 9_950 + Math.floor(Math.random() * 100)
        value += Math.floor(Math.random() * 21) - 10
        ts[p] = at
        values[p] = value / 100
      }
      chunks.insert(series, { length, ts, values, type: 2, types: null, expiry: null })
      left -= length
    }
    insertLatest.run(series, at, value / 100)
    database.exec('commit')
  }
  database.close()
}
