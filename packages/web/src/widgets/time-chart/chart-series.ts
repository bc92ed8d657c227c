/** Series of a chart, and aligning several series to common times. */

import type { Figure } from '@sonde/model/dashboards/figures'
import { type ColumnStatistics, figureBefore, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { SeriesGap } from '@sonde/model/dashboards/series-gaps'
import type { Aggregation } from '@sonde/model/telemetry/values'
import type { Stretch } from '@sonde/model/time-windows/stretches'
import type { SeriesLook, ValueDisplay } from '../../dashboards/widget-api.ts'
import { unionOf } from '../series-times.ts'
import type { ChartKeySettings } from './chart-settings.ts'

export interface ResolvedThreshold {
  readonly value: number
  readonly color: string
  readonly label: string
  readonly shadedSide: 'auto' | 'above' | 'below'
  /** Px. */
  readonly lineWidth: number
}

export interface ChartSeries extends SeriesLook {
  readonly id: string
  readonly label: string
  readonly display: ValueDisplay
  readonly averageDisplay: ValueDisplay
  /** Points as they are drawn. */
  readonly column: SeriesColumn
  /** Points as they were received, for tables. */
  readonly received: SeriesColumn
  readonly agg: Aggregation
  /** Intervals of the window, for bars. */
  readonly stretches: readonly Stretch[]
  readonly gaps: readonly SeriesGap[]
  readonly statistics: ColumnStatistics | null
  /** Minimum range of the axis, from the key's description. */
  readonly extent: { readonly min?: number; readonly max?: number }
  readonly settings: ChartKeySettings
  /** Limits that currently have a numeric value. */
  readonly thresholds: readonly ResolvedThreshold[]
  readonly isHidden: boolean
  /** Drawn as steps instead of straight lines. */
  readonly isStepped: boolean
  /** All values are on or off. */
  readonly isFlags: boolean
  readonly axis: number
  /** Ms by which a compared series is shifted to later times; null for other series. */
  readonly comparedMs: number | null
}

/** Times of all points, and the middle of each gap, so that lines break even if no series has a point there. */
export const timesOf = (series: readonly Pick<ChartSeries, 'column' | 'gaps'>[]): Float64Array =>
  unionOf([
    ...series.map(({ column }) => column.ts),
    ...series.map(({ gaps }) => Float64Array.from(gaps, ({ startMs, endMs }) => Math.round((startMs + endMs) / 2))),
  ])

/**
 * Moves the last point to the end of the range if it is up to half an interval later. The point of an interval is in
 * its middle, which can be in the future while the interval is incomplete. Without the move, the chart of a device that
 * just started to send would be empty.
 */
export function endingAt(column: SeriesColumn, endMs: number, intervalMs: number): SeriesColumn {
  const last = column.ts.length - 1
  const ts = column.ts[last]
  if (ts === undefined || ts <= endMs || ts > endMs + intervalMs / 2) return column
  if ((column.ts[last - 1] ?? Number.NEGATIVE_INFINITY) >= endMs) return column
  return { ...column, ts: column.ts.with(last, endMs) }
}

/**
 * Values of a series at the common times: null breaks the line (a gap), undefined does not (only another series has a
 * point there).
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

/** Indexes of points that no line connects: a single point, or one between two gaps. */
export function lonePoints(values: ArrayLike<number | null | undefined>): number[] {
  const lone: number[] = []
  let previous: number | null = null
  /** Index of the current point if no line connects it to the previous one, else -1. */
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

/** Number at a time: the last point at or before `ms` within `toleranceMs`, with all digits; null within a gap. */
export function figureNear(
  { column, gaps }: Pick<ChartSeries, 'column' | 'gaps'>,
  ms: number,
  toleranceMs: number,
): Figure | null {
  if (gaps.some(({ startMs, endMs }) => ms > startMs && ms < endMs)) return null
  return figureBefore(column, ms, toleranceMs)
}
