/** The chart of one telemetry key, described like those of a dashboard. Pure. */

import type { DashboardConfiguration, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { type ParsedValue, parseValue, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { EntityId } from '@sonde/model/ids'
import type { Aggregation } from '@sonde/model/telemetry/values'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'

export type ValueKind = ParsedValue['kind']

/** A key without a value is drawn as a number: its history can be one. */
export const kindOfValue = (value: string | undefined): ValueKind =>
  value === undefined ? 'number' : parseValue(value).kind

export const valueWidgetId = 'value'

const dayMs = 86_400_000
const intervalMs = 300_000
/** Points of a key whose values can't be averaged. */
const pointsMax = 10_000

/** `title`: for screen readers. The last 24 hours: numbers as averages of 5 minutes, text and booleans as they came. Text is a table. */
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

export interface ValueMarks {
  readonly limits: readonly {
    readonly value: number
    readonly label: string
    readonly color: string
    readonly side: 'above' | 'below' | null
  }[]
  /** Epoch ms; end 0: goes on. */
  readonly spans: readonly { readonly startTs: number; readonly endTs: number; readonly color: string }[]
}

/** The chart with limits as lines and alarms as bars on its time axis. */
export function withMarks(widget: DashboardWidget, { limits, spans }: ValueMarks): DashboardWidget {
  const { config } = widget
  const thresholds = limits.map(({ value, label, color, side }) => ({
    thresholdValueSource: 'predefinedValue',
    thresholdValue: value,
    label,
    color,
    shadedSide: side ?? 'auto',
  }))
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

export type Statistic = 'min' | 'avg' | 'max' | 'last' | 'total'

/** A sum of averages says nothing; one of raw values, sums or counts does. */
export const statisticsOf = (aggregation: Aggregation): readonly Statistic[] =>
  aggregation === 'NONE' || aggregation === 'SUM' || aggregation === 'COUNT'
    ? ['min', 'avg', 'max', 'last', 'total']
    : ['min', 'avg', 'max', 'last']

/**
 * The time whose data points count. A point of an interval lies in the middle of it, so the point of the interval that
 * isn't over yet can lie after the end.
 */
export const countedRange = (
  { startMs, endMs }: TimeRange,
  aggregation: Aggregation,
  intervalMs: number,
): TimeRange => ({
  startMs,
  endMs: aggregation === 'NONE' ? endMs : endMs + intervalMs / 2,
})

/** Data points in [startMs, endMs]. */
export function countOf({ ts }: SeriesColumn, { startMs, endMs }: TimeRange): number {
  let count = 0
  for (const at of ts) if (at >= startMs && at <= endMs) count++
  return count
}
