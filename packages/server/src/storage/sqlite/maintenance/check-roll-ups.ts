/** Checks roll-ups block by block: their structure, and their statistics against the points in chunks. */

import type { DatabaseSync } from 'node:sqlite'
import { Stats } from '../../series/chunk-codec.ts'
import type { Columns } from '../../series/columns.ts'
import { NEVER } from '../../series/points-batch.ts'
import { type RollUpBlock, rollUpLevels } from '../../series/roll-up-blocks.ts'
import type { RollUps } from '../../series/roll-up-codec.ts'
import { mergeSources, sourcesOf } from '../../series/series-merge.ts'
import type { Breathe, CheckReport } from '../../store-maintenance.ts'
import { createChunkFinder } from '../chunk-table.ts'
import { countRows, inOneState, sumTolerance, timeText } from './check-series.ts'

/** Blocks per transaction; each may cover many chunks. */
const blocksAtOnce = 50

interface Bucket {
  n: number
  sum: number
  min: number
  max: number
}

export async function checkRollUps(database: DatabaseSync, report: CheckReport, breathe: Breathe): Promise<void> {
  const all = countRows(database, 'roll_up')
  const chunks = createChunkFinder(database)
  const page = database.prepare(
    `select roll_up.series, level, t0, t1, stale_from as staleFrom, stale_to as staleTo, body,
       series.id is not null as known
     from roll_up left join series on series.id = roll_up.series
     where (roll_up.series, level, t0) > (?, ?, ?) order by roll_up.series, level, t0 limit ?`,
  )
  let last: RollUpBlock | undefined
  let done = 0

  function look(row: Record<string, unknown>) {
    const block = row as unknown as RollUpBlock
    const { series, level, t0 } = block
    const wrong = (what: string) =>
      report.found('Damaged roll-ups', `roll-ups of ${level} ms of series ${series}, from ${timeText(t0)}: ${what}`)
    if (!row.known) wrong('the series is missing')
    if (last?.series === series && last.level === level && last.t1 > t0) wrong('overlaps the previous block')
    last = block
    try {
      const rollUps = chunks.rollUps.open(block)
      const fault = faultOfShape(block, rollUps) ?? faultOfContent(block, rollUps)
      if (fault !== null) wrong(fault)
    } catch (error) {
      wrong((error as Error).message)
    }
  }

  /**
   * Difference from the points in chunks, or null. Skips blocks with expiring points, which count until they expire.
   */
  function faultOfContent({ series, level, t0, t1, staleFrom, staleTo }: RollUpBlock, rollUps: RollUps): string | null {
    const found = chunks.find(series, t0, t1)
    if (found.some(({ expiresFirst }) => expiresFirst !== NEVER)) return null
    const real = new Map<number, Bucket>()
    mergeSources(
      sourcesOf(chunks, series, undefined, t0, t1),
      { startTs: t0, endTs: t1, descending: false, nowMs: Number.NEGATIVE_INFINITY },
      {
        points(columns, start, end) {
          addPoints(real, columns, start, end, level)
          return true
        },
      },
    )
    const isStale = (start: number) => staleFrom !== null && start + level > staleFrom && start <= Number(staleTo)
    for (let i = 0; i < rollUps.length; i++) {
      const start = rollUps.starts[i] as number
      const bucket = real.get(start)
      real.delete(start)
      if (isStale(start)) continue
      const fault = difference(rollUps, i, bucket)
      if (fault !== null) return `the bucket at ${timeText(start)} ${fault}`
    }
    for (const [start, { n }] of real) {
      if (!isStale(start)) return `the ${n} points of the bucket at ${timeText(start)} are missing`
    }
    return null
  }

  for (;;) {
    const rows = inOneState(database, () => {
      const found = page.all(last?.series ?? -1, last?.level ?? 0, last?.t0 ?? 0, blocksAtOnce)
      for (const row of found) look(row)
      return found
    })
    if (rows.length === 0) break
    done += rows.length
    await breathe('roll-ups', done, all)
  }
  report.looked(done, 'roll-up block')
}

function faultOfShape({ level, t0, t1 }: RollUpBlock, { length, starts, n }: RollUps): string | null {
  if (!rollUpLevels.some((each) => each === level)) return 'invalid bucket width'
  for (let i = 0; i < length; i++) {
    const start = starts[i] as number
    if (start < t0 || start + level > t1 || start % level !== 0) return `a bucket at ${start} lies outside`
    if (i > 0 && start <= (starts[i - 1] as number)) return 'buckets out of order'
    if (!((n[i] as number) > 0)) return `the bucket at ${start} counts ${n[i]} points`
  }
  return null
}

function addPoints(buckets: Map<number, Bucket>, { ts, values }: Columns, from: number, to: number, level: number) {
  for (let i = from; i < to; i++) {
    const start = Math.floor((ts[i] as number) / level) * level
    let bucket = buckets.get(start)
    if (!bucket) {
      bucket = { n: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }
      buckets.set(start, bucket)
    }
    bucket.n++
    // Only compared if all values of the bucket are numbers.
    const value = Number(values[i])
    bucket.sum += value
    if (value < bucket.min) bucket.min = value
    if (value > bucket.max) bucket.max = value
  }
}

function difference(rollUps: RollUps, index: number, real: Bucket | undefined): string | null {
  const said = { n: rollUps.n[index], min: rollUps.min[index], max: rollUps.max[index], sum: rollUps.sum[index] ?? 0 }
  if (said.n !== (real?.n ?? 0)) return `counts ${said.n} points, there are ${real?.n ?? 0}`
  if (!real || rollUps.stats[index] === Stats.NONE) return null
  for (const name of ['min', 'max'] as const) {
    if (said[name] !== real[name]) return `says that ${name} is ${said[name]}, it is ${real[name]}`
  }
  const tolerance = sumTolerance * real.n * Math.max(Math.abs(real.min), Math.abs(real.max))
  return Math.abs(said.sum - real.sum) <= tolerance ? null : `says that sum is ${said.sum}, it is ${real.sum}`
}
