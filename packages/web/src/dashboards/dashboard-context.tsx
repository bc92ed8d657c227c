/** React context of the open dashboard: data layer, aliases, colors. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { AliasState, AliasStore } from './alias-store.ts'
import type { DashboardData } from './dashboard-data.ts'
import type { FilterStore } from './filter-store.ts'
import type { SeriesColors } from './series-colors.ts'
import type { WidgetView } from './widget-view.ts'

export interface OpenDashboard {
  /** Its filters hold the user's values. */
  readonly configuration: DashboardConfiguration
  readonly data: DashboardData
  readonly aliases: AliasStore
  readonly filters: FilterStore
  readonly colors: SeriesColors
}

export const DashboardContext = createContext<OpenDashboard | null>(null)

export function useDashboard(): OpenDashboard {
  const dashboard = useContext(DashboardContext)
  if (!dashboard) throw new Error('useDashboard is called outside of a dashboard.')
  return dashboard
}

/** The dashboard with the user's filter values; null until it is open. */
export function useFilteredDashboard(open: OpenDashboard | null): OpenDashboard | null {
  const filters = useSyncExternalStore(
    useCallback((listener) => open?.filters.subscribe(listener) ?? (() => {}), [open]),
    () => open?.filters.get(),
  )
  return (
    useMemo(() => open && filters && { ...open, configuration: { ...open.configuration, filters } }, [open, filters]) ??
    null
  )
}

/** View of the widget; a new object after each change. */
export function useWidgetView(widgetId: string): WidgetView {
  const { data } = useDashboard()
  return useSyncExternalStore(
    (listener) => data.subscribe(widgetId, listener),
    () => data.view(widgetId),
  )
}

export function useAlias(aliasId: string | null): AliasState {
  const { aliases } = useDashboard()
  return useSyncExternalStore(aliases.subscribe, () => (aliasId === null ? unresolved : aliases.get(aliasId)))
}

const unresolved: AliasState = { kind: 'unresolved' }
