/**
 * Splits a long range into shorter windows, so that a read can pause after each and continue later.
 *
 * Each window is a separate read with its own snapshot. A slow client therefore doesn't keep a snapshot open, which
 * would prevent the database from reusing its log. Window bounds only depend on size: even if points are sealed, merged
 * or deleted between two windows, each point of the range falls into exactly one window.
 */

import type { ChunkFinder } from './chunks.ts'
import type { Columns } from './columns.ts'
import type { HeadCopy } from './series-merge.ts'
import { readSeries, type SeriesRange, textRoom } from './series-range.ts'

/** Approximate points per window, which a read holds in memory. The consumer lowers it for large points. */
export interface WindowSize {
  points: number
}

/** Maximum text characters per window. */
export const windowCharactersMax = 512 * 1024
export const windowPointsMin = 512
export const windowPointsMax = 8192
/** Returns where the next window of [startTs, endTs) should end (descending: begin) to hold about `points` points. */
export type WindowEdges = (
  series: number,
  startTs: number,
  endTs: number,
  descending: boolean,
  points: number,
) => number

/** Yields the range's points in order and up to its limit. Buckets are few and are yielded all at once. */
export function* readWindows(
  chunks: ChunkFinder,
  edges: WindowEdges,
  series: number,
  head: HeadCopy | undefined,
  range: SeriesRange,
  size: WindowSize,
): Generator<Columns, void> {
  if (range.aggregation !== 'NONE' && range.intervalMs > 0) {
    yield readSeries(chunks, series, head, range)
    return
  }
  const { descending } = range
  let { startTs, endTs, limit } = range
  while (limit > 0 && startTs < endTs) {
    const edge = edges(series, startTs, endTs, descending, Math.min(limit, size.points))
    const window = descending ? { startTs: edge, endTs } : { startTs, endTs: edge }
    const room = textRoom(windowCharactersMax, { stops: true })
    const columns = readSeries(chunks, series, head, { ...range, ...window, limit }, room)
    const last = room.isFull ? columns.ts[columns.length - 1] : undefined
    if (descending) endTs = last ?? edge
    else startTs = last === undefined ? edge : last + 1
    limit -= columns.length
    if (columns.length > 0) yield columns
  }
}
