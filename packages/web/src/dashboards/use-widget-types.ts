/** Loads the types of the open widgets. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { DataRequest } from './data-request.ts'
import type { WidgetTypeState, WidgetTypes } from './widget-types.ts'

export interface OpenWidgetTypes {
  readonly of: (widget: DashboardWidget) => WidgetTypeState
  /** All types are loaded, missing or failed. */
  readonly areSettled: boolean
  /** Retries a type that failed to load; stable function. */
  readonly reload: (widget: DashboardWidget) => void
}

/** `widgets` must be referentially stable. */
export function useWidgetTypes(types: WidgetTypes, widgets: readonly DashboardWidget[]): OpenWidgetTypes {
  const version = useSyncExternalStore(types.version.subscribe, types.version.get)
  useEffect(() => {
    for (const widget of widgets) if (types.state(widget).kind === 'loading') void types.load(widget)
  }, [types, widgets])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the states
  return useMemo(
    () => ({
      of: types.state,
      areSettled: widgets.every((widget) => types.state(widget).kind !== 'loading'),
      reload: types.load,
    }),
    [types, widgets, version],
  )
}

/** Data requests of all widgets. Null until every type is settled, so that equal requests can share a source. */
export function requestsOf(
  types: OpenWidgetTypes,
  widgets: readonly DashboardWidget[],
  windowOf: (widget: DashboardWidget) => TimeWindow | undefined,
): readonly DataRequest[] | null {
  if (!types.areSettled) return null
  return widgets.flatMap((widget) => {
    const state = types.of(widget)
    const window = windowOf(widget)
    return state.kind === 'ready' && window ? state.type.requests(widget, window) : []
  })
}
