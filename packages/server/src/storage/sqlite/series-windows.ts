/**
 * A long range as a row of shorter ones, so that a read can stop after each and go on later.
 *
 * Each window is a read of its own, with a snapshot of its own: a slow client holds no snapshot open, and so does not
 * keep the database from reusing its log. Where a window ends is only a matter of size; whatever is sealed, merged or
 * deleted between two windows, each point of the range lies in exactly one of them.
 */

import type { DatabaseSync } from 'node:sqlite'
import type { ChunkFinder } from './chunk-table.ts'
import type { Columns } from './columns.ts'
import type { HeadCopy } from './series-merge.ts'
import { readSeries, type SeriesRange } from './series-range.ts'

/** Points of a window, about: what a read holds in memory. The consumer lowers it where points are large. */
export interface WindowSize {
  points: number
}

export const windowPointsMin = 512
export const windowPointsMax = 8192
/** Chunks looked at to find the end of a window; one that is reached early is only shorter. */
const chunksPerWindow = 64

/** Where the next window of [startTs, endTs) should end (descending: begin) to hold about `points` points. */
export type WindowEdges = (
  series: number,
  startTs: number,
  endTs: number,
  descending: boolean,
  points: number,
) => number

export function createWindowEdges(database: DatabaseSync): WindowEdges {
  const select = 'select t0, n from chunk where series = ? and t0 > ? and t0 < ? order by t0'
  const forwards = database.prepare(`${select} limit ${chunksPerWindow}`)
  const backwards = database.prepare(`${select} desc limit ${chunksPerWindow}`)
  for (const statement of [forwards, backwards]) statement.setReturnArrays(true)

  return (series, startTs, endTs, descending, points) => {
    const chunks = (descending ? backwards : forwards).all(series, startTs, endTs) as unknown as [number, number][]
    let count = 0
    for (const [t0, n] of chunks) {
      // Forwards the window ends before this chunk, backwards it begins with it.
      if (!descending && count >= points) return t0
      count += n
      if (descending && count >= points) return t0
    }
    const last = chunks.length === chunksPerWindow ? chunks.at(-1)?.[0] : undefined
    return last ?? (descending ? startTs : endTs)
  }
}

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
    const columns = readSeries(chunks, series, head, { ...range, ...window, limit })
    if (descending) endTs = edge
    else startTs = edge
    limit -= columns.length
    if (columns.length > 0) yield columns
  }
}
