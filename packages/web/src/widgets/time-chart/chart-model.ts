/** Builds the chart's model from a widget's view: common time axis, aligned values, gaps, axes, bars, statistics. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { Figure } from '@sonde/model/dashboards/figures'
import { withLabelValues } from '@sonde/model/dashboards/label-patterns'
import { columnStatistics, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { findGaps } from '@sonde/model/dashboards/series-gaps'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import {
  chosenColor,
  displayOf,
  displayOfAverage,
  type LatestView,
  type LiveLimits,
  limitNumber,
  type SeriesColors,
  type SeriesLook,
  type SeriesView,
  type ValueDisplay,
} from '../../dashboards/widget-api.ts'
import { barsExtent, barsOf, type ChartBar } from './chart-bars.ts'
import { type ChartSeries, endingAt, type ResolvedThreshold, timesOf } from './chart-series.ts'
import {
  type AxisSettings,
  type ChartKind,
  type ChartMoment,
  type ChartSettings,
  type ChartSpan,
  chartKeySettings,
} from './chart-settings.ts'
import { type Stack, stackExtent, stackOf } from './chart-stack.ts'
import { levelsOf, stateStatistics, statesWithin, withLevels, wordAt } from './chart-states.ts'

export interface ChartAxis {
  readonly settings: AxisSettings
  readonly side: 'left' | 'right'
  readonly units: string
  readonly decimals: number
  /** Lowest displayed value; null if no values are displayed. */
  readonly low: number | null
  readonly high: number | null
  readonly isBoolean: boolean
  /** Words of states from the bottom up: the values are their indexes. null: the values are numbers. */
  readonly words: readonly string[] | null
}

export interface ChartModel {
  readonly kind: ChartKind
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
  /** All times at which a visible series has a point, and one time within each gap. Ascending. */
  readonly times: Float64Array
  /** Stacked lines; empty if none. */
  readonly stack: Stack
  readonly bars: readonly ChartBar[]
  /** Time shift of the compared series in ms; null without a visible compared series. */
  readonly comparedMs: number | null
}

export interface ChartDeps {
  readonly widget: DashboardWidget
  readonly settings: ChartSettings
  readonly series: readonly SeriesView[]
  readonly limits: LiveLimits
  readonly colors: SeriesColors
  /** Latest values that labels contain. */
  readonly latest: readonly LatestView[]
  /** Current time, epoch ms: the last state lasts until now. */
  readonly nowMs: number
  /** Word of a state that is a number, or on or off. */
  readonly wordOf: (figure: Figure, isBoolean: boolean, display: ValueDisplay) => string
  /** Word for the states that are too many for an axis. */
  readonly otherWord: string
  /** Label of a compared series, such as `Flow, a day before`. */
  readonly comparedLabel: (label: string) => string
  /** Returns whether a series is hidden: the user's choice in the legend, else `byDefault`. */
  readonly isHidden: (id: string, byDefault: boolean) => boolean
}

export function chartModel(deps: ChartDeps): ChartModel {
  const { settings, limits } = deps
  const { kind } = settings
  const views = deps.series.filter(({ role }) => role !== 'comparison')
  const looks = deps.colors.looks(views.map(({ id, dataKey }) => ({ id, chosen: chosenColor(dataKey.color) })))
  const axes: { settings: AxisSettings; side: 'left' | 'right'; key: string }[] = [
    { settings: settings.yaxis, side: 'left', key: '' },
  ]

  function seriesOf(view: SeriesView, look: SeriesLook, column: SeriesColumn, comparedMs: number | null): ChartSeries {
    const { dataKey, decimalsSeen } = view
    const { config } = deps.widget
    const keySettings = chartKeySettings(dataKey, settings)
    const axisKey = keySettings.showSeparateAxis ? `${view.datasourceIndex} ${view.keyIndex}` : ''
    let axis = axes.findIndex(({ key }) => key === axisKey)
    if (axis < 0) axis = axes.push({ settings: keySettings.axis, side: keySettings.axisPosition, key: axisKey }) - 1
    const startMs = view.range.startMs + (comparedMs ?? 0)
    const endMs = view.range.endMs + (comparedMs ?? 0)
    const isState = kind === 'state'
    const drawn = isState ? statesWithin(column, startMs, Math.min(endMs, deps.nowMs)) : column
    const isFlags = column.isBoolean || (!keySettings.isNumber && !isState && kind !== 'bar' && holdsOnlyFlags(view))
    return {
      ...look,
      id: view.id,
      label: withLabelValues(view.label, (name) => labelValue(view, name)),
      display: displayOf(dataKey, config, decimalsSeen),
      averageDisplay: displayOfAverage(dataKey, config, decimalsSeen),
      column: drawn,
      received: column,
      agg: view.derived.agg,
      stretches: view.derived.stretches,
      gaps: kind === 'line' ? findGaps(column.ts, view.derived.agg === 'NONE' ? 0 : view.derived.interval) : [],
      statistics: isState ? stateStatistics(drawn, column, startMs, endMs) : columnStatistics(column, startMs, endMs),
      extent: view.description ?? {},
      settings: keySettings,
      thresholds: keySettings.thresholds.flatMap(({ limit, ...look }) => {
        const value = limitNumber(limit, limits)
        return value === null ? [] : [{ value, ...look }]
      }),
      isHidden: deps.isHidden(view.id, keySettings.hideDataByDefault),
      isStepped: isState || (isFlags && kind === 'line'),
      isFlags,
      axis,
      comparedMs,
    }
  }

  const plain = views.map((view, index) => {
    const { column, range, derived } = view
    const drawn = derived.agg === 'NONE' || kind === 'bar' ? column : endingAt(column, range.endMs, derived.interval)
    return seriesOf(view, looks[index] as SeriesLook, drawn, null)
  })
  const compared = deps.series.flatMap((view) => {
    if (view.role !== 'comparison') return []
    const at = views.findIndex((one) => isSameKey(one, view))
    const main = views[at]
    if (!main) return []
    // Main and compared window are derived separately; shifting aligns their starts.
    const comparedMs = main.derived.startTs - view.derived.startTs
    const { comparisonSettings, comparedColor } = chartKeySettings(view.dataKey, settings)
    const { comparisonValuesLabel: label } = comparisonSettings
    const look = { color: comparedColor ?? looks[at]?.color ?? 'var(--sd-chart-1)', dash: comparedDash }
    const column = { ...view.column, ts: view.column.ts.map((ts) => ts + comparedMs) }
    const name = label === '' ? deps.comparedLabel(view.label) : label
    return [seriesOf({ ...view, label: name }, look, column, comparedMs)]
  })
  const all = [...plain, ...compared]
  const words = axes.map((_, index) =>
    wordsOf(
      all.filter(({ axis }) => axis === index),
      deps,
    ),
  )
  const drawn = all.map((one): ChartSeries => {
    const levels = words[one.axis]
    if (!levels) return one
    return { ...one, column: withLevels(one.column, levels, wordIn(one, deps)), statistics: null }
  })
  const range = views[0]?.range ?? { startMs: 0, endMs: 1 }
  const times = timesOf(drawn.filter((one) => !one.isHidden))
  const stack: Stack = kind === 'line' ? stackOf(drawn, times) : new Map()
  const raw = { widthMs: settings.defaultBarWidth, alignment: settings.barAlignment }
  const bars = kind === 'bar' ? barsOf(drawn, raw) : []
  const chartAxes = axes.map((axis, index) => {
    const own = drawn.filter((one) => one.axis === index)
    const extent =
      kind === 'bar'
        ? barsExtent(bars, (at) => drawn[at]?.axis === index, range.startMs, range.endMs)
        : stackExtent(stack, own, times, range.startMs, range.endMs)
    return axisModel(axis, own, extent, (one) => kind === 'bar' || stack.has(one.id), words[index] ?? null)
  })
  return {
    kind,
    range,
    series: drawn,
    axes: chartAxes,
    thresholds: plain.flatMap((one) => thresholdsOf(one, plain, stack)).filter(firstOfItsKind),
    moments: settings.moments,
    spans: settings.spans,
    times,
    stack,
    bars,
    comparedMs: compared.find(({ isHidden }) => !isHidden)?.comparedMs ?? null,
  }

  /** Latest value of a view's entity, for its label. */
  function labelValue({ entity }: SeriesView, name: string): string | undefined {
    return deps.latest.find(
      (one) => one.role === 'label' && one.dataKey.name === name && one.entity.id.id === entity.id.id,
    )?.text
  }
}

const wordIn =
  ({ display }: ChartSeries, { wordOf }: ChartDeps) =>
  (figure: Figure, isBoolean: boolean): string =>
    wordOf(figure, isBoolean, display)

/** Words of an axis with states that are texts; null: all of its values are numbers, or on and off. */
function wordsOf(series: readonly ChartSeries[], deps: ChartDeps): readonly string[] | null {
  if (deps.settings.kind !== 'state' || series.every(({ column }) => column.texts === null)) return null
  const words = series.flatMap((one) =>
    Array.from(one.column.ts, (_, index) => wordAt(one.column, index, wordIn(one, deps))),
  )
  return levelsOf(words, deps.otherWord)
}

/** Whether the value of a series is a part of a total. */
export const isLayer = ({ kind, stack }: ChartModel, { id, settings, comparedMs }: ChartSeries): boolean =>
  kind === 'bar' ? settings.isStacked && comparedMs === null : stack.has(id)

/** Lengths of line and gap in px. */
const comparedDash = [2, 4] as const

const isSameKey = (a: SeriesView, b: SeriesView): boolean =>
  a.datasourceIndex === b.datasourceIndex && a.keyIndex === b.keyIndex && a.entity.id.id === b.entity.id.id

/** True for raw values that are all 0 or 1, drawn as steps. Aggregated booleans are numbers from 0 to 1: no steps. */
const holdsOnlyFlags = ({ derived, column }: SeriesView): boolean =>
  derived.agg === 'NONE' && column.ts.length > 0 && column.values.every((value) => value === 0 || value === 1)

function axisModel(
  axis: { settings: AxisSettings; side: 'left' | 'right' },
  all: readonly ChartSeries[],
  /** Extent of stacks and bars. */
  stacked: { low: number; high: number } | null,
  isInExtent: (series: ChartSeries) => boolean,
  words: readonly string[] | null,
): ChartAxis {
  const shown = all.filter(({ isHidden, statistics }) => !isHidden && statistics)
  let low = stacked?.low ?? Infinity
  let high = stacked?.high ?? -Infinity
  for (const one of shown) {
    const { statistics, extent } = one
    if (!statistics || isInExtent(one)) continue
    low = Math.min(low, extent.min ?? low)
    high = Math.max(high, extent.max ?? high)
    low = Math.min(low, statistics.min)
    high = Math.max(high, statistics.max)
  }
  const isKnown = low <= high
  // Extends the axis to nearby limits only: including a distant limit would flatten the data.
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
    isBoolean: shown.length > 0 && shown.every(({ isStepped, isFlags }) => isStepped && isFlags),
    words,
  }
}

function thresholdsOf(one: ChartSeries, all: readonly ChartSeries[], stack: Stack): ChartModel['thresholds'] {
  if (one.isHidden) return []
  const averages = all.flatMap(({ axis, statistics }) => (axis === one.axis && statistics ? [statistics.avg] : []))
  const sum = averages.reduce((total, avg) => total + avg, 0)
  const usual = stack.size > 0 ? sum : sum / Math.max(1, averages.length)
  const { units, decimals } = one.display
  // In `auto` mode, the shaded side is the one away from the average of the data.
  return one.thresholds.map((threshold) => ({
    ...threshold,
    axis: one.axis,
    units,
    decimals,
    isUpper: threshold.shadedSide === 'auto' ? threshold.value >= usual : threshold.shadedSide === 'above',
  }))
}

/** Removes duplicates: each entity of a key has the same limits. */
const firstOfItsKind = (one: ChartModel['thresholds'][number], index: number, all: ChartModel['thresholds']): boolean =>
  all.findIndex(({ value, color, axis }) => value === one.value && color === one.color && axis === one.axis) === index
