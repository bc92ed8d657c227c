/**
 * Selects chunks of a series that are worth merging, based only on their headers.
 *
 * There are two kinds of merges: chunks that overlap in time, which readers would all have to open, and runs of small
 * consecutive chunks. A merge must not change what a reader sees. The result gets the age (`seq`) of its youngest
 * source, so within the merged time range no other chunk may have an age between the oldest and the youngest source:
 * `after` and `before` limit the range accordingly. Points outside of it stay in separate chunks of their original age.
 *
 * Invariant: chunks of the same age never overlap in time.
 */

import { type ChunkSize, filled, fillOf, isWideGap } from './chunk-cut.ts'
import type { StoredChunk } from './chunks.ts'

export interface MergeLimits {
  /** Maximum number of chunks and points per merge, which is one step. */
  readonly chunksMax: number
  readonly pointsMax: number
  readonly size: ChunkSize
}

export interface MergePlan {
  /** Ordered by age, oldest first. */
  readonly chunks: readonly StoredChunk[]
  /** Points at or after `from`, after `after` and before `before` (both exclusive) are merged. */
  readonly from: number
  readonly after: number
  readonly before: number
  /** true: the result is cut into chunks of about the same size; false: into full ones and a rest. */
  readonly even: boolean
  /** Expired points may be dropped, because they don't replace points of an older chunk. */
  readonly mayDrop: boolean
}

/** Headers of a series in time order. */
export interface ChunkPage {
  readonly chunks: readonly StoredChunk[]
  /** The page contains every chunk that ends at this time or later, up to the start of its last chunk. */
  readonly from: number
  /** No chunks follow the last one. */
  readonly isLast: boolean
}

/** With this many headers in the page, a merge is planned only for the time range that they cover. */
const shownMax = 4096
/** Number of small chunks at the end of a series that may wait until they fill a chunk. */
const waitingChunksMax = 8

export type Planned = MergePlan | 'nothing' | 'show more'

/**
 * Returns the first worthwhile merge.
 *
 * @param settledTo runs of small chunks that begin up to this time are skipped
 * @param eager also merges the last small chunks, although more will follow
 */
export function planMerge(page: ChunkPage, limits: MergeLimits, settledTo: number, eager: boolean): Planned {
  const overlap = deepestOverlap(page)
  if (overlap === 'none') return planRow(page, limits, settledTo, eager) ?? 'nothing'
  return overlap === 'show more' ? overlap : planOverlap(page, limits, overlap)
}

/** Exclusive end of the time range for which the page contains all chunks. */
const knownTo = ({ chunks, from, isLast }: ChunkPage): number =>
  isLast ? Number.POSITIVE_INFINITY : (chunks.at(-1)?.t0 ?? from)

/**
 * Earliest time at which the most chunks overlap. Merging there needs the fewest steps: few chunks may overlap at the
 * first overlap, and their merged chunk would overlap all the others again.
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
  // Merging many layers leaves only one, but a later chunk with an age between theirs may shorten the range.
  for (const layers of [3, 2]) {
    if (layers >= best.layers) continue
    const fewer = chooseChunks(page, there, layers, limits, at)
    if (fewer.gain > best.gain) best = fewer
  }
  const { taken, after, before, youngest } = best
  // Merging only up to the known time would leave pieces of all these chunks.
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
 * Selects the oldest chunks that overlap at one time, and as many as fit of the later chunks with an age between
 * theirs, which would otherwise end the merge.
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
  // Ordered by start time, like the page.
  const later = between.filter(({ t0 }) => t0 > at)
  let next = 0
  for (; next < later.length && hasRoom(later[next] as StoredChunk); next++) take(later[next] as StoredChunk)
  const after = Math.max(Number.NEGATIVE_INFINITY, ...between.flatMap(({ t1 }) => (t1 < at ? [t1] : [])))
  const before = Math.min(knownTo(page), later[next]?.t0 ?? Number.POSITIVE_INFINITY)
  const merged = taken.reduce((sum, chunk) => sum + pointsWithin(chunk, after, before), 0)
  return { taken, layers, youngest, after, before, gain: (merged / points) * (layers - 1) }
}

/** Estimate that assumes evenly spaced points. */
function pointsWithin({ t0, t1, n }: StoredChunk, after: number, before: number): number {
  const within = Math.min(t1, before) - Math.max(t0, after)
  return t1 > t0 ? (n * Math.max(0, within)) / (t1 - t0) : n
}

/** Plans a merge of small consecutive chunks. */
function planRow(page: ChunkPage, limits: MergeLimits, settledTo: number, eager: boolean): MergePlan | null {
  const { from, isLast } = page
  // Chunks outside of the page may overlap those that begin before `from` and the last one.
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
        // If more chunks follow, the rest is merged with them later.
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
