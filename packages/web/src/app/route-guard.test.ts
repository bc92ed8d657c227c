import { ApiError } from '@sonde/client'
import { isRedirect, type ParsedLocation } from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AccountState, SignedIn } from '../session/account.ts'
import { consumeReturnUrl } from '../session/return-url.ts'
import { signedInAs } from '../testing/render-page.tsx'
import { createObservable } from '../ui/observable.ts'
import { createToasts } from '../ui/toast/toasts.ts'
import { requireAccount, requireAuthority } from './route-guard.ts'
import type { Services } from './services.ts'

beforeEach(() => void consumeReturnUrl())

/** Public id that doesn't exist. */
const noPublicId = 'gone'

const shareKey = `5a2d7f4e-0000-4000-8000-00000000000a.${'k'.repeat(43)}`

function setUp(account: Exclude<AccountState, { kind: 'loading' }>) {
  let now = account
  const session = {
    loginPublic: vi.fn(async (publicId: string) => {
      if (publicId === noPublicId) throw new ApiError({ status: 401, message: 'Nothing.', method: 'POST', path: '/' })
      const visitor = signedInAs('CUSTOMER_USER')
      now = { ...visitor, auth: { ...visitor.auth, isPublic: true, sub: publicId }, allowedDashboardIds: ['d1'] }
    }),
    loginShareLink: vi.fn(async (key: string) => {
      if (key !== shareKey) throw new ApiError({ status: 401, message: 'Ended.', method: 'POST', path: '/' })
      const visitor = signedInAs('CUSTOMER_USER')
      const sub = key.split('.')[0] ?? ''
      now = { ...visitor, auth: { ...visitor.auth, isPublic: true, sub }, allowedDashboardIds: ['d1'] }
    }),
    logout: vi.fn(async () => {
      now = { kind: 'anonymous' }
    }),
  }
  const forbidden = createObservable(false)
  const toasts = createToasts()
  const texts = { settled: async () => {} }
  const parts = { account: { ready: async () => now }, client: { session }, texts, forbidden, toasts }
  const context = parts as unknown as Services
  return { context, session, forbidden, toasts }
}

function at(href: string): ParsedLocation {
  const url = new URL(href, 'http://x')
  return { href, pathname: url.pathname, search: Object.fromEntries(url.searchParams) } as unknown as ParsedLocation
}

const redirectOf = async (run: Promise<unknown>) => {
  const outcome = await run.catch((error: unknown) => error)
  return isRedirect(outcome) ? outcome.options : undefined
}

test('who is not signed in goes to the sign-in page; where they wanted to go is remembered', async () => {
  const { context } = setUp({ kind: 'anonymous' })
  const target = await redirectOf(requireAccount({ context, location: at('/devices?textSearch=pump') }))
  expect(target?.to).toBe('/login')
  expect(consumeReturnUrl()).toBe('/devices?textSearch=pump')
  expect(consumeReturnUrl()).toBeNull()
})

test('who is signed in comes in', async () => {
  const account = signedInAs('TENANT_ADMIN')
  const { context } = setUp(account)
  expect(await requireAccount({ context, location: at('/devices') })).toEqual({ signedIn: account })
})

test('a public id in the address signs in a visitor, who sees dashboards only', async () => {
  const { context, session } = setUp({ kind: 'anonymous' })
  await requireAccount({ context, location: at('/dashboard/d1?publicId=p1') })
  expect(session.loginPublic).toHaveBeenCalledWith('p1')
  const target = await redirectOf(requireAccount({ context, location: at('/devices?publicId=p1') }))
  expect(target).toMatchObject({ to: '/dashboard/$dashboardId', params: { dashboardId: 'd1' } })
})

test('a public id that is none leads to the sign-in page, which says why', async () => {
  const { context, toasts } = setUp({ kind: 'anonymous' })
  const target = await redirectOf(requireAccount({ context, location: at(`/dashboard/d1?publicId=${noPublicId}`) }))
  expect(target?.to).toBe('/login')
  expect(toasts.entries().map(({ text }) => text)).toEqual(['Nothing.'])
})

test('a visitor without the public id in the address is signed out', async () => {
  const visitor: SignedIn = signedInAs('CUSTOMER_USER')
  const { context, session } = setUp({ ...visitor, auth: { ...visitor.auth, isPublic: true } })
  const target = await redirectOf(requireAccount({ context, location: at('/devices') }))
  expect(session.logout).toHaveBeenCalled()
  expect(target?.to).toBe('/login')
})

test('a role that has no business here stays out, and is told so', async () => {
  const { context, forbidden } = setUp({ kind: 'anonymous' })
  const services = { ...context, signedIn: signedInAs('SYS_ADMIN') }
  expect(() => requireAuthority(services, ['TENANT_ADMIN'])).toThrow()
  expect(forbidden.get()).toBe(true)
  expect(() => requireAuthority(services, ['SYS_ADMIN'])).not.toThrow()
})

test('a share link signs in its visitor once; one that has ended leads to a page that says so', async () => {
  const { context, session } = setUp({ kind: 'anonymous' })
  await requireAccount({ context, location: at(`/dashboard/d1?share=${shareKey}`) })
  await requireAccount({ context, location: at(`/dashboard/d1?share=${shareKey}&state=x`) })
  expect(session.loginShareLink).toHaveBeenCalledTimes(1)
  const target = await redirectOf(requireAccount({ context, location: at('/dashboard/d1?share=ended') }))
  expect(target?.to).toBe('/login/shareEnded')
})

test('a share link of a signed-in user is opened as that user', async () => {
  const account = signedInAs('TENANT_ADMIN')
  const { context, session } = setUp(account)
  expect(await requireAccount({ context, location: at(`/dashboard/d1?share=${shareKey}`) })).toEqual({
    signedIn: account,
  })
  expect(session.loginShareLink).not.toHaveBeenCalled()
})
