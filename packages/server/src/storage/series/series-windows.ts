/**
 * A long range as a row of shorter ones, so that a read can stop after each and go on later.
 *
 * Each window is a read of its own, with a snapshot of its own: a slow client holds no snapshot open, and so does not
 * keep the database from reusing its log. Where a window ends is only a matter of size; whatever is sealed, merged or
 * deleted between two windows, each point of the range lies in exactly one of them.
 */

import type { ChunkFinder } from './chunks.ts'
import type { Columns } from './columns.ts'
import type { HeadCopy } from './series-merge.ts'
import { readSeries, type SeriesRange, textRoom } from './series-range.ts'

/** Points of a window, about: what a read holds in memory. The consumer lowers it where points are large. */
export interface WindowSize {
  points: number
}

/** Characters of the texts of a window. */
export const windowCharactersMax = 512 * 1024
export const windowPointsMin = 512
export const windowPointsMax = 8192
/** Where the next window of [startTs, endTs) should end (descending: begin) to hold about `points` points. */
export type WindowEdges = (
  series: number,
  startTs: number,
  endTs: number,
  descending: boolean,
  points: number,
) => number

/** The range's points in its order and with its limit; buckets come all at once, they are few. */
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
