/**
 * Which chunks of a series are worth merging, decided by their headers alone.
 *
 * Two kinds: chunks that overlap in time, so that readers must open them all, and rows of small ones. A merge may not
 * change what a reader sees. Its result takes the age (`seq`) of the youngest that went in, so between the oldest and
 * the youngest of them there must be no other chunk where their points are merged: `after` and `before` keep it to
 * such a stretch, and what lies outside of it stays in pieces of its own age.
 *
 * Invariant: chunks of the same age never overlap in time.
 */

import { type ChunkSize, filled, fillOf, isWideGap } from './chunk-cut.ts'
import type { StoredChunk } from './chunk-table.ts'

export interface MergeLimits {
  /** Chunks and points that go into one merge: what is done in one step. */
  readonly chunksMax: number
  readonly pointsMax: number
  readonly size: ChunkSize
}

export interface MergePlan {
  /** By age, the oldest first. */
  readonly chunks: readonly StoredChunk[]
  /** Points later than `after` and before `before` are merged, both exclusive, from `from` on. */
  readonly from: number
  readonly after: number
  readonly before: number
  /** The result is cut into chunks of the same size; otherwise into full ones and a rest. */
  readonly even: boolean
  /** Expired points may be left out: they hide none of an older chunk. */
  readonly mayDrop: boolean
}

/** Headers of a series in order of time. */
export interface ChunkPage {
  readonly chunks: readonly StoredChunk[]
  /** Every chunk that reaches to this time or beyond is there, up to the last one's beginning. */
  readonly from: number
  /** There is nothing behind the last one. */
  readonly isLast: boolean
}

/** Chunks that may wait at the end of a series until they fill a place. */
const waitingChunksMax = 8

export type Planned = MergePlan | 'nothing' | 'show more'

/**
 * The first merge that is worth it.
 *
 * @param settledTo rows of small chunks up to this time are left alone
 * @param eager merges the last, small chunks too, although more will follow them
 */
export function planMerge(page: ChunkPage, limits: MergeLimits, settledTo: number, eager: boolean): Planned {
  const overlap = findOverlap(page.chunks)
  if (overlap !== null) return planOverlap(page, limits, overlap)
  return planRow(page, limits, settledTo, eager) ?? 'nothing'
}

/** The first time at which a chunk begins before an earlier one has ended. */
function findOverlap(chunks: readonly StoredChunk[]): number | null {
  let reach = Number.NEGATIVE_INFINITY
  for (const { t0, t1 } of chunks) {
    if (t0 <= reach) return t0
    if (t1 > reach) reach = t1
  }
  return null
}

function planOverlap({ chunks, from, isLast }: ChunkPage, limits: MergeLimits, at: number): Planned {
  const knownTo = isLast ? Number.POSITIVE_INFINITY : (chunks.at(-1)?.t0 ?? from)
  if (at >= knownTo) return 'show more'
  const there = chunks.filter(({ t0, t1 }) => t0 <= at && t1 >= at).sort((a, b) => a.seq - b.seq)
  const taken: StoredChunk[] = []
  let points = 0
  for (const chunk of there) {
    if (taken.length >= 2 && (taken.length >= limits.chunksMax || points + chunk.n > limits.pointsMax)) break
    taken.push(chunk)
    points += chunk.n
  }
  const oldest = (taken[0] as StoredChunk).seq
  const youngest = (taken.at(-1) as StoredChunk).seq
  let after = Number.NEGATIVE_INFINITY
  let before = knownTo
  for (const chunk of chunks) {
    if (chunk.seq < oldest || chunk.seq > youngest || taken.includes(chunk)) continue
    if (chunk.t1 < at) after = Math.max(after, chunk.t1)
    else before = Math.min(before, chunk.t0)
  }
  return {
    chunks: taken,
    from,
    after,
    before,
    even: true,
    mayDrop: !chunks.some(
      (chunk) => chunk.seq < youngest && chunk.t1 > after && chunk.t0 < before && !taken.includes(chunk),
    ),
  }
}

/** Rows of small chunks, one after the other in time. */
function planRow(page: ChunkPage, limits: MergeLimits, settledTo: number, eager: boolean): MergePlan | null {
  const { from, isLast } = page
  // What is not shown may overlap those that begin before `from`, and the last one shown.
  const chunks = page.chunks.slice(0, isLast ? undefined : -1).filter(({ t0 }) => t0 >= from)
  for (let start = 0; start < chunks.length; ) {
    const row = rowFrom(chunks, start, limits)
    const isAtEnd = start + row.length === chunks.length
    if (row.length > 1 && (chunks[start] as StoredChunk).t0 > settledTo) {
      const saves = Math.ceil(row.fill) < row.length
      const waits = isAtEnd && !eager && row.fill < 1 && row.length < waitingChunksMax
      if (saves && !waits) {
        const taken = chunks.slice(start, start + row.length).sort((a, b) => a.seq - b.seq)
        const all = { from, after: Number.NEGATIVE_INFINITY, before: Number.POSITIVE_INFINITY }
        // Where more follows, what is left over goes along with it.
        return { chunks: taken, ...all, even: !row.isCut && !isAtEnd, mayDrop: true }
      }
    }
    start += Math.max(1, row.length)
  }
  return null
}

function rowFrom(chunks: readonly StoredChunk[], start: number, { chunksMax, pointsMax, size }: MergeLimits) {
  let fill = 0
  let points = 0
  let end = start
  let isCut = false
  for (; end < chunks.length; end++) {
    const chunk = chunks[end] as StoredChunk
    const own = fillOfChunk(chunk, size)
    if (own >= filled) break
    const before = end > start ? chunks[end - 1] : undefined
    if (before && isWideGap(chunk.t0 - before.t1, Math.max(stepOf(before), stepOf(chunk)))) break
    if (end - start === chunksMax || (end > start + 1 && points + chunk.n > pointsMax)) {
      isCut = true
      break
    }
    fill += own
    points += chunk.n
  }
  return { length: end - start, fill, isCut }
}

const stepOf = ({ t0, t1, n }: StoredChunk): number => (n > 1 ? (t1 - t0) / (n - 1) : 0)

/** Of a size unknown: packed by an older version, to be packed anew. */
const fillOfChunk = ({ n, size }: StoredChunk, places: ChunkSize): number =>
  size > 0 ? fillOf(size, n, places) : Math.min(filled / 2, n / places.pointsMax)
