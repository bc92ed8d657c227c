/** First page after sign-in, and the restriction of some users to dashboards. */

import type { SignedIn } from './account.ts'

export type Place =
  | { readonly to: '/home' }
  | { readonly to: '/dashboards/$dashboardId' | '/dashboard/$dashboardId'; readonly params: { dashboardId: string } }

const dashboardPlace = (dashboardId: string, isFullScreen: boolean): Place => ({
  to: isFullScreen ? '/dashboard/$dashboardId' : '/dashboards/$dashboardId',
  params: { dashboardId },
})

/** `lastPublicDashboardId`: the dashboard that a public visitor opened last. */
export function startPlace(account: SignedIn, lastPublicDashboardId: string | null = null): Place {
  if (account.auth.isPublic) {
    const dashboardId = lastPublicDashboardId ?? account.allowedDashboardIds?.[0]
    return dashboardId ? dashboardPlace(dashboardId, true) : { to: '/home' }
  }
  const info = account.user?.additionalInfo
  const isSystem = account.auth.authority === 'SYS_ADMIN'
  if (!isSystem && typeof info?.defaultDashboardId === 'string' && info.defaultDashboardId) {
    return dashboardPlace(info.defaultDashboardId, info.defaultDashboardFullscreen === true)
  }
  // Shows the home dashboard, if any.
  return { to: '/home' }
}

/** Whether the user can only open dashboards: public visitors, and users with a full-screen default dashboard. */
export function isHeldToDashboards(account: SignedIn): boolean {
  if (account.auth.isPublic) return true
  const info = account.user?.additionalInfo
  return (
    account.auth.authority !== 'SYS_ADMIN' &&
    info?.defaultDashboardFullscreen === true &&
    typeof info.defaultDashboardId === 'string'
  )
}

/** The page to redirect to instead of `path`; null if the user can open it. */
export function placeInstead(account: SignedIn, path: string, lastPublicDashboardId: string | null): Place | null {
  if (!isHeldToDashboards(account)) return null
  const [, room, id] = path.split('/')
  if (room === 'dashboard' && id) return null
  if (room === 'dashboards' && id && account.allowedDashboardIds?.includes(id)) return null
  if (room === 'profile' && !account.auth.isPublic) return null
  const place = startPlace(account, lastPublicDashboardId)
  return place.to === '/home' && path === '/home' ? null : place
}
