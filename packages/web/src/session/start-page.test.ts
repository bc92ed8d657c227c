import type { AuthUser, User } from '@sonde/client'
import { expect, test } from 'vitest'
import { signedInAs } from '../testing/render-page.tsx'
import type { SignedIn } from './account.ts'
import { placeInstead, startPlace } from './start-page.ts'

function account(
  over: { auth?: Partial<AuthUser>; info?: User['additionalInfo']; rest?: Partial<SignedIn> } = {},
): SignedIn {
  const base = signedInAs('TENANT_ADMIN')
  return {
    ...base,
    auth: { ...base.auth, ...over.auth },
    user: { additionalInfo: over.info ?? null } as User,
    ...over.rest,
  }
}

test('starts at home without a dashboard', () => {
  expect(startPlace(account())).toEqual({ to: '/home' })
})

test('starts at home, which shows the home dashboard where there is one', () => {
  expect(startPlace(account({ rest: { homeDashboardId: 'd1' } }))).toEqual({ to: '/home' })
})

test('the user’s default dashboard comes before the tenant’s', () => {
  const place = startPlace(account({ info: { defaultDashboardId: 'own' }, rest: { homeDashboardId: 'd1' } }))
  expect(place).toEqual({ to: '/dashboards/$dashboardId', params: { dashboardId: 'own' } })
})

test('a full-screen default dashboard holds the user to dashboards', () => {
  const info = { defaultDashboardId: 'own', defaultDashboardFullscreen: true }
  const held = account({ info, rest: { allowedDashboardIds: ['other'] } })
  expect(placeInstead(held, '/devices', null)).toEqual({
    to: '/dashboard/$dashboardId',
    params: { dashboardId: 'own' },
  })
  expect(placeInstead(held, '/dashboards/other', null)).toBeNull()
  expect(placeInstead(held, '/dashboards/foreign', null)).not.toBeNull()
  expect(placeInstead(held, '/dashboard/own', null)).toBeNull()
  expect(placeInstead(held, '/profile', null)).toBeNull()
})

test('a system administrator is never held', () => {
  const info = { defaultDashboardId: 'own', defaultDashboardFullscreen: true }
  expect(placeInstead(account({ auth: { authority: 'SYS_ADMIN' }, info }), '/home', null)).toBeNull()
})

test('a public visitor goes to the dashboard seen last, and has no profile', () => {
  const visitor = account({ auth: { isPublic: true }, rest: { user: null, allowedDashboardIds: ['p1'] } })
  expect(startPlace(visitor, 'p2')).toEqual({ to: '/dashboard/$dashboardId', params: { dashboardId: 'p2' } })
  expect(placeInstead(visitor, '/profile', null)).toEqual({
    to: '/dashboard/$dashboardId',
    params: { dashboardId: 'p1' },
  })
})
