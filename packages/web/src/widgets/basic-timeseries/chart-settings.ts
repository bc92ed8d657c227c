/** Settings of `charts.basic_timeseries` and of its keys, with the wire's defaults (widgets.md §4.4). */

import type { DashboardWidget, DataKey, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import { flagOf, isJsonObject, listOf, numberOf, objectOf, textOf } from '@sonde/model/dashboards/json-parts'
import { type Comparison, comparisonOf } from '../../dashboards/comparison.ts'
import { cssColor } from '../../dashboards/css-color.ts'
import { type Limit, limitOf } from '../../dashboards/limits.ts'

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
  readonly color: string
}

export interface ChartKeySettings {
  readonly isHidden: boolean
  readonly canHide: boolean
  readonly isInLegend: boolean
  readonly fillsArea: boolean
  readonly showsPoints: boolean
  /** `isNumber`, of our own: values that are all 0 or 1 are no flags. */
  readonly isNumber: boolean
  readonly hasOwnAxis: boolean
  readonly axis: AxisSettings
  readonly axisSide: 'left' | 'right'
  readonly thresholds: readonly ChartThreshold[]
  /** Stands on the other series of its axis. */
  readonly isStacked: boolean
  readonly comparison: KeyComparison
}

export interface KeyComparison {
  readonly isShown: boolean
  /** Empty: made of the key's label. */
  readonly label: string
  readonly color: string | null
}

export interface LegendSettings {
  readonly isShown: boolean
  readonly isBeside: boolean
  readonly sorts: boolean
  readonly showMin: boolean
  readonly showMax: boolean
  readonly showAvg: boolean
  readonly showTotal: boolean
}

export interface ChartSettings {
  readonly isStack: boolean
  readonly yAxis: AxisSettings
  readonly showTimeLabels: boolean
  readonly showTooltip: boolean
  readonly tooltipOne: boolean
  /** A stack's values are summed up row by row. */
  readonly tooltipSums: boolean
  readonly hidesZeros: boolean
  readonly hasHorizontalLines: boolean
  readonly comparison: Comparison | null
  /** Of the earlier times, when there is a comparison. */
  readonly secondTimes: { readonly isTop: boolean; readonly isShown: boolean }
  readonly legend: LegendSettings
}

export function chartSettings({ config }: DashboardWidget): ChartSettings {
  const { settings, legendConfig } = config
  const grid = objectOf(settings.grid)
  const position = textOf(legendConfig.position) ?? 'bottom'
  const second = objectOf(settings.xaxisSecond)
  return {
    isStack: flagOf(settings.stack, false),
    yAxis: axisOf(objectOf(settings.yaxis)),
    showTimeLabels: flagOf(objectOf(settings.xaxis).showLabels, true),
    showTooltip: flagOf(settings.showTooltip, true),
    tooltipOne: flagOf(settings.tooltipIndividual, false),
    tooltipSums: flagOf(settings.tooltipCumulative, false),
    hidesZeros: flagOf(settings.hideZeros, false),
    hasHorizontalLines: flagOf(grid.horizontalLines, true),
    comparison: comparisonOf(settings),
    secondTimes: { isTop: second.axisPosition !== 'bottom', isShown: flagOf(second.showLabels, true) },
    legend: {
      isShown: config.showLegend ?? true,
      isBeside: position === 'right' || position === 'left',
      sorts: flagOf(legendConfig.sortDataKeys, false),
      showMin: flagOf(legendConfig.showMin, false),
      showMax: flagOf(legendConfig.showMax, false),
      showAvg: flagOf(legendConfig.showAvg, true),
      showTotal: flagOf(legendConfig.showTotal, false),
    },
  }
}

function axisOf(json: JsonObject, prefix: '' | 'axis' = ''): AxisSettings {
  const name = (own: string) => (prefix === '' ? own : `${prefix}${own[0]?.toUpperCase()}${own.slice(1)}`)
  return {
    min: numberOf(json[name('min')]),
    max: numberOf(json[name('max')]),
    title: textOf(json[name('title')]) ?? '',
    showLabels: flagOf(json[name('showLabels')], true),
    tickDecimals: numberOf(json[name('tickDecimals')]),
    tickSize: numberOf(json[name('tickSize')]),
  }
}

/** `isStack`: the widget's lines are stacked. */
export function chartKeySettings({ settings }: DataKey, isStack = false): ChartKeySettings {
  const comparison = objectOf(settings.comparisonSettings)
  return {
    isHidden: flagOf(settings.hideDataByDefault, false),
    canHide: !flagOf(settings.disableDataHiding, false),
    isInLegend: !flagOf(settings.removeFromLegend, false),
    fillsArea: flagOf(settings.fillLines, false),
    showsPoints: flagOf(settings.showPoints, false),
    isNumber: flagOf(settings.isNumber, false),
    hasOwnAxis: flagOf(settings.showSeparateAxis, false),
    axis: axisOf(settings, 'axis'),
    axisSide: settings.axisPosition === 'right' ? 'right' : 'left',
    thresholds: listOf(settings.thresholds).filter(isJsonObject).flatMap(thresholdOf),
    isStacked: isStack && !flagOf(settings.excludeFromStacking, false),
    comparison: {
      isShown: flagOf(comparison.showValuesForComparison, true),
      label: textOf(comparison.comparisonValuesLabel) ?? '',
      color: cssColor(textOf(comparison.color)),
    },
  }
}

function thresholdOf(json: JsonObject): ChartThreshold[] {
  const limit = limitOf({
    source: json.thresholdValueSource,
    value: json.thresholdValue,
    aliasName: json.thresholdEntityAlias,
    attribute: json.thresholdAttribute,
  })
  return limit === null ? [] : [{ limit, color: cssColor(textOf(json.color)) ?? 'var(--sd-critical)' }]
}
