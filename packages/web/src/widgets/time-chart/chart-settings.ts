/** Reads the settings of a chart and of its keys. */

import type { DashboardWidget, DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import {
  type LegendSettings,
  readLegend,
  readTimeseries,
  readTimeseriesKey,
  type TimeseriesKeySettings,
  type TimeseriesSettings,
} from '@sonde/model/widgets/charts/basic-timeseries'
import { type Comparison, comparisonOf, cssColor, type Limit, limitOf } from '../../../dashboards/widget-api.ts'

export interface AxisSettings {
  readonly min: number | null
  readonly max: number | null
  readonly title: string
  readonly showLabels: boolean
  readonly tickDecimals: number | null
  readonly tickSize: number | null
}

export interface ChartThreshold {
  readonly limit: Limit
  readonly label: string
  readonly color: string
  readonly shadedSide: 'auto' | 'above' | 'below'
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

export interface ChartSettings extends TimeseriesSettings {
  readonly comparison: Comparison | null
  readonly legend: LegendSettings & { readonly isShown: boolean; readonly isBeside: boolean }
}

export function chartSettings({ config }: DashboardWidget): ChartSettings {
  const { values } = readTimeseries(config.settings)
  const { values: legend } = readLegend(config.legendConfig)
  const isBeside = legend.position === 'right' || legend.position === 'left'
  return {
    ...values,
    moments: values.moments.map((one) => ({ ...one, color: cssColor(one.color) ?? 'var(--sd-text-2)' })),
    spans: values.spans.map((one) => ({ ...one, color: cssColor(one.color) ?? 'var(--sd-text-2)' })),
    comparison: comparisonOf(values),
    legend: { ...legend, isShown: config.showLegend ?? true, isBeside },
  }
}

/** `isStack`: the widget stacks its lines. */
export function chartKeySettings({ settings }: DataKey, isStack = false): ChartKeySettings {
  const { values } = readTimeseriesKey(settings)
  return {
    ...values,
    axis: {
      min: values.axisMin,
      max: values.axisMax,
      title: values.axisTitle,
      showLabels: values.axisShowLabels,
      tickDecimals: values.axisTickDecimals,
      tickSize: values.axisTickSize,
    },
    thresholds: values.thresholds.flatMap(thresholdOf),
    isStacked: isStack && !values.excludeFromStacking,
    comparedColor: cssColor(values.comparisonSettings.color),
  }
}

function thresholdOf(one: TimeseriesKeySettings['thresholds'][number]): ChartThreshold[] {
  const { thresholdValueSource, thresholdValue, thresholdEntityAlias, thresholdAttribute, shadedSide, label } = one
  const limit = limitOf(thresholdValueSource, thresholdValue, thresholdEntityAlias, thresholdAttribute)
  return limit === null ? [] : [{ limit, color: cssColor(one.color) ?? 'var(--sd-critical)', shadedSide, label }]
}
