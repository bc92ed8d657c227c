/**
 * Creates and updates the roll-ups of a series, a bounded amount at a time.
 *
 * Roll-ups are only stored where they're cheap and useful: where a bucket covers at least 50 points. A bucket takes
 * about 8 bytes, 50 points take 1.5 bytes each or more, so roll-ups add a tenth at most, and the wider buckets above
 * them a hundredth of that or so. With fewer points per bucket, reading the points is just as fast. So a series with
 * one point per second has all three widths, with one in ten seconds hours and days, and with one in ten minutes only
 * days.
 */

import { ValueType } from '@sonde/model/telemetry/values'
import { Stats } from './chunk-codec.ts'
import type { ChunkTable, StoredChunk } from './chunks.ts'
import { type Columns, expiryAt, lowerBound, type StoredValue, typeAt } from './columns.ts'
import { type RollUpBlock, rollUpLevels } from './roll-up-blocks.ts'
import { type Bucket, bucketAt, createBucketBuilder } from './roll-up-codec.ts'
import { feedSeries, type HeaderSink } from './series-feed.ts'

export interface RollUpLimits {
  /** Minimum average number of points per bucket. */
  readonly bucketPoints: number
  /** Minimum number of points in a range, and of new points, for buckets to be created. */
  readonly pointsMin: number
  /** Maximum number of buckets that a block spans. */
  readonly blockBuckets: number
  /** Number of points read per step. */
  readonly stepPoints: number
}

export const rollUpLimits: RollUpLimits = { bucketPoints: 50, pointsMin: 2000, blockBuckets: 512, stepPoints: 16_384 }

/** Maximum number of consecutive empty buckets within a range of buckets. */
const emptyBucketsMax = 64
/** With roll-ups of the next narrower width, a step reads fewer points by this factor. */
const finerGain = 16
/** Number of chunk headers read at once; each page starts some chunks before the end of the previous one. */
const pageChunks = 64
const pageOverlap = 8

/** Accumulates buckets of one width from chunk headers and points. */
function createSummary(level: number) {
  const buckets: Bucket[] = []
  const builder = createBucketBuilder()
  let current = Number.NaN

  function enter(start: number) {
    if (start === current) return
    close()
    current = start
  }
  function close() {
    const bucket = builder.take(current)
    if (bucket) buckets.push(bucket)
  }
  const bucketOf = (ts: number) => Math.floor(ts / level) * level

  const sink: HeaderSink = {
    chunk({ t0, t1, n, stats, min, max, sum, expiresFirst }) {
      const start = bucketOf(t0)
      if (start !== bucketOf(t1)) return false
      enter(start)
      builder.add(n, stats, min, max, sum, expiresFirst)
      return true
    },
    points(columns, start, end) {
      for (let i = start; i < end; ) {
        const bucket = bucketOf(columns.ts[i] as number)
        enter(bucket)
        const next = Math.min(end, lowerBound(columns, bucket + level))
        addPoints(columns, i, next)
        i = next
      }
      return true
    },
  }

  function addPoints(columns: Columns, start: number, end: number) {
    let stats: number = Stats.LONGS
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    let sum = 0
    let expires = Number.POSITIVE_INFINITY
    for (let i = start; i < end && stats !== Stats.NONE; i++) {
      const value = columns.values[i] as StoredValue
      const type = typeAt(columns, i)
      if (typeof value !== 'number' || !Number.isFinite(value) || type === ValueType.BOOLEAN) stats = Stats.NONE
      else {
        if (type === ValueType.DOUBLE) stats = Stats.DOUBLES
        if (value < min) min = value
        if (value > max) max = value
        sum += value
        if (stats === Stats.LONGS && !Number.isSafeInteger(sum)) stats = Stats.NONE
      }
    }
    if (columns.expiry) for (let i = start; i < end; i++) expires = Math.min(expires, expiryAt(columns, i))
    builder.add(end - start, stats, min, max, sum, expires)
  }

  return {
    sink,
    finish() {
      close()
      return buckets
    },
  }
}

export interface RollUpJob {
  readonly series: number
  /** Time range of the changes since the last update. */
  readonly from: number
  readonly to: number
  /** Creates buckets even for few new points. */
  readonly eager: boolean
  nowMs(): number
}

export function createRollUps(chunks: ChunkTable, limits: RollUpLimits) {
  const { rollUps } = chunks

  /** Statistics of the chunk contents in [from, to), as buckets; expired points don't count. */
  function summarize(series: number, depth: number, from: number, to: number, nowMs: number): readonly Bucket[] {
    const summary = createSummary(rollUpLevels[depth] as number)
    const levels = rollUpLevels.slice(0, depth).reverse()
    feedSeries({ chunks, series, head: undefined, nowMs, levels, needsStats: false, sink: summary.sink }, from, to)
    return summary.finish()
  }

  /** Number of buckets per step, given the points per bucket. */
  function stepBuckets(series: number, depth: number, from: number, points: number): number {
    const level = rollUpLevels[depth] as number
    const finer = rollUpLevels[depth - 1]
    const hasFiner = finer !== undefined && rollUps.find(series, finer, from, from + level).length > 0
    const most = Math.floor((limits.stepPoints * (hasFiner ? finerGain : 1)) / Math.max(1, points))
    return Math.min(limits.blockBuckets, Math.max(1, most))
  }

  /** Recomputes the first part of a block's stale range. */
  function mend(block: RollUpBlock, depth: number, nowMs: number) {
    const { series, level, t0, t1, staleFrom, staleTo } = block
    if (staleFrom === null || staleTo === null) return
    const held = rollUps.open(block)
    const buckets = Array.from({ length: held.length }, (_, i) => bucketAt(held, i))
    const points = buckets.reduce((sum, { n }) => sum + n, 0) / Math.max(1, buckets.length)
    const from = Math.max(t0, Math.floor(staleFrom / level) * level)
    const end = Math.min(t1, Math.floor(staleTo / level) * level + level)
    const to = Math.min(end, from + stepBuckets(series, depth, from, points) * level)
    const retained = [
      ...buckets.filter(({ start }) => start < from),
      ...summarize(series, depth, from, to, nowMs),
      ...buckets.filter(({ start }) => start >= to),
    ]
    const stale = to < end ? { from: to, to: staleTo } : null
    rollUps.remove(block)
    if (retained.length > 0 || stale) rollUps.insert(series, level, { t0, t1, buckets: retained, stale })
  }

  /** Adds buckets to the block that ends where they begin, or creates a new block. */
  function append(series: number, level: number, from: number, to: number, buckets: readonly Bucket[]) {
    const [last] = rollUps.find(series, level, from - level, from)
    if (last && last.t1 === from && last.staleFrom === null && (to - last.t0) / level <= limits.blockBuckets) {
      const held = rollUps.open(last)
      const all = [...Array.from({ length: held.length }, (_, i) => bucketAt(held, i)), ...buckets]
      rollUps.remove(last)
      rollUps.insert(series, level, { t0: last.t0, t1: to, buckets: all, stale: null })
    } else rollUps.insert(series, level, { t0: from, t1: to, buckets, stale: null })
  }

  /** Ranges of sufficiently close and dense chunks, aligned to buckets, with the average points per bucket. */
  function rangesOf(page: readonly StoredChunk[], level: number): { from: number; to: number; points: number }[] {
    const ranges: { from: number; to: number; points: number }[] = []
    for (let start = 0; start < page.length; ) {
      const first = page[start] as StoredChunk
      let end = first.t1
      let points = first.n
      let next = start + 1
      for (; next < page.length; next++) {
        const chunk = page[next] as StoredChunk
        if (chunk.t0 - end > emptyBucketsMax * level) break
        end = Math.max(end, chunk.t1)
        points += chunk.n
      }
      start = next
      const perBucket = (points / Math.max(1, end - first.t0)) * level
      if (points < limits.pointsMin || perBucket < limits.bucketPoints) continue
      // The bucket of the last point isn't complete yet.
      const range = { from: Math.floor(first.t0 / level) * level, to: Math.floor(end / level) * level }
      if (range.from < range.to) ranges.push({ ...range, points: perBucket })
    }
    return ranges
  }

  /** The first part of [from, to) that isn't covered by a block. */
  function uncovered(series: number, level: number, from: number, to: number): { from: number; to: number } | null {
    let at = from
    for (const block of rollUps.find(series, level, from, to)) {
      if (block.t0 > at) return { from: at, to: block.t0 }
      at = Math.max(at, block.t1)
    }
    return at < to ? { from: at, to } : null
  }

  /** Where to continue a range: at the end of the preceding block if that is close, otherwise at `from`. */
  function continuedFrom(series: number, level: number, from: number): number {
    const end = rollUps.endBefore(series, level, from)
    return end !== null && end < from && from - end <= emptyBucketsMax * level ? end : from
  }

  /** Updates the roll-ups of a series. Yields after each step; anything may have changed before the next step. */
  function* update({ series, from, to, eager, nowMs }: RollUpJob): Generator<void> {
    for (const [depth, level] of rollUpLevels.entries()) {
      for (;;) {
        const [block] = rollUps.stale(series, level, 1)
        if (!block) break
        mend(block, depth, nowMs())
        yield
      }
      yield* extend(series, depth, { from, to, eager, nowMs })
    }
  }

  function* extend(series: number, depth: number, job: Omit<RollUpJob, 'series'>): Generator<void> {
    const level = rollUpLevels[depth] as number
    let limit = pageChunks
    let cursor = chunks.startBefore(series, job.from, pageOverlap) ?? job.from
    for (;;) {
      const page = chunks.page(series, cursor, limit)
      for (const range of rangesOf(page, level)) yield* cover(series, depth, range, job)
      if (page.length < limit) return
      const next = (page[limit - pageOverlap] as StoredChunk).t0
      if (next > job.to) return
      if (next > cursor) cursor = next
      else limit *= 4
    }
  }

  function* cover(
    series: number,
    depth: number,
    range: { from: number; to: number; points: number },
    { eager, nowMs }: Omit<RollUpJob, 'series'>,
  ): Generator<void> {
    const level = rollUpLevels[depth] as number
    const worth = eager ? level : (limits.pointsMin / range.points) * level
    let at = continuedFrom(series, level, range.from)
    while (at < range.to) {
      const gap = uncovered(series, level, at, range.to)
      if (!gap) return
      if (gap.to - gap.from < worth) {
        at = gap.to
        continue
      }
      const end = Math.min(gap.to, gap.from + stepBuckets(series, depth, gap.from, range.points) * level)
      append(series, level, gap.from, end, summarize(series, depth, gap.from, end, nowMs()))
      at = end
      yield
    }
  }

  return { update }
}
