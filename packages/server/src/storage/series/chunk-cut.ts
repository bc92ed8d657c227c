/** Where one chunk ends and the next begins. */

import { encodeChunk } from './chunk-codec.ts'
import { type Columns, slice } from './columns.ts'

/** A gap must be at least this wide, ms, and this many times the usual step, to end a chunk. */
const gapMs = 86_400_000
const gapSteps = 1000

/** Whether what lies on both sides of the gap should not share a chunk. */
export const isWideGap = (gap: number, usualStep: number): boolean => gap >= Math.max(gapMs, usualStep * gapSteps)

/**
 * Where the chunk that begins at `start` ends. A wide gap ends it early: a stray point years away would otherwise
 * stretch it over all others and keep readers from using headers.
 */
export function chunkEnd({ ts, length }: Columns, start: number, chunkPoints: number): number {
  // What would be left for a chunk of its own must be worth one.
  return gapEnd(ts, start, length - start <= chunkPoints * 1.5 ? length : start + chunkPoints)
}

/** Where texts of [start, end) have reached so many characters, or the end; at least one point on. */
export function textEnd({ values }: Columns, start: number, end: number, characters: number): number {
  let sum = 0
  for (let at = start; at < end; at++) {
    const value = values[at]
    if (typeof value === 'string') sum += value.length
    if (sum >= characters) return at + 1
  }
  return end
}

/** The first wide gap of [start, end), or the end. */
function gapEnd(ts: ArrayLike<number>, start: number, end: number): number {
  let widest = 0
  for (let i = start + 1; i < end; i++) widest = Math.max(widest, (ts[i] as number) - (ts[i - 1] as number))
  if (widest < gapMs || end - start < 3) return end
  const steps: number[] = []
  for (let i = start + 1; i < end; i++) steps.push((ts[i] as number) - (ts[i - 1] as number))
  const usual = [...steps].sort((a, b) => a - b)[steps.length >> 1] as number
  const gap = steps.findIndex((step) => isWideGap(step, usual))
  return gap < 0 ? end : start + gap + 1
}

/**
 * How large chunks are to become: as many bytes as let bodies fill the pages of the database, so of a certain size and
 * not of a certain number of points.
 */
export interface ChunkSize {
  /** Two bodies of this size fill a page. */
  readonly halfPageBytes: number
  /** One does; for values that can hardly be packed, or half a page would hold too few. */
  readonly pageBytes: number
  readonly pointsMax: number
}

/** 8192 less the page's own bytes and what stands before a body. */
export const chunkSize: ChunkSize = { halfPageBytes: 4070, pageBytes: 8140, pointsMax: 4096 }
const bytesPerPointOfHalf = 4

/** A chunk that is filled so far is not merged any more. */
export const filled = 0.8
/** Bodies that are made to fill their place do so up to this; how well points can be packed varies. */
const snug = 0.985

const placeOf = (bytesPerPoint: number, { halfPageBytes, pageBytes }: ChunkSize): number =>
  bytesPerPoint > bytesPerPointOfHalf ? pageBytes : halfPageBytes

/** How much of the place of a chunk these bytes and points take; 1 is all. */
export function fillOf(bytes: number, points: number, size: ChunkSize): number {
  return Math.max(bytes / placeOf(bytes / points, size), points / size.pointsMax)
}

export interface PackedChunk {
  readonly columns: Columns
  readonly body: Uint8Array
}

/**
 * Cuts sorted columns into packed chunks.
 *
 * @param even of about the same size; otherwise all but the last one fill their places
 * @param fillPerPoint of the chunks that the points come from; 0: unknown
 */
export function cutChunks(columns: Columns, size: ChunkSize, even: boolean, fillPerPoint = 0): PackedChunk[] {
  const packed: PackedChunk[] = []
  for (let start = 0; start < columns.length; ) {
    const end = gapEnd(columns.ts, start, columns.length)
    const range = slice(columns, start, end)
    packed.push(...(even ? cutEvenly(range, size) : cutFull(range, size, fillPerPoint)))
    start = end
  }
  return packed
}

function pack(columns: Columns, start: number, end: number): PackedChunk {
  const part = slice(columns, start, end)
  return { columns: part, body: encodeChunk(part, true) }
}

function cutEvenly(columns: Columns, size: ChunkSize): PackedChunk[] {
  const { length } = columns
  let count = Math.max(1, Math.ceil(length / size.pointsMax))
  if (count === 1) {
    const all = pack(columns, 0, length)
    count = Math.ceil(fillOf(all.body.length, length, size))
    if (count === 1) return [all]
  } else {
    const sample = pack(columns, 0, size.pointsMax)
    count = Math.ceil((fillOf(sample.body.length, size.pointsMax, size) * length) / size.pointsMax)
  }
  return Array.from({ length: count }, (_, i) =>
    pack(columns, Math.floor((i * length) / count), Math.floor(((i + 1) * length) / count)),
  ).filter((part) => part.columns.length > 0)
}

function cutFull(columns: Columns, size: ChunkSize, fillPerPoint: number): PackedChunk[] {
  const { length } = columns
  const packed: PackedChunk[] = []
  // More points in one chunk take a little less each.
  const guess = fillPerPoint > 0 ? Math.floor(1.02 / fillPerPoint) : size.pointsMax >> 1
  let points = Math.max(1, Math.min(size.pointsMax, guess))
  for (let start = 0; start < length; ) {
    points = Math.min(points, length - start)
    let chunk = pack(columns, start, start + points)
    // The second guess is good; what is left over at the end need not fill anything.
    for (let tries = 0; tries < 3; tries++) {
      const fill = fillOf(chunk.body.length, points, size)
      if (fill <= 1 && (fill > 0.97 || start + points === length)) break
      const next = Math.min(Math.max(1, Math.floor((points * snug) / fill)), length - start, size.pointsMax)
      if (next === points) break
      points = next
      chunk = pack(columns, start, start + points)
    }
    packed.push(chunk)
    start += chunk.columns.length
  }
  return packed
}
