/** Current state of a series of an exploration: its name and data, or the reason that there is no data. */

import type { Figure } from '@sonde/model/dashboards/figures'
import {
  type ColumnStatistics,
  columnStatistics,
  figureBefore,
  type SeriesColumn,
  spacingOf,
} from '@sonde/model/dashboards/series-column'
import { useWidgetView } from '../../dashboards/dashboard-context.tsx'
import { displayOf, type ValueDisplay } from '../../dashboards/value-display.ts'
import type { WidgetView } from '../../dashboards/widget-view.ts'
import { chartId } from '../../explore/explore-dashboard.ts'
import { type ExploreSeries, idOf } from '../../explore/explore-state.ts'

export type SeriesReading =
  | { readonly kind: 'loading' }
  /** The entity was deleted, or the user can't access it. */
  | { readonly kind: 'withheld' }
  | { readonly kind: 'failed'; readonly error: Error }
  | {
      readonly kind: 'ready'
      readonly entityName: string
      /** Name of the device's profile; null if the entity is not a device. */
      readonly profile: string | null
      readonly column: SeriesColumn
      readonly display: ValueDisplay
      readonly averageDisplay: ValueDisplay
      readonly statistics: ColumnStatistics | null
      /** Time in ms for which a point is valid. */
      readonly toleranceMs: number
    }

export function readingOf(view: WidgetView, one: ExploreSeries): SeriesReading {
  if (view.status.kind === 'failed') return { kind: 'failed', error: view.status.error }
  const found = view.series.find(({ id }) => id === idOf(one))
  if (!found) return { kind: view.status.kind === 'loading' || view.isRefreshing ? 'loading' : 'withheld' }
  const { column, range, derived, dataKey, decimalsSeen } = found
  const noUnit = { units: '', decimals: null }
  const intervalMs = derived.agg === 'NONE' ? 0 : derived.interval
  return {
    kind: 'ready',
    entityName: found.entity.name,
    profile: found.entity.profile ?? null,
    column,
    display: displayOf(dataKey, noUnit, decimalsSeen),
    averageDisplay: displayOf(dataKey, noUnit, Math.max(decimalsSeen, 2)),
    // The point of an interval is in its middle, so the last one can be after the end of the range.
    statistics: columnStatistics(column, range.startMs, range.endMs + intervalMs / 2),
    toleranceMs: 1.5 * Math.max(intervalMs, spacingOf(column)),
  }
}

export const useReading = (one: ExploreSeries): SeriesReading => readingOf(useWidgetView(chartId(one.chart)), one)

export const valueAt = (
  { column, toleranceMs }: Extract<SeriesReading, { kind: 'ready' }>,
  ms: number,
): Figure | null => figureBefore(column, ms, toleranceMs)
