/** Charts of the Explore page, described as a dashboard configuration. Pure. */

import type { DashboardConfiguration, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import type { DataRequest } from '../dashboards/data-request.ts'
import { chartCount, type Exploration, idOf } from './explore-state.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

export const chartId = (chart: number): string => `chart-${chart + 1}`

/** Configuration without charts: the last six hours, averages per minute. */
export const emptyBoard = (nowMs: number): DashboardConfiguration =>
  normalizeConfiguration(
    { timewindow: { realtime: { timewindowMs: 6 * hourMs, interval: minuteMs }, aggregation: { type: 'AVG' } } },
    { nowMs, newId: () => 'default' },
  )

/** The data layer replaces `${entityName}`. */
const label = (key: string): string => `\${entityName}, ${key}`

/** `titleOf` returns the title of a chart from its series, for screen readers. */
export function chartsOf(
  series: Exploration,
  titleOf: (ofChart: Exploration, chart: number) => string,
  nowMs: number,
): Readonly<Record<string, DashboardWidget>> {
  const widgets: Record<string, unknown> = {}
  const count = chartCount(series)
  for (let chart = 0; chart < count; chart++) {
    const own = series.filter((one) => one.chart === chart)
    widgets[chartId(chart)] = {
      bundleAlias: 'charts',
      typeAlias: 'basic_timeseries',
      type: 'timeseries',
      config: {
        title: titleOf(own, chart),
        showTitle: false,
        showLegend: false,
        enableFullscreen: false,
        // All charts have the same time axis; the last one has its labels.
        settings: { xaxis: { showLabels: chart === count - 1 } },
        datasources: own.map(({ entity, key, axis, isHidden }) => ({
          type: 'entity',
          entityType: entity.entityType,
          entityId: entity.id,
          name: key,
          dataKeys: [
            {
              name: key,
              type: 'timeseries',
              label: label(key),
              settings: {
                hideDataByDefault: isHidden,
                ...(axis === 'right' && { showSeparateAxis: true, axisPosition: 'right' }),
              },
            },
          ],
        })),
      },
    }
  }
  return normalizeConfiguration({ widgets }, { nowMs, newId: () => 'default' }).widgets
}

/** Applies the series' own aggregation, if any, to the data request. */
export function requestOfSeries(request: DataRequest, series: Exploration): DataRequest {
  const { mode, datasource } = request
  const id = `${datasource.entityId} TIME_SERIES ${datasource.dataKeys[0]?.name}`
  const aggregation = series.find((one) => idOf(one) === id)?.aggregation
  if (!aggregation || mode.kind !== 'series') return request
  return { ...request, mode: { ...mode, window: withAggregation(mode.window, aggregation) } }
}

const withAggregation = (window: TimeWindow, type: TimeWindow['aggregation']['type']): TimeWindow => ({
  ...window,
  aggregation: { ...window.aggregation, type },
})
