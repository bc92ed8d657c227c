/** Where a user starts, and where one is held (seed 1, section 4). */

import type { SignedIn } from './account.ts'

export type Place =
  | { readonly to: '/home' }
  | { readonly to: '/dashboards/$dashboardId' | '/dashboard/$dashboardId'; readonly params: { dashboardId: string } }

const dashboardPlace = (dashboardId: string, isFullScreen: boolean): Place => ({
  to: isFullScreen ? '/dashboard/$dashboardId' : '/dashboards/$dashboardId',
  params: { dashboardId },
})

/** `lastPublicDashboardId`: what a public visitor saw last. */
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
  // A home dashboard shows there.
  return { to: '/home' }
}

/** Users who may only see dashboards: public visitors, and those whose default dashboard fills the screen. */
export function isHeldToDashboards(account: SignedIn): boolean {
  if (account.auth.isPublic) return true
  const info = account.user?.additionalInfo
  return (
    account.auth.authority !== 'SYS_ADMIN' &&
    info?.defaultDashboardFullscreen === true &&
    typeof info.defaultDashboardId === 'string'
  )
}

/** The place that a user is sent to instead of `path`, or null when they may go there. */
export function placeInstead(account: SignedIn, path: string, lastPublicDashboardId: string | null): Place | null {
  if (!isHeldToDashboards(account)) return null
  const [, room, id] = path.split('/')
  if (room === 'dashboard' && id) return null
  if (room === 'dashboards' && id && account.allowedDashboardIds?.includes(id)) return null
  if (room === 'profile' && !account.auth.isPublic) return null
  const place = startPlace(account, lastPublicDashboardId)
  return place.to === '/home' && path === '/home' ? null : place
}
