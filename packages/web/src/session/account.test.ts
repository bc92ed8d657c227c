import { ApiError, type AuthUser, SessionError } from '@sonde/client'
import { expect, test, vi } from 'vitest'
import { createAccount } from './account.ts'
import type { Client } from './page-client.ts'

const auth: AuthUser = {
  userId: 'u',
  sub: 'ada@sonde.example',
  scopes: ['TENANT_ADMIN'],
  authority: 'TENANT_ADMIN',
  isPublic: false,
  tenantId: 't',
  customerId: null,
}

const layouts = { devices: { layout: { pageSize: '20' }, at: 5 } }

function fakeClient({ user = auth as AuthUser | null, limit = 50_000, failures = [] as Error[] } = {}) {
  const listeners: (() => void)[] = []
  const session = {
    user,
    onChange: (listener: () => void) => listeners.push(listener),
    clockOffsetMs: async () => 0,
    logout: vi.fn(async () => {}),
  }
  const client = {
    session,
    auth: {
      user: async () => {
        const failure = failures.shift()
        if (failure) throw failure
        return { additionalInfo: null }
      },
    },
    dashboards: {
      homeInfo: async () => ({ dashboardId: { entityType: 'DASHBOARD', id: 'home' }, hideDashboardToolbar: true }),
      maxDatapointsLimit: async () => limit,
    },
    system: { edgesEnabled: async () => true },
    userSettings: { get: async () => layouts },
  } as unknown as Client
  return { client, session, tell: () => listeners.forEach((listener) => void listener()) }
}

test('nobody is signed in: pages need not wait', async () => {
  const { client } = fakeClient({ user: null })
  expect(await createAccount(client, () => {}).ready()).toEqual({ kind: 'anonymous' })
})

test('loads what pages need before they are drawn', async () => {
  const { client } = fakeClient()
  expect(await createAccount(client, () => {}).ready()).toMatchObject({
    homeDashboardId: 'home',
    hasEdges: true,
    maxDatapoints: 50_000,
    tableLayouts: layouts,
  })
})

test('a limit that is too low is raised to 8, a missing one is 500', async () => {
  expect(await createAccount(fakeClient({ limit: 3 }).client, () => {}).ready()).toMatchObject({ maxDatapoints: 8 })
  expect(await createAccount(fakeClient({ limit: 0 }).client, () => {}).ready()).toMatchObject({ maxDatapoints: 500 })
})

const refused = (status: number) => new ApiError({ status, message: 'No.', method: 'GET', path: '/api/auth/user' })

test.each([[refused(401)], [new SessionError('refreshTokenExpired')]])(
  'a user whom the platform refuses is signed out, and the failure is told: %s',
  async (failure) => {
    const { client, session } = fakeClient({ failures: [failure] })
    const errors: unknown[] = []
    expect(await createAccount(client, (error) => errors.push(error)).ready()).toEqual({ kind: 'anonymous' })
    expect(errors).toEqual([failure])
    expect(session.logout).toHaveBeenCalled()
  },
)

test('a call that is broken off or fails is made again, later each time: nobody is signed out', async () => {
  const failures = [refused(0), refused(503), new TypeError('broken off'), refused(429)]
  const { client, session } = fakeClient({ failures: [...failures] })
  const errors: unknown[] = []
  const waited: number[] = []
  const account = createAccount(
    client,
    (error) => errors.push(error),
    async (ms) => void waited.push(ms),
  )
  expect(await account.ready()).toMatchObject({ kind: 'signedIn' })
  expect(errors).toEqual([failures[0]])
  expect(waited).toEqual([500, 1000, 2000, 4000])
  expect(session.logout).not.toHaveBeenCalled()
})

test('who signs out meanwhile is not loaded again', async () => {
  const { client, session, tell } = fakeClient({ failures: [refused(0)] })
  const account = createAccount(
    client,
    () => {},
    async () => {
      session.user = null
      tell()
    },
  )
  expect(await account.ready()).toEqual({ kind: 'anonymous' })
  expect(session.logout).not.toHaveBeenCalled()
})

test('signing out is followed', async () => {
  const { client, session, tell } = fakeClient()
  const account = createAccount(client, () => {})
  await account.ready()
  session.user = null
  tell()
  expect(account.state.get()).toEqual({ kind: 'anonymous' })
})
