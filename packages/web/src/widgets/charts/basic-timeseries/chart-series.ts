/** One series of a chart, and how several come onto common times. */

import { type ColumnStatistics, type SeriesColumn, valueBefore } from '@sonde/model/dashboards/series-column'
import type { SeriesGap } from '@sonde/model/dashboards/series-gaps'
import type { SeriesLook, ValueDisplay } from '../../../dashboards/widget-api.ts'
import { unionOf } from '../../series-times.ts'
import type { ChartKeySettings } from './chart-settings.ts'

export interface ResolvedThreshold {
  readonly value: number
  readonly color: string
  readonly label: string
  readonly shadedSide: 'auto' | 'above' | 'below'
}

export interface ChartSeries extends SeriesLook {
  readonly id: string
  readonly label: string
  readonly display: ValueDisplay
  readonly averageDisplay: ValueDisplay
  readonly column: SeriesColumn
  readonly gaps: readonly SeriesGap[]
  readonly statistics: ColumnStatistics | null
  /** What its axis shows at least, where its key has a range. */
  readonly extent: { readonly min?: number; readonly max?: number }
  readonly settings: ChartKeySettings
  /** Its limits as far as they are numbers now. */
  readonly thresholds: readonly ResolvedThreshold[]
  readonly isHidden: boolean
  /** Drawn in steps. */
  readonly isStepped: boolean
  readonly axis: number
  /** Of a series that is compared: how much earlier its points were than they are drawn; else null. */
  readonly comparedMs: number | null
}

/** Every point's time, and one within each gap: there a line must break though nobody has a point. */
export const timesOf = (series: readonly Pick<ChartSeries, 'column' | 'gaps'>[]): Float64Array =>
  unionOf([
    ...series.map(({ column }) => column.ts),
    ...series.map(({ gaps }) => Float64Array.from(gaps, ({ startMs, endMs }) => Math.round((startMs + endMs) / 2))),
  ])

/**
 * The point of an interval lies in the middle of it: that of the interval that isn't over yet can lie after the end of
 * the range. It is drawn at the end; without it, a device that has just begun to send would have an empty chart.
 */
export function endingAt(column: SeriesColumn, endMs: number, intervalMs: number): SeriesColumn {
  const last = column.ts.length - 1
  const ts = column.ts[last]
  if (ts === undefined || ts <= endMs || ts > endMs + intervalMs / 2) return column
  if ((column.ts[last - 1] ?? Number.NEGATIVE_INFINITY) >= endMs) return column
  return { ...column, ts: column.ts.with(last, endMs) }
}

/**
 * A series on the common times: null breaks the line (a gap), undefined does not (another series has a point there).
 */
export function alignedValues(
  { column, gaps }: Pick<ChartSeries, 'column' | 'gaps'>,
  times: Float64Array,
): (number | null | undefined)[] {
  const values: (number | null | undefined)[] = new Array(times.length)
  let point = 0
  let gap = 0
  for (let i = 0; i < times.length; i++) {
    const ts = times[i] as number
    if (point < column.ts.length && column.ts[point] === ts) {
      const value = column.values[point] as number
      values[i] = Number.isNaN(value) ? null : value
      point++
      continue
    }
    while (gap < gaps.length && (gaps[gap]?.endMs ?? 0) <= ts) gap++
    const current = gaps[gap]
    values[i] = current && ts > current.startMs ? null : undefined
  }
  return values
}

/** Indexes of the points that no line reaches: alone, or between two gaps. */
export function lonePoints(values: ArrayLike<number | null | undefined>): number[] {
  const lone: number[] = []
  let previous: number | null = null
  /** Nothing joins it to the one before. */
  let first = -1
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value === undefined) continue
    if (value === null && first >= 0) lone.push(first)
    first = value !== null && previous === null ? i : -1
    previous = value
  }
  if (first >= 0) lone.push(first)
  return lone
}

/** The value at a time of the axis: the series' own point there, else the last one before, unless it is in a gap. */
export function valueNear(
  { column, gaps }: Pick<ChartSeries, 'column' | 'gaps'>,
  ms: number,
  toleranceMs: number,
): number | null {
  if (gaps.some(({ startMs, endMs }) => ms > startMs && ms < endMs)) return null
  return valueBefore(column, ms, toleranceMs)
}
