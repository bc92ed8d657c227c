/** Checks the series store row by row: chunks against their headers, hot rows, latest values. */

import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { type ChunkHeader, headerOf } from '../../series/chunk-codec.ts'
import type { StoredChunk } from '../../series/chunks.ts'
import type { Columns } from '../../series/columns.ts'
import { NEVER, readPointsBatch } from '../../series/points-batch.ts'
import type { Breathe, CheckReport } from '../../store-maintenance.ts'
import { createChunkFinder } from '../chunk-table.ts'

/** Rows per transaction; limited so that a running server's log isn't held for long. */
const rowsAtOnce = 1000
/** Relative tolerance for sums, which may have been added in a different order. */
export const sumTolerance = 1e-9

export async function checkChunks(database: DatabaseSync, report: CheckReport, breathe: Breathe): Promise<void> {
  const all = countRows(database, 'chunk')
  const chunks = createChunkFinder(database)
  const page = database.prepare(
    `select chunk.series, t0, seq, t1, n, stats, min, max, sum, expires_first, expires_last, size, body,
       series.id is not null as known
     from chunk left join series on series.id = chunk.series
     where (chunk.series, t0, seq) > (?, ?, ?) order by chunk.series, t0, seq limit ?`,
  )
  let last = { series: -1, t0: 0, seq: 0 }
  let done = 0
  let points = 0
  for (;;) {
    const rows = inOneState(database, () => {
      const found = page.all(last.series, last.t0, last.seq, rowsAtOnce)
      for (const row of found) points += checkChunk(row, chunks.open, report)
      return found
    })
    const end = rows.at(-1)
    if (!end) break
    last = { series: end.series as number, t0: end.t0 as number, seq: end.seq as number }
    done += rows.length
    await breathe('chunks', done, all)
  }
  report.looked(done, 'chunk')
  report.looked(points, 'point')
}

type Row = Record<string, unknown>

/** Returns the number of points in the chunk. */
function checkChunk(row: Row, open: (chunk: StoredChunk) => Columns, report: CheckReport): number {
  const { expires_first: first, expires_last: last } = row
  const chunk = { ...row, expiresFirst: first ?? NEVER, expiresLast: last ?? NEVER } as unknown as StoredChunk
  const name = `chunk ${chunk.seq} of series ${chunk.series}, from ${timeText(chunk.t0)}`
  if (!row.known) report.found('Chunks of a missing series', name)
  let columns: Columns
  try {
    columns = open(chunk)
  } catch (error) {
    report.found('Unreadable chunks', `${name}: ${(error as Error).message}`)
    return 0
  }
  for (let i = 1; i < columns.length; i++) {
    if ((columns.ts[i] as number) > (columns.ts[i - 1] as number)) continue
    report.found('Chunks with points out of order', `${name}: at point ${i}`)
    break
  }
  const wrong = differences(chunk, headerOf(columns))
  if (wrong.length > 0) report.found('Chunks that differ from their header', `${name}: ${wrong.join(', ')}`)
  return columns.length
}

function differences(header: ChunkHeader, real: ChunkHeader): string[] {
  const names = ['n', 't0', 't1', 'stats', 'min', 'max', 'sum', 'expiresFirst', 'expiresLast'] as const
  return names
    .filter((name) => {
      const [said, is] = [header[name], real[name]]
      const tolerance = name === 'sum' ? sumTolerance * Math.max(Math.abs(is), Math.abs(real.max) * real.n) : 0
      return said !== is && !(Math.abs(said - is) <= tolerance)
    })
    .map((name) => `${name} is ${real[name]}, the header says ${header[name]}`)
}

/** Checks bodies against their checksums, and that exactly one row refers to each. */
export async function checkBodies(database: DatabaseSync, report: CheckReport, breathe: Breathe): Promise<void> {
  const all = countRows(database, 'body')
  const page = database.prepare('select id, crc, bytes from body where id > ? order by id limit ?')
  let done = 0
  for (let rows = page.all(0, rowsAtOnce); rows.length > 0; rows = page.all(rows.at(-1)?.id as number, rowsAtOnce)) {
    for (const { id, crc, bytes } of rows) {
      if (crc === crc32(bytes as Uint8Array)) continue
      report.found('Damaged bodies', `body ${id}: checksum mismatch`)
    }
    done += rows.length
    await breathe('bodies', done, all)
  }
  const used = '(select body as id from chunk union all select body from roll_up)'
  const lost = database.prepare(`select id from body where id not in ${used} order by id`)
  for (const { id } of lost.iterate()) report.found('Bodies without a chunk', `body ${id}`)
  const shared = database.prepare(`select id, count(*) as users from ${used} group by id having users > 1`)
  for (const { id, users } of shared.iterate()) report.found('Bodies shared by several chunks', `body ${id}: ${users}`)
}

export async function checkHot(database: DatabaseSync, report: CheckReport): Promise<void> {
  const known = database.prepare('select 1 from series where id = ?')
  const isKnown = new Map<number, boolean>()
  let rows = 0
  for (const { id, batch } of database.prepare('select id, batch from hot order by id').iterate()) {
    rows++
    try {
      const points = readPointsBatch(batch as Uint8Array)
      for (let i = 0; i < points.count; i++) {
        points.value(i)
        const series = Math.floor((points.meta[i] as number) / 8)
        if (!isKnown.has(series)) isKnown.set(series, known.get(series) !== undefined)
      }
    } catch (error) {
      report.found('Unreadable hot rows', `row ${id}: ${(error as Error).message}`)
    }
  }
  for (const [series, is] of isKnown) {
    if (!is) report.found('Hot points of a missing series', `series ${series}`)
  }
  report.looked(rows, 'hot row')
}

export function checkLatest(database: DatabaseSync, report: CheckReport): void {
  const rows = database.prepare(
    `select latest.series, ts, type, typeof(value) as stored, series.id is not null as known
     from latest left join series on series.id = latest.series`,
  )
  let looked = 0
  for (const { series, ts, type, stored, known } of rows.iterate()) {
    looked++
    if (!known) report.found('Latest values of a missing series', `series ${series}`)
    const isText = stored === 'text'
    const fits =
      type === 3 || type === 4 ? isText : type === 1 ? stored !== 'blob' && stored !== 'null' : isNumber(stored)
    if (!Number.isFinite(ts) || !fits) {
      report.found('Damaged latest values', `series ${series}: type ${type}, ${stored} at ${ts}`)
    }
  }
  report.looked(looked, 'latest value')
}

const isNumber = (stored: unknown) => stored === 'integer' || stored === 'real'

export function inOneState<T>(database: DatabaseSync, run: () => T): T {
  database.exec('begin')
  try {
    return run()
  } finally {
    database.exec('commit')
  }
}

export const countRows = (database: DatabaseSync, table: string): number =>
  database.prepare(`select count(*) as count from ${table}`).get()?.count as number

export function timeText(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString()
}
