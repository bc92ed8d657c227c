/** What a widget asks of the data layer: for one datasource, which keys, over which time. */

import type { DashboardWidget, DataKey, Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { entityKeyOf } from '@sonde/model/dashboards/dashboard-questions'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import type { Comparison } from './comparison.ts'

/**
 * `sparkline`: the recent past of what a figure shows. `comparison`: the same keys over an earlier stretch. `limit`:
 * attributes that hold limits.
 */
export type RequestRole = 'main' | 'sparkline' | 'comparison' | 'limit'

export type RequestMode =
  | { readonly kind: 'latest' }
  | {
      readonly kind: 'series'
      readonly window: TimeWindow
      readonly isStateData: boolean
      /** Given: not the window itself, but the stretch that it is compared with. */
      readonly comparison?: Comparison
    }
  | { readonly kind: 'count' }

export interface DataRequest {
  readonly widgetId: string
  readonly role: RequestRole
  readonly datasourceIndex: number
  readonly datasource: Datasource
  /** Given: the alias of this name, whatever the datasource says. */
  readonly aliasName?: string
  readonly mode: RequestMode
  /** Indices into the datasource's keys. */
  readonly keyIndices: readonly number[]
  /** Only the first entity of the datasource is shown. */
  readonly isSingle: boolean
}

/** What a widget of its kind asks for when its type asks for nothing else. `window`: its own or the dashboard's. */
export function usualRequests(widget: DashboardWidget, window: TimeWindow, isSingle = false): DataRequest[] {
  const requests = widget.config.datasources.flatMap((datasource, datasourceIndex): DataRequest[] => {
    if (datasource.type === 'function') return []
    const base = { widgetId: widget.id, role: 'main', datasourceIndex, datasource, isSingle } as const
    const indices = (wanted: (key: DataKey) => boolean) =>
      datasource.dataKeys.flatMap((key, index) => (wanted(key) ? [index] : []))
    if (datasource.type === 'entityCount') {
      return [{ ...base, mode: { kind: 'count' }, keyIndices: indices(({ type }) => type === 'count') }]
    }
    if (widget.type === 'timeseries') {
      const keyIndices = indices(({ type }) => type === 'timeseries')
      return [{ ...base, mode: { kind: 'series', window, isStateData: false }, keyIndices }]
    }
    return [{ ...base, mode: { kind: 'latest' }, keyIndices: indices((key) => entityKeyOf(key) !== null) }]
  })
  return requests.filter(({ keyIndices }) => keyIndices.length > 0)
}
