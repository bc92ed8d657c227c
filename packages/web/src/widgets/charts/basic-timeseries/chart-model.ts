/** From a widget's view to what the chart draws: one time axis, aligned values, gaps, axes, statistics. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { columnStatistics, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { findGaps } from '@sonde/model/dashboards/series-gaps'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import {
  chosenColor,
  displayOf,
  displayOfAverage,
  type LiveLimits,
  limitNumber,
  type SeriesColors,
  type SeriesLook,
  type SeriesView,
} from '../../../dashboards/widget-api.ts'
import { type ChartSeries, endingAt, type ResolvedThreshold, timesOf } from './chart-series.ts'
import {
  type AxisSettings,
  type ChartMoment,
  type ChartSettings,
  type ChartSpan,
  chartKeySettings,
} from './chart-settings.ts'
import { type Stack, stackExtent, stackOf } from './chart-stack.ts'

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
  readonly thresholds: readonly (ResolvedThreshold & {
    readonly axis: number
    readonly isUpper: boolean
    readonly units: string
    readonly decimals: number
  })[]
  readonly moments: readonly ChartMoment[]
  readonly spans: readonly ChartSpan[]
  /** Every time at which a shown series has a point, or breaks off. */
  readonly times: Float64Array
  /** The lines that stand on others; empty when nothing is stacked. */
  readonly stack: Stack
  /** How much earlier the compared series were; null without one. */
  readonly comparedMs: number | null
  readonly isEmpty: boolean
}

export interface ChartDeps {
  readonly widget: DashboardWidget
  readonly settings: ChartSettings
  readonly series: readonly SeriesView[]
  readonly limits: LiveLimits
  readonly colors: SeriesColors
  /** The label of a series that is compared: `Flow, a day before`. */
  readonly comparedLabel: (label: string) => string
  /** Ids of series whose legend entry was clicked off or on, against their default. */
  readonly isHidden: (id: string, byDefault: boolean) => boolean
}

export function chartModel(deps: ChartDeps): ChartModel {
  const { settings, limits } = deps
  const views = deps.series.filter(({ role }) => role !== 'comparison')
  const looks = deps.colors.looks(views.map(({ id, dataKey }) => ({ id, chosen: chosenColor(dataKey.color) })))
  const axes: { settings: AxisSettings; side: 'left' | 'right'; key: string }[] = [
    { settings: settings.yaxis, side: 'left', key: '' },
  ]

  function seriesOf(view: SeriesView, look: SeriesLook, column: SeriesColumn, comparedMs: number | null): ChartSeries {
    const { dataKey, decimalsSeen } = view
    const { config } = deps.widget
    const keySettings = chartKeySettings(dataKey, settings.stack)
    const axisKey = keySettings.showSeparateAxis ? `${view.datasourceIndex} ${view.keyIndex}` : ''
    let axis = axes.findIndex(({ key }) => key === axisKey)
    if (axis < 0) axis = axes.push({ settings: keySettings.axis, side: keySettings.axisPosition, key: axisKey }) - 1
    const { startMs, endMs } = view.range
    return {
      ...look,
      id: view.id,
      label: view.label,
      display: displayOf(dataKey, config, decimalsSeen),
      averageDisplay: displayOfAverage(dataKey, config, decimalsSeen),
      column,
      gaps: findGaps(column.ts, view.derived.agg === 'NONE' ? 0 : view.derived.interval),
      statistics: columnStatistics(column, startMs + (comparedMs ?? 0), endMs + (comparedMs ?? 0)),
      extent: view.description ?? {},
      settings: keySettings,
      thresholds: keySettings.thresholds.flatMap(({ limit, ...look }) => {
        const value = limitNumber(limit, limits)
        return value === null ? [] : [{ value, ...look }]
      }),
      isHidden: deps.isHidden(view.id, keySettings.hideDataByDefault),
      isStepped: view.column.isBoolean || (!keySettings.isNumber && holdsOnlyFlags(view)),
      axis,
      comparedMs,
    }
  }

  const plain = views.map((view, index) => {
    const { column, range, derived } = view
    const drawn = derived.agg === 'NONE' ? column : endingAt(column, range.endMs, derived.interval)
    return seriesOf(view, looks[index] as SeriesLook, drawn, null)
  })
  const compared = deps.series.flatMap((view) => {
    if (view.role !== 'comparison') return []
    const at = views.findIndex((one) => isSameKey(one, view))
    const main = views[at]
    if (!main) return []
    // Both windows are derived apart; their starts lie above each other.
    const comparedMs = main.derived.startTs - view.derived.startTs
    const { comparisonSettings, comparedColor } = chartKeySettings(view.dataKey)
    const { comparisonValuesLabel: label } = comparisonSettings
    const look = { color: comparedColor ?? looks[at]?.color ?? 'var(--sd-chart-1)', dash: comparedDash }
    const column = { ...view.column, ts: view.column.ts.map((ts) => ts + comparedMs) }
    const name = label === '' ? deps.comparedLabel(view.label) : label
    return [seriesOf({ ...view, label: name }, look, column, comparedMs)]
  })
  const drawn = [...plain, ...compared]
  const range = views[0]?.range ?? { startMs: 0, endMs: 1 }
  const times = timesOf(drawn.filter((one) => !one.isHidden))
  const stack = stackOf(drawn, times)
  const chartAxes = axes.map((axis, index) => {
    const own = drawn.filter((one) => one.axis === index)
    return axisModel(axis, own, stackExtent(stack, own, times, range.startMs, range.endMs), stack)
  })
  return {
    range,
    series: drawn,
    axes: chartAxes,
    thresholds: plain.flatMap((one) => thresholdsOf(one, plain, stack)).filter(firstOfItsKind),
    moments: settings.moments,
    spans: settings.spans,
    times,
    stack,
    comparedMs: compared.find(({ isHidden }) => !isHidden)?.comparedMs ?? null,
    isEmpty: drawn.every(({ statistics }) => statistics === null),
  }
}

/** Px of line and gap. */
const comparedDash = [2, 4] as const

const isSameKey = (a: SeriesView, b: SeriesView): boolean =>
  a.datasourceIndex === b.datasourceIndex && a.keyIndex === b.keyIndex && a.entity.id.id === b.entity.id.id

/** Aggregated booleans come as numbers from 0 to 1; raw ones as flags. Only the latter are steps. */
const holdsOnlyFlags = ({ derived, column }: SeriesView): boolean =>
  derived.agg === 'NONE' && column.ts.length > 0 && column.values.every((value) => value === 0 || value === 1)

function axisModel(
  axis: { settings: AxisSettings; side: 'left' | 'right' },
  all: readonly ChartSeries[],
  stacked: { low: number; high: number } | null,
  stack: Stack,
): ChartAxis {
  const shown = all.filter(({ isHidden, statistics }) => !isHidden && statistics)
  let low = stacked?.low ?? Infinity
  let high = stacked?.high ?? -Infinity
  for (const { id, statistics, extent } of shown) {
    if (!statistics || stack.has(id)) continue
    low = Math.min(low, extent.min ?? low)
    high = Math.max(high, extent.max ?? high)
    low = Math.min(low, statistics.min)
    high = Math.max(high, statistics.max)
  }
  const isKnown = low <= high
  // A limit far from the data would flatten it; one nearby belongs into the picture.
  const near = isKnown ? high - low || Math.abs(high) * 0.1 || 1 : 0
  for (const { thresholds } of shown) {
    for (const { value } of thresholds) {
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

function thresholdsOf(one: ChartSeries, all: readonly ChartSeries[], stack: Stack): ChartModel['thresholds'] {
  if (one.isHidden) return []
  const averages = all.flatMap(({ axis, statistics }) => (axis === one.axis && statistics ? [statistics.avg] : []))
  const sum = averages.reduce((total, avg) => total + avg, 0)
  const usual = stack.size > 0 ? sum : sum / Math.max(1, averages.length)
  const { units, decimals } = one.display
  // The side that is forbidden is the one where the data mostly is not.
  return one.thresholds.map((threshold) => ({
    ...threshold,
    axis: one.axis,
    units,
    decimals,
    isUpper: threshold.shadedSide === 'auto' ? threshold.value >= usual : threshold.shadedSide === 'above',
  }))
}

/** All entities of a key bring the same limits. */
const firstOfItsKind = (one: ChartModel['thresholds'][number], index: number, all: ChartModel['thresholds']): boolean =>
  all.findIndex(({ value, color, axis }) => value === one.value && color === one.color && axis === one.axis) === index
