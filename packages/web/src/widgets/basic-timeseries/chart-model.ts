/** From a widget's view to what the chart draws: one time axis, aligned values, gaps, axes, statistics. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { type ColumnStatistics, columnStatistics, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { findGaps, type SeriesGap } from '@sonde/model/dashboards/series-gaps'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { chosenColor, type SeriesColors, type SeriesLook } from '../../dashboards/series-colors.ts'
import { displayOf, displayOfAverage, type ValueDisplay } from '../../dashboards/value-display.ts'
import type { SeriesView } from '../../dashboards/widget-view.ts'
import {
  type AxisSettings,
  type ChartKeySettings,
  type ChartSettings,
  type ChartThreshold,
  chartKeySettings,
} from './chart-settings.ts'

export interface ChartSeries extends SeriesLook {
  readonly id: string
  readonly label: string
  readonly display: ValueDisplay
  readonly averageDisplay: ValueDisplay
  readonly column: SeriesColumn
  readonly gaps: readonly SeriesGap[]
  readonly statistics: ColumnStatistics | null
  readonly settings: ChartKeySettings
  readonly isHidden: boolean
  /** Drawn in steps. */
  readonly isStepped: boolean
  readonly axis: number
}

export interface ChartAxis {
  readonly settings: AxisSettings
  readonly side: 'left' | 'right'
  readonly units: string
  readonly decimals: number
  /** Of what is shown; null when nothing is. */
  readonly low: number | null
  readonly high: number | null
  readonly isBoolean: boolean
}

export interface ChartModel {
  readonly range: TimeRange
  readonly series: readonly ChartSeries[]
  readonly axes: readonly ChartAxis[]
  readonly thresholds: readonly (ChartThreshold & {
    readonly axis: number
    readonly isUpper: boolean
    readonly units: string
    readonly decimals: number
  })[]
  /** Every time at which a shown series has a point, or breaks off. */
  readonly times: Float64Array
  readonly isEmpty: boolean
}

export interface ChartParts {
  readonly widget: DashboardWidget
  readonly settings: ChartSettings
  readonly series: readonly SeriesView[]
  readonly colors: SeriesColors
  /** Ids of series whose legend entry was clicked off or on, against their default. */
  readonly isHidden: (id: string, byDefault: boolean) => boolean
}

export function chartModel({ widget, settings, series, colors, isHidden }: ChartParts): ChartModel {
  const looks = colors.looks(series.map(({ id, dataKey }) => ({ id, chosen: chosenColor(dataKey.color) })))
  const axes: { settings: AxisSettings; side: 'left' | 'right'; key: string }[] = [
    { settings: settings.yAxis, side: 'left', key: '' },
  ]
  const drawn = series.map((view, index): ChartSeries => {
    const keySettings = chartKeySettings(view.dataKey)
    const axisKey = keySettings.hasOwnAxis ? `${view.datasourceIndex} ${view.keyIndex}` : ''
    let axis = axes.findIndex(({ key }) => key === axisKey)
    if (axis < 0) axis = axes.push({ settings: keySettings.axis, side: keySettings.axisSide, key: axisKey }) - 1
    const isStepped = view.column.isBoolean || holdsOnlyFlags(view)
    return {
      ...(looks[index] as SeriesLook),
      id: view.id,
      label: view.label,
      display: displayOf(view.dataKey, widget.config, view.decimalsSeen),
      averageDisplay: displayOfAverage(view.dataKey, widget.config, view.decimalsSeen),
      column: view.column,
      gaps: findGaps(view.column.ts, view.derived.agg === 'NONE' ? 0 : view.derived.interval),
      statistics: columnStatistics(view.column, view.range.startMs, view.range.endMs),
      settings: keySettings,
      isHidden: isHidden(view.id, keySettings.isHidden),
      isStepped,
      axis,
    }
  })
  const chartAxes = axes.map((axis, index) =>
    axisModel(
      axis,
      drawn.filter((one) => one.axis === index),
    ),
  )
  return {
    range: series[0]?.range ?? { startMs: 0, endMs: 1 },
    series: drawn,
    axes: chartAxes,
    thresholds: drawn.flatMap((one) => thresholdsOf(one, drawn)).filter(firstOfItsKind),
    times: timesOf(drawn.filter((one) => !one.isHidden)),
    isEmpty: drawn.every(({ statistics }) => statistics === null),
  }
}

/** Aggregated booleans come as numbers from 0 to 1; raw ones as flags. Only the latter are steps. */
const holdsOnlyFlags = ({ derived, column }: SeriesView): boolean =>
  derived.agg === 'NONE' && column.ts.length > 0 && column.values.every((value) => value === 0 || value === 1)

function axisModel(axis: { settings: AxisSettings; side: 'left' | 'right' }, all: readonly ChartSeries[]): ChartAxis {
  const shown = all.filter(({ isHidden, statistics }) => !isHidden && statistics)
  let low = Infinity
  let high = -Infinity
  for (const { statistics } of shown) {
    if (!statistics) continue
    low = Math.min(low, statistics.min)
    high = Math.max(high, statistics.max)
  }
  const isKnown = low <= high
  // A limit far from the data would flatten it; one nearby belongs into the picture.
  const near = isKnown ? high - low || Math.abs(high) * 0.1 || 1 : 0
  for (const { settings } of shown) {
    for (const { value } of settings.thresholds) {
      if (value > high && value - high <= near) high = value
      if (value < low && low - value <= near) low = value
    }
  }
  const display = (shown[0] ?? all[0])?.display
  return {
    settings: axis.settings,
    side: axis.side,
    units: display?.units ?? '',
    decimals: display?.decimals ?? 0,
    low: isKnown ? low : null,
    high: isKnown ? high : null,
    isBoolean: shown.length > 0 && shown.every(({ isStepped }) => isStepped),
  }
}

function thresholdsOf(one: ChartSeries, all: readonly ChartSeries[]): ChartModel['thresholds'] {
  if (one.isHidden) return []
  const averages = all.flatMap(({ axis, statistics }) => (axis === one.axis && statistics ? [statistics.avg] : []))
  const usual = averages.reduce((sum, avg) => sum + avg, 0) / Math.max(1, averages.length)
  const { units, decimals } = one.display
  // The side that is forbidden is the one where the data mostly is not.
  return one.settings.thresholds.map((threshold) => ({
    ...threshold,
    axis: one.axis,
    units,
    decimals,
    isUpper: threshold.value >= usual,
  }))
}

/** All entities of a key bring the same limits. */
const firstOfItsKind = (one: ChartModel['thresholds'][number], index: number, all: ChartModel['thresholds']): boolean =>
  all.findIndex(({ value, color, axis }) => value === one.value && color === one.color && axis === one.axis) === index

/** Every point's time, and one within each gap: there a line must break though nobody has a point. */
export const timesOf = (series: readonly Pick<ChartSeries, 'column' | 'gaps'>[]): Float64Array =>
  unionOf([
    ...series.map(({ column }) => column.ts),
    ...series.map(({ gaps }) => Float64Array.from(gaps, ({ startMs, endMs }) => Math.round((startMs + endMs) / 2))),
  ])

/** Ascending, each time once. */
export function unionOf(columns: readonly Float64Array[]): Float64Array {
  const filled = columns.filter(({ length }) => length > 0)
  if (filled.length <= 1) return filled[0] ?? new Float64Array(0)
  const total = filled.reduce((sum, { length }) => sum + length, 0)
  const all = new Float64Array(total)
  let at = 0
  for (const column of filled) {
    all.set(column, at)
    at += column.length
  }
  all.sort()
  let size = 1
  for (let i = 1; i < total; i++) if (all[i] !== all[i - 1]) all[size++] = all[i] as number
  return all.subarray(0, size)
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
