/** Determines where one chunk ends and the next begins. */

import { encodeChunk } from './chunk-codec.ts'
import { type Columns, slice } from './columns.ts'

/** A gap that ends a chunk must be at least this wide (ms) and this many times the usual step between points. */
const gapMs = 86_400_000
const gapSteps = 1000

/** Whether the points on both sides of the gap shouldn't share a chunk. */
export const isWideGap = (gap: number, usualStep: number): boolean => gap >= Math.max(gapMs, usualStep * gapSteps)

/**
 * End of the chunk that begins at `start`. A wide gap ends it early: otherwise a stray point years away would extend
 * the chunk's time range over all others, and readers couldn't use headers.
 */
export function chunkEnd({ ts, length }: Columns, start: number, chunkPoints: number): number {
  // Avoids a small last chunk: up to 1.5 times the usual number of points go into one.
  return gapEnd(ts, start, length - start <= chunkPoints * 1.5 ? length : start + chunkPoints)
}

/** Index at which the texts of [start, end) reach this many characters, or `end`; at least `start` + 1. */
export function textEnd({ values }: Columns, start: number, end: number, characters: number): number {
  let sum = 0
  for (let at = start; at < end; at++) {
    const value = values[at]
    if (typeof value === 'string') sum += value.length
    if (sum >= characters) return at + 1
  }
  return end
}

/** Index of the first point after a wide gap in [start, end), or `end`. */
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
 * Target size of chunks. It is given in bytes rather than in points, so that bodies fill the pages of the database.
 */
export interface ChunkSize {
  /** Two bodies of this size fill a page. */
  readonly halfPageBytes: number
  /** One body of this size fills a page; for values that pack so badly that half a page would hold too few. */
  readonly pageBytes: number
  readonly pointsMax: number
}

/** Page size 8192 minus the page header and the columns before the body. */
export const chunkSize: ChunkSize = { halfPageBytes: 4070, pageBytes: 8140, pointsMax: 4096 }
const bytesPerPointOfHalf = 4

/** A chunk that reaches this fill isn't merged any more. */
export const filled = 0.8
/** Target fill of chunks that are cut to fill their place; the margin is needed because packed sizes vary. */
const snug = 0.985

const placeOf = (bytesPerPoint: number, { halfPageBytes, pageBytes }: ChunkSize): number =>
  bytesPerPoint > bytesPerPointOfHalf ? pageBytes : halfPageBytes

/** Fill of a chunk with this size and number of points; 1: full. */
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
 * @param even true: chunks of about the same size; false: all chunks but the last are full
 * @param fillPerPoint average fill per point of the source chunks; 0: unknown
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
  // Larger chunks need slightly fewer bytes per point.
  const guess = fillPerPoint > 0 ? Math.floor(1.02 / fillPerPoint) : size.pointsMax >> 1
  let points = Math.max(1, Math.min(size.pointsMax, guess))
  for (let start = 0; start < length; ) {
    points = Math.min(points, length - start)
    let chunk = pack(columns, start, start + points)
    // The second guess is usually good enough. The last chunk may stay partly filled.
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
