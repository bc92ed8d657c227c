/** One series of a chart, and how several come onto common times. */

import type { ColumnStatistics, SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { SeriesGap } from '@sonde/model/dashboards/series-gaps'
import type { SeriesLook, ValueDisplay } from '../../../dashboards/widget-api.ts'
import { unionOf } from '../../series-times.ts'
import type { ChartKeySettings } from './chart-settings.ts'

export interface ResolvedThreshold {
  readonly value: number
  readonly color: string
}

export interface ChartSeries extends SeriesLook {
  readonly id: string
  readonly label: string
  readonly display: ValueDisplay
  readonly averageDisplay: ValueDisplay
  readonly column: SeriesColumn
  readonly gaps: readonly SeriesGap[]
  readonly statistics: ColumnStatistics | null
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

/** The value at a time of the axis: the series' own point there, else the last one before, unless it is in a gap. */
export function valueNear(
  { column, gaps }: Pick<ChartSeries, 'column' | 'gaps'>,
  ms: number,
  toleranceMs: number,
): number | null {
  let low = 0
  let high = column.ts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((column.ts[middle] as number) <= ms) low = middle + 1
    else high = middle
  }
  if (low === 0) return null
  if (gaps.some(({ startMs, endMs }) => ms > startMs && ms < endMs)) return null
  if (ms - (column.ts[low - 1] as number) > toleranceMs) return null
  const value = column.values[low - 1] as number
  return Number.isNaN(value) ? null : value
}
