/** Which widgets exist: by bundle and type alias of the wire, loaded when a dashboard has one. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { type DataRequest, usualRequests } from '../dashboards/data-request.ts'
import { limitRequests } from '../dashboards/limits.ts'
import { chartKeySettings, chartSettings } from './basic-timeseries/chart-settings.ts'
import { gaugeAliases, gaugeLimits } from './digital-gauge/gauge-settings.ts'
import { cardSettings, sparklineWindow } from './simple-card/card-settings.ts'
import type { WidgetProps } from './widget-props.ts'

export interface WidgetType {
  readonly Component: LazyExoticComponent<ComponentType<WidgetProps>>
  /** What it asks of the data layer; `window`: its own or the dashboard's. */
  readonly requests: (widget: DashboardWidget, window: TimeWindow) => readonly DataRequest[]
  /** Shows its own waiting, emptiness and failures. */
  readonly ownsStates: boolean
  /** Follows a time window. */
  readonly hasWindow: boolean
  /** Has a view as a table. */
  readonly hasTable: boolean
  /** Small enough for two in a row of a phone, and drawn without a header of its own. */
  readonly isFigure: boolean
}

type Load = () => Promise<{ default: ComponentType<WidgetProps> }>

function widgetType(load: Load, parts: Partial<Omit<WidgetType, 'Component'>> = {}): WidgetType {
  return {
    Component: lazy(load),
    requests: (widget, window) => usualRequests(widget, window),
    ownsStates: false,
    hasWindow: false,
    hasTable: true,
    isFigure: false,
    ...parts,
  }
}

const single: WidgetType['requests'] = (widget, window) => usualRequests(widget, window, true)

/** The figure, and beside it the recent past of what it shows. */
function figureRequests(widget: DashboardWidget, window: TimeWindow): DataRequest[] {
  const settings = cardSettings(widget)
  return usualRequests(widget, window, true).flatMap((request): DataRequest[] => {
    const { keyIndices, datasource } = request
    const series = keyIndices.filter((index) => datasource.dataKeys[index]?.type === 'timeseries').slice(0, 1)
    if (!settings.hasSparkline || request.mode.kind !== 'latest' || series.length === 0) return [request]
    const mode = { kind: 'series', window: sparklineWindow(window, settings.sparklineMs), isStateData: false } as const
    return [request, { ...request, role: 'sparkline', mode, keyIndices: series }]
  })
}

/** The series, those they are compared with, and limits that attributes hold. */
function chartRequests(widget: DashboardWidget, window: TimeWindow): DataRequest[] {
  const { comparison } = chartSettings(widget)
  const usual = usualRequests(widget, window)
  const compared = usual.flatMap((request): DataRequest[] => {
    const { mode, datasource } = request
    if (!comparison || mode.kind !== 'series' || window.selectedTab !== WindowTab.HISTORY) return []
    const keyIndices = request.keyIndices.filter((index) => {
      const key = datasource.dataKeys[index]
      return key && chartKeySettings(key).comparison.isShown
    })
    return keyIndices.length === 0
      ? []
      : [{ ...request, role: 'comparison', mode: { ...mode, comparison }, keyIndices }]
  })
  const keys = widget.config.datasources.flatMap(({ dataKeys }) => dataKeys)
  const limits = keys.flatMap((key) => chartKeySettings(key).thresholds.map(({ limit }) => limit))
  return [...usual, ...compared, ...limitRequests(widget, limits)]
}

const gauge = widgetType(() => import('./digital-gauge/digital-gauge.tsx'), {
  requests: (widget, window) => [...single(widget, window), ...limitRequests(widget, gaugeLimits(widget))],
})

const types: Readonly<Record<string, WidgetType>> = {
  'charts.basic_timeseries': widgetType(() => import('./basic-timeseries/basic-timeseries.tsx'), {
    requests: chartRequests,
    hasWindow: true,
  }),
  'cards.simple_card': widgetType(() => import('./simple-card/simple-card.tsx'), {
    requests: figureRequests,
    isFigure: true,
  }),
  'cards.attributes_card': widgetType(() => import('./attributes-card/attributes-card.tsx')),
  'cards.timeseries_table': widgetType(() => import('./timeseries-table/timeseries-table.tsx'), {
    hasWindow: true,
    hasTable: false,
  }),
  'cards.entities_table': widgetType(() => import('./entities-table/entities-table.tsx'), {
    requests: () => [],
    ownsStates: true,
    hasTable: false,
  }),
  ...Object.fromEntries(gaugeAliases.map((alias) => [`digital_gauges.${alias}`, gauge])),
}

/** Undefined for types that are not there yet, and for those that a tenant wrote. */
export const findWidgetType = ({ bundleAlias, typeAlias, isSystemType }: DashboardWidget): WidgetType | undefined =>
  isSystemType ? types[`${bundleAlias}.${typeAlias}`] : undefined
