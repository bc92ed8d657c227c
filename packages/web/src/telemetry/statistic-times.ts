/** Times behind the statistics of a series: of its extremes, of its last point, and between its points. Pure. */

import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'

export interface StatisticTimes {
  /** Epoch ms of the first point with the lowest and the highest number. */
  readonly minTs: number
  readonly maxTs: number
  readonly lastTs: number
}

type Points = Pick<SeriesColumn, 'ts' | 'values'>

/** Of the numbers in the range; null if there are none. */
export function timesOf({ ts, values }: Points, { startMs, endMs }: TimeRange): StatisticTimes | null {
  let [minAt, maxAt, lastAt] = [-1, -1, -1]
  for (let at = 0; at < ts.length; at++) {
    const value = values[at] ?? Number.NaN
    if ((ts[at] ?? 0) < startMs || (ts[at] ?? 0) > endMs || Number.isNaN(value)) continue
    if (minAt < 0 || value < (values[minAt] ?? 0)) minAt = at
    if (maxAt < 0 || value > (values[maxAt] ?? 0)) maxAt = at
    lastAt = at
  }
  const [minTs, maxTs, lastTs] = [ts[minAt], ts[maxAt], ts[lastAt]]
  return minTs === undefined || maxTs === undefined || lastTs === undefined ? null : { minTs, maxTs, lastTs }
}

/** Median of the ms between the points in the range; null with fewer than two points. */
export function medianSpacingOf({ ts }: Pick<SeriesColumn, 'ts'>, { startMs, endMs }: TimeRange): number | null {
  const within = ts.filter((ms) => ms >= startMs && ms <= endMs)
  const distances = within.slice(1).map((ms, at) => ms - (within[at] ?? 0))
  return distances.sort()[Math.floor((distances.length - 1) / 2)] ?? null
}
