/**
 * Feeds aggregations from roll-ups where they're valid, and from chunks and the head elsewhere.
 *
 * A roll-up bucket is used if no newer data affects it: no chunk has changed there since (tracked by the block), no
 * open point falls into it and none of its points has expired.
 */

import type { ChunkFinder } from './chunks.ts'
import { type Columns, lowerBound, sorted } from './columns.ts'
import { NEVER } from './points-batch.ts'
import type { RollUpBlock } from './roll-up-blocks.ts'
import type { RollUps } from './roll-up-codec.ts'
import { type HeadCopy, mergeSources, type Sink, sourcesOf } from './series-merge.ts'

/** Receives a whole range in time order, as chunk headers or points. */
export interface HeaderSink extends Sink {
  chunk: NonNullable<Sink['chunk']>
}

export interface Feeding {
  readonly chunks: ChunkFinder
  readonly series: number
  readonly head: HeadCopy | undefined
  readonly nowMs: number
  /** Usable roll-up widths, descending. Each divides the previous one and the bounds of the range. */
  readonly levels: readonly number[]
  /** Excludes roll-ups that only have a count. */
  readonly needsStats: boolean
  readonly sink: HeaderSink
}

/** Maximum number of gaps that are read separately; if a block has more, the closest ones are joined. */
const gapsMax = 32

interface Gap {
  from: number
  to: number
}

export function feedSeries(feeding: Feeding, startTs: number, endTs: number): void {
  const { chunks, series, head, nowMs, levels, needsStats, sink } = feeding
  const open: Columns | null = head && head.columns.length > 0 ? sorted(head.columns) : null

  function feed(depth: number, from: number, to: number) {
    if (!(from < to)) return
    const level = levels[depth]
    if (level === undefined) {
      const sources = sourcesOf(chunks, series, head, from, to)
      mergeSources(sources, { startTs: from, endTs: to, descending: false, nowMs }, sink)
      return
    }
    let at = from
    for (const block of chunks.rollUps.find(series, level, from, to)) {
      const start = Math.max(at, block.t0)
      const end = Math.min(to, block.t1)
      if (start >= end) continue
      feed(depth + 1, at, start)
      feedBlock(depth, block, start, end)
      at = end
    }
    feed(depth + 1, at, to)
  }

  function feedBlock(depth: number, block: RollUpBlock, from: number, to: number) {
    const { level } = block
    const rollUps = chunks.rollUps.open(block)
    let index = firstFrom(rollUps, from)
    const emit = (end: number) => {
      for (; index < rollUps.length && (rollUps.starts[index] as number) < end; index++) {
        const t0 = rollUps.starts[index] as number
        const expires = rollUps.expiresFirst ? (rollUps.expiresFirst[index] as number) : NEVER
        sink.chunk({
          t0,
          t1: t0 + level - 1,
          n: rollUps.n[index] as number,
          stats: rollUps.stats[index] as number,
          min: rollUps.min[index] as number,
          max: rollUps.max[index] as number,
          sum: rollUps.sum[index] as number,
          expiresFirst: expires,
          expiresLast: expires,
        })
      }
    }
    let at = from
    for (const gap of gapsOf(block, rollUps, from, to)) {
      emit(gap.from)
      feed(depth + 1, gap.from, gap.to)
      index = firstFrom(rollUps, gap.to)
      at = gap.to
    }
    if (at < to) emit(to)
  }

  /** Parts of [from, to) for which the block can't be used, in time order. */
  function gapsOf(block: RollUpBlock, rollUps: RollUps, from: number, to: number): Gap[] {
    const { level, staleFrom, staleTo } = block
    const gaps: Gap[] = []
    const bucketOf = (ts: number) => Math.floor(ts / level) * level
    const add = (start: number, end: number) => {
      const gap = { from: Math.max(from, start), to: Math.min(to, end) }
      if (gap.from < gap.to) gaps.push(gap)
    }
    if (staleFrom !== null && staleTo !== null) add(bucketOf(staleFrom), bucketOf(staleTo) + level)
    if (open) {
      const last = lowerBound(open, to)
      for (let i = lowerBound(open, from); i < last; ) {
        const start = bucketOf(open.ts[i] as number)
        add(start, start + level)
        i = lowerBound(open, start + level)
      }
    }
    for (let i = firstFrom(rollUps, from); i < rollUps.length; i++) {
      const start = rollUps.starts[i] as number
      if (start >= to) break
      const hasExpired = rollUps.expiresFirst !== null && (rollUps.expiresFirst[i] as number) <= nowMs
      // `Stats.NONE` is 0.
      if (hasExpired || (needsStats && rollUps.stats[i] === 0)) add(start, start + level)
    }
    return joinGaps(gaps, level)
  }

  feed(0, startTs, endTs)
}

/** Sorts and joins gaps until at most `gapsMax` separate ones remain. */
function joinGaps(gaps: Gap[], level: number): Gap[] {
  gaps.sort((a, b) => a.from - b.from)
  for (let near = 0; ; near = Math.max(level, near * 2)) {
    const joined: Gap[] = []
    for (const gap of gaps) {
      const last = joined.at(-1)
      if (last && gap.from <= last.to + near) last.to = Math.max(last.to, gap.to)
      else joined.push({ ...gap })
    }
    if (joined.length <= gapsMax) return joined
  }
}

/** Index of the first bucket that begins at this time or later. */
function firstFrom({ starts, length }: RollUps, ts: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] as number) < ts) low = middle + 1
    else high = middle
  }
  return low
}
