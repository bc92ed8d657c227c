/** Data request of a widget to the data layer: keys of one datasource, as latest values, series or count. */

import type { DashboardWidget, DataKey, Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { entityKeyOf } from '@sonde/model/dashboards/dashboard-questions'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import type { Comparison } from './comparison.ts'

/**
 * `sparkline`: recent history of a value card's value. `comparison`: the same keys over an earlier time range. `limit`:
 * attributes that define limits. `label`: latest values that labels contain.
 */
export type RequestRole = 'main' | 'sparkline' | 'comparison' | 'limit' | 'label'

export type RequestMode =
  | { readonly kind: 'latest' }
  | {
      readonly kind: 'series'
      readonly window: TimeWindow
      readonly isStateData: boolean
      /** Set: requests the earlier range that the window is compared with, instead of the window itself. */
      readonly comparison?: Comparison
    }
  | { readonly kind: 'count' }

export interface DataRequest {
  readonly widgetId: string
  readonly role: RequestRole
  readonly datasourceIndex: number
  readonly datasource: Datasource
  /** Set: uses the alias with this name instead of the datasource's. */
  readonly aliasName?: string
  readonly mode: RequestMode
  /** Indices into the datasource's keys. */
  readonly keyIndices: readonly number[]
  /** Only the first entity of the datasource is shown. */
  readonly isSingle: boolean
}

/** Default requests for a widget, by kind of datasource and widget. `window`: the widget's own or the dashboard's. */
export function usualRequests(widget: DashboardWidget, window: TimeWindow, isSingle = false): DataRequest[] {
  const requests = widget.config.datasources.flatMap((datasource, datasourceIndex): DataRequest[] => {
    const base = { widgetId: widget.id, role: 'main', datasourceIndex, datasource, isSingle } as const
    const indices = (wanted: (key: DataKey) => boolean) =>
      datasource.dataKeys.flatMap((key, index) => (wanted(key) ? [index] : []))
    if (datasource.type === 'entityCount') {
      return [{ ...base, mode: { kind: 'count' }, keyIndices: indices(({ type }) => type === 'count') }]
    }
    const isGenerated = datasource.type === 'function'
    if (widget.type === 'timeseries') {
      const keyIndices = indices(({ type }) => type === (isGenerated ? 'function' : 'timeseries'))
      return [{ ...base, mode: { kind: 'series', window, isStateData: false }, keyIndices }]
    }
    const keyIndices = indices((key) => (isGenerated ? key.type === 'function' : entityKeyOf(key) !== null))
    return [{ ...base, mode: { kind: 'latest' }, keyIndices }]
  })
  return requests.filter(({ keyIndices }) => keyIndices.length > 0)
}
