/** Reads the settings of a chart and of its keys. */

import type { DashboardWidget, DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import {
  type LegendSettings,
  readBarsKey,
  readLegend,
  readTimeseries,
  readTimeseriesKey,
  type TimeseriesKeySettings,
  type TimeseriesSettings,
} from '@sonde/model/widgets/charts/time-charts'
import {
  type Comparison,
  chosenBackground,
  comparisonOf,
  cssColor,
  inkColor,
  type Limit,
  limitOf,
} from '../../dashboards/widget-api.ts'

/** What a chart draws: lines, bars from zero, or states that last until the next one. */
export type ChartKind = 'line' | 'bar' | 'state'

const kinds: Readonly<Record<string, ChartKind>> = { timeseries_bars_flot: 'bar', state_chart: 'state' }

export const chartKind = ({ typeAlias }: Pick<DashboardWidget, 'typeAlias'>): ChartKind => kinds[typeAlias] ?? 'line'

export interface AxisSettings {
  readonly min: number | null
  readonly max: number | null
  readonly title: string
  readonly showLabels: boolean
  readonly tickDecimals: number | null
  readonly tickSize: number | null
  /** Color of the title and the values; null: the theme's. */
  readonly color: string | null
  /** Body of a function that makes a text of a value; empty: none. */
  readonly ticksFormatter: string
  /** Label of the key that has the function; empty: the widget itself. */
  readonly ticksFormatterOf: string
}

export interface ChartThreshold {
  readonly limit: Limit
  readonly label: string
  readonly color: string
  readonly shadedSide: 'auto' | 'above' | 'below'
  /** Px. */
  readonly lineWidth: number
}

export interface ChartKeySettings extends Omit<TimeseriesKeySettings, 'thresholds'> {
  /** Settings of the key's own axis; used with `showSeparateAxis`. */
  readonly axis: AxisSettings
  readonly thresholds: readonly ChartThreshold[]
  /** Stacked on the other series of its axis. */
  readonly isStacked: boolean
  readonly comparedColor: string | null
}

/** Vertical line at a time. `ts`: epoch ms. */
export interface ChartMoment {
  readonly ts: number
  readonly label: string
  readonly color: string
}

/** Bar below the plot. `startTs`, `endTs`: epoch ms. */
export interface ChartSpan {
  readonly startTs: number
  /** 0: the span hasn't ended. */
  readonly endTs: number
  readonly color: string
}

/** Colors that a user chose; null: the theme's. */
export interface ChartColors {
  readonly text: string | null
  readonly times: string | null
  readonly grid: string | null
  readonly outline: string | null
  readonly background: string | null
}

/** A key whose latest value is a variable of labels. */
export type LabelKey = TimeseriesSettings['dataKeysListForLabels'][number]

export interface ChartSettings extends Omit<TimeseriesSettings, 'yaxis'> {
  readonly kind: ChartKind
  readonly yaxis: AxisSettings
  readonly colors: ChartColors
  /** Text size of the axes, px. */
  readonly fontPx: number
  /** Outline of the plot, px. 0: none. */
  readonly outlinePx: number
  readonly labelKeys: readonly LabelKey[]
  readonly comparison: Comparison | null
  readonly legend: LegendSettings & { readonly isShown: boolean; readonly isBeside: boolean }
}

const thresholdPx = 1.25
const fontPx = 11
/** Default text size of charts in ThingsBoard's editor, which it always writes. */
const unsetFontPx = 10
/** Keys that labels can use. */
const labelKeysMax = 20

export function chartSettings(widget: DashboardWidget): ChartSettings {
  const { config } = widget
  const { values } = readTimeseries(config.settings)
  const { values: legend } = readLegend(config.legendConfig)
  // Rows are too wide for a place beside the plot.
  const isBeside = legend.direction !== 'row' && (legend.position === 'right' || legend.position === 'left')
  const { grid, xaxis, yaxis, fontSize } = values
  const text = inkColor(values.fontColor)
  const outlineWidth = grid.outlineWidth ?? 1
  return {
    ...values,
    kind: chartKind(widget),
    yaxis: { ...yaxis, color: inkColor(yaxis.color) ?? text, ticksFormatterOf: '' },
    colors: {
      text,
      times: inkColor(xaxis.color) ?? text,
      grid: inkColor(grid.tickColor),
      outline: inkColor(grid.color),
      background: chosenBackground(grid.backgroundColor) ?? null,
    },
    fontPx: fontSize === null || fontSize === unsetFontPx ? fontPx : fontSize,
    // ThingsBoard's editor always writes the default of 1.
    outlinePx: outlineWidth > 1 ? outlineWidth : 0,
    labelKeys: values.customLegendEnabled
      ? values.dataKeysListForLabels.filter(({ name }) => name !== '').slice(0, labelKeysMax)
      : [],
    moments: values.moments.map((one) => ({ ...one, color: cssColor(one.color) ?? 'var(--sd-text-2)' })),
    spans: values.spans.map((one) => ({ ...one, color: cssColor(one.color) ?? 'var(--sd-text-2)' })),
    comparison: comparisonOf(values),
    legend: { ...legend, isShown: config.showLegend ?? true, isBeside },
  }
}

/** `chart`: settings of the key's widget. */
export function chartKeySettings(
  { settings, label }: DataKey,
  {
    kind,
    stack,
    thresholdsLineWidth,
    colors,
    yaxis,
  }: Pick<ChartSettings, 'kind' | 'stack' | 'thresholdsLineWidth' | 'colors' | 'yaxis'>,
): ChartKeySettings {
  const { values } = (kind === 'bar' ? readBarsKey : readTimeseriesKey)(settings)
  const hasFormatter = doesSomething(values.axisTicksFormatter)
  return {
    ...values,
    axis: {
      min: values.axisMin,
      max: values.axisMax,
      title: values.axisTitle,
      showLabels: values.axisShowLabels,
      tickDecimals: values.axisTickDecimals,
      tickSize: values.axisTickSize,
      color: colors.text,
      ticksFormatter: hasFormatter ? values.axisTicksFormatter : yaxis.ticksFormatter,
      ticksFormatterOf: hasFormatter ? label : '',
    },
    thresholds: values.thresholds.flatMap((one) => thresholdOf(one, thresholdsLineWidth)),
    isStacked: stack && !values.excludeFromStacking,
    comparedColor: cssColor(values.comparisonSettings.color),
  }
}

function thresholdOf(one: TimeseriesKeySettings['thresholds'][number], widthPx: number | null): ChartThreshold[] {
  const { thresholdValueSource, thresholdValue, thresholdEntityAlias, thresholdAttribute, shadedSide, label } = one
  const limit = limitOf(thresholdValueSource, thresholdValue, thresholdEntityAlias, thresholdAttribute)
  if (limit === null) return []
  const lineWidth = one.lineWidth ?? widthPx ?? thresholdPx
  return [{ limit, color: cssColor(one.color) ?? 'var(--sd-critical)', shadedSide, label, lineWidth }]
}
