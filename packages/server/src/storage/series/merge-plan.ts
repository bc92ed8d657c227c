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
import type { StoredChunk } from './chunks.ts'

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

/** With more headers shown, a merge is done only as far as they go. */
const shownMax = 4096
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
  const overlap = deepestOverlap(page)
  if (overlap === 'none') return planRow(page, limits, settledTo, eager) ?? 'nothing'
  return overlap === 'show more' ? overlap : planOverlap(page, limits, overlap)
}

/** Where page shows all there is: before this time. */
const knownTo = ({ chunks, from, isLast }: ChunkPage): number =>
  isLast ? Number.POSITIVE_INFINITY : (chunks.at(-1)?.t0 ?? from)

/**
 * The first time at which most chunks overlap. Merging there ends soonest: where many overlap, few may at the first
 * overlap, and what they are merged to overlaps all the others again.
 */
function deepestOverlap(page: ChunkPage): number | 'none' | 'show more' {
  const { chunks } = page
  const ends = chunks.map(({ t1 }) => t1).sort((a, b) => a - b)
  const end = knownTo(page)
  let deepest = 1
  let at: number | 'none' | 'show more' = 'none'
  let ended = 0
  for (const [i, { t0 }] of chunks.entries()) {
    while ((ends[ended] as number) < t0) ended++
    const depth = i + 1 - ended
    if (depth <= deepest) continue
    if (t0 >= end) return at === 'none' ? 'show more' : at
    deepest = depth
    at = t0
  }
  return at
}

function planOverlap(page: ChunkPage, limits: MergeLimits, at: number): MergePlan | 'show more' {
  const { chunks, from } = page
  const end = knownTo(page)
  const there = chunks.filter(({ t0, t1 }) => t0 <= at && t1 >= at).sort((a, b) => a.seq - b.seq)
  let best = chooseChunks(page, there, there.length, limits, at)
  // Many at once leave one layer of them, but may reach less far before another one of their ages begins.
  for (const layers of [3, 2]) {
    if (layers >= best.layers) continue
    const fewer = chooseChunks(page, there, layers, limits, at)
    if (fewer.gain > best.gain) best = fewer
  }
  const { taken, after, before, youngest } = best
  // Merging only up to what is known would leave pieces of all of them for later.
  if (before === end && chunks.length < shownMax && taken.some(({ t1 }) => t1 >= end)) return 'show more'
  return {
    chunks: taken.sort((a, b) => a.seq - b.seq),
    from,
    after,
    before,
    even: true,
    mayDrop: !chunks.some(
      (chunk) => chunk.seq < youngest && chunk.t1 > after && chunk.t0 < before && !taken.includes(chunk),
    ),
  }
}

/**
 * The oldest chunks of those at one time, and as many as may go in of those that would end the merge: chunks of an age
 * between them, later in time.
 */
function chooseChunks(
  page: ChunkPage,
  there: readonly StoredChunk[],
  layersMax: number,
  { chunksMax, pointsMax }: MergeLimits,
  at: number,
) {
  const taken: StoredChunk[] = []
  let points = 0
  const hasRoom = ({ n }: StoredChunk) => taken.length < chunksMax && points + n <= pointsMax
  const take = (chunk: StoredChunk) => {
    taken.push(chunk)
    points += chunk.n
  }
  for (const chunk of there.slice(0, layersMax)) {
    if (taken.length >= 2 && !hasRoom(chunk)) break
    take(chunk)
  }
  const layers = taken.length
  const oldest = (taken[0] as StoredChunk).seq
  const youngest = (taken.at(-1) as StoredChunk).seq
  const between = page.chunks.filter((chunk) => chunk.seq >= oldest && chunk.seq <= youngest && !taken.includes(chunk))
  // In order of their beginning, as the page is.
  const later = between.filter(({ t0 }) => t0 > at)
  let next = 0
  for (; next < later.length && hasRoom(later[next] as StoredChunk); next++) take(later[next] as StoredChunk)
  const after = Math.max(Number.NEGATIVE_INFINITY, ...between.flatMap(({ t1 }) => (t1 < at ? [t1] : [])))
  const before = Math.min(knownTo(page), later[next]?.t0 ?? Number.POSITIVE_INFINITY)
  const merged = taken.reduce((sum, chunk) => sum + pointsWithin(chunk, after, before), 0)
  return { taken, layers, youngest, after, before, gain: (merged / points) * (layers - 1) }
}

/** About, as if its points stood evenly. */
function pointsWithin({ t0, t1, n }: StoredChunk, after: number, before: number): number {
  const within = Math.min(t1, before) - Math.max(t0, after)
  return t1 > t0 ? (n * Math.max(0, within)) / (t1 - t0) : n
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

const fillOfChunk = ({ n, size }: StoredChunk, places: ChunkSize): number => fillOf(size, n, places)
