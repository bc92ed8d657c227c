/** Link to what a user sees of a dashboard: the open states with their entities, and the time window. */

import { encodeStates, type StateEntry } from '@sonde/model/dashboards/dashboard-states'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { paramOfTimeWindow } from '../../time-windows/time-window-param.ts'

interface ViewLink {
  readonly origin: string
  readonly dashboardId: string
  /** The dashboard fills the window. */
  readonly isSinglePage: boolean
  /** Empty: the root state. */
  readonly states: readonly StateEntry[]
  /** null: the configured time window. */
  readonly window: TimeWindow | null
  readonly browserZone: string
}

export function viewLinkOf({ origin, dashboardId, isSinglePage, states, window, browserZone }: ViewLink): string {
  const query = new URLSearchParams({
    ...(states.length > 0 && { state: encodeStates(states) }),
    ...(window && { window: paramOfTimeWindow(window, browserZone) }),
  })
  const path = `${origin}/${isSinglePage ? 'dashboard' : 'dashboards'}/${dashboardId}`
  return query.size > 0 ? `${path}?${query}` : path
}
