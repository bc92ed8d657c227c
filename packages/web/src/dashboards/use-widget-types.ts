/** The types of the widgets that are open, loaded together. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { DataRequest } from './data-request.ts'
import type { WidgetTypeState, WidgetTypes } from './widget-types.ts'

export interface OpenWidgetTypes {
  readonly of: (widget: DashboardWidget) => WidgetTypeState
  /** Nothing is loading. */
  readonly areSettled: boolean
  /** Of a type that failed to load; always the same function. */
  readonly reload: (widget: DashboardWidget) => void
}

/** `widgets`: keep it stable. */
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

/** What all widgets ask for; null until every type is there, since those that ask for the same share a source. */
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
