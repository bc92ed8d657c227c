/** Chart of one telemetry key, described as a dashboard configuration. Pure. */

import type { DashboardConfiguration, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { type ParsedValue, parseValue, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { EntityId } from '@sonde/model/ids'
import type { Aggregation } from '@sonde/model/telemetry/values'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { Exploration, ExploreSeries } from '../explore/explore-state.ts'

export type ValueKind = ParsedValue['kind']

/** A key without a value counts as a number: its history may contain numbers. */
export const kindOfValue = (value: string | undefined): ValueKind =>
  value === undefined ? 'number' : parseValue(value).kind

export const valueWidgetId = 'value'

const dayMs = 86_400_000
const intervalMs = 300_000
/** Maximum points of a key whose values can't be averaged. */
const pointsMax = 10_000

/**
 * `title`: for screen readers. Shows the last 24 hours: numbers as averages of 5 minutes, text and booleans as raw
 * values, text in a table.
 */
export function valueDashboard(
  entity: EntityId,
  key: string,
  kind: ValueKind,
  nowMs: number,
  title = key,
): DashboardConfiguration {
  const widget = {
    ...(kind === 'text'
      ? { bundleAlias: 'cards', typeAlias: 'timeseries_table' }
      : { bundleAlias: 'charts', typeAlias: 'basic_timeseries' }),
    type: 'timeseries',
    config: {
      title,
      showTitle: false,
      showLegend: false,
      datasources: [
        {
          type: 'entity',
          entityType: entity.entityType,
          entityId: entity.id,
          name: key,
          dataKeys: [{ name: key, type: 'timeseries', label: key, settings: { isNumber: kind === 'number' } }],
        },
      ],
    },
  }
  return normalizeConfiguration(
    {
      widgets: { [valueWidgetId]: widget },
      timewindow: {
        realtime: { timewindowMs: dayMs, interval: intervalMs },
        aggregation: kind === 'number' ? { type: 'AVG' } : { type: 'NONE', limit: pointsMax },
      },
    },
    { nowMs, newId: () => 'default' },
  )
}

/** Limit as it is drawn. `label`: text before the value; empty: a default label. */
interface LimitMark {
  readonly value: number
  readonly label: string
  readonly color: string
  readonly side: 'above' | 'below' | null
}

export interface ValueMarks {
  readonly limits: readonly LimitMark[]
  /** Epoch ms; end 0: still active. */
  readonly spans: readonly { readonly startTs: number; readonly endTs: number; readonly color: string }[]
}

/** Settings of a data key for its limits. */
export const thresholdsOf = (limits: readonly LimitMark[]) =>
  limits.map(({ value, label, color, side }) => ({
    thresholdValueSource: 'predefinedValue',
    thresholdValue: value,
    label,
    color,
    shadedSide: side ?? 'auto',
  }))

/** Adds limits as lines and alarms as bars on the time axis. */
export function withMarks(widget: DashboardWidget, { limits, spans }: ValueMarks): DashboardWidget {
  const { config } = widget
  const thresholds = thresholdsOf(limits)
  return {
    ...widget,
    config: {
      ...config,
      settings: { ...config.settings, spans },
      datasources: config.datasources.map((source) => ({
        ...source,
        dataKeys: source.dataKeys.map((key) => ({ ...key, settings: { ...key.settings, thresholds } })),
      })),
    },
  }
}

/** Part of a label that the data layer replaces. */
export const entityNamePart = `\${entityName}`

/** Adds the series to compare with, without limits. `labelOf`: name of a series in tooltips and for screen readers. */
export function withSeriesOf(
  widget: DashboardWidget,
  series: Exploration,
  labelOf: (series: ExploreSeries) => string,
): DashboardWidget {
  const { config } = widget
  const [source] = config.datasources
  const [dataKey] = source?.dataKeys ?? []
  if (!source || !dataKey || series.length < 2) return widget
  const { thresholds: _, ...settings } = dataKey.settings
  const datasources = series.map((one, at) => ({
    ...source,
    entityType: one.entity.entityType,
    entityId: one.entity.id,
    name: one.key,
    dataKeys: [
      {
        ...dataKey,
        name: one.key,
        label: labelOf(one),
        settings: at === 0 ? dataKey.settings : { ...settings, ...axisOf(one) },
      },
    ],
  }))
  return { ...widget, config: { ...config, datasources } }
}

const axisOf = ({ axis }: ExploreSeries) => (axis === 'right' ? { showSeparateAxis: true, axisPosition: 'right' } : {})

export type Statistic = 'min' | 'avg' | 'max' | 'last' | 'total'

/** A sum of averages is meaningless; a sum of raw values, sums or counts isn't. */
export const statisticsOf = (aggregation: Aggregation): readonly Statistic[] =>
  aggregation === 'NONE' || aggregation === 'SUM' || aggregation === 'COUNT'
    ? ['min', 'avg', 'max', 'last', 'total']
    : ['min', 'avg', 'max', 'last']

/**
 * Time range of the data points to count. The point of an interval is at its middle, so that of the incomplete last
 * interval can be after the end.
 */
export const countedRange = (
  { startMs, endMs }: TimeRange,
  aggregation: Aggregation,
  intervalMs: number,
): TimeRange => ({
  startMs,
  endMs: aggregation === 'NONE' ? endMs : endMs + intervalMs / 2,
})

/** Number of data points in [startMs, endMs]. */
export function countOf({ ts }: SeriesColumn, { startMs, endMs }: TimeRange): number {
  let count = 0
  for (const at of ts) if (at >= startMs && at <= endMs) count++
  return count
}
