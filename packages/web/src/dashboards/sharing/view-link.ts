/** Links to a dashboard: to what a user sees of it, and for people without an account. */

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

interface SharedView extends Pick<ViewLink, 'origin' | 'dashboardId' | 'window' | 'browserZone'> {
  /** Key of the share link. */
  readonly key: string
}

/** Share link. It starts with `window`, but visitors may choose other times. */
export function shareLinkOf({ origin, dashboardId, key, window, browserZone }: SharedView): string {
  const query = new URLSearchParams({
    share: key,
    ...(window && { window: paramOfTimeWindow(window, browserZone) }),
  })
  return `${origin}/dashboard/${dashboardId}?${query}`
}

/** HTML that shows a link in a frame of another page. */
export function frameCodeOf(link: string, title: string): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<iframe src="${escaped(link)}" title="${escaped(title)}" width="100%" height="600"></iframe>`
}
