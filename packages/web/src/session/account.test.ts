import { ApiError, type AuthUser, SessionError } from '@sonde/client'
import { expect, test, vi } from 'vitest'
import { createAccount } from './account.ts'
import type { Client } from './page-client.ts'
import { tenantAdministrator } from './testing.ts'

const layouts = { devices: { layout: { pageSize: '20' }, at: 5 } }

function fakeClient({ user = tenantAdministrator as AuthUser | null, limit = 50_000, failures = [] as Error[] } = {}) {
  const listeners: (() => void)[] = []
  const session = {
    user,
    onChange: (listener: () => void) => listeners.push(listener),
    clockOffsetMs: async () => 0,
    learnServerTime: vi.fn(),
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
    home: {
      pageStart: async () => ({
        serverTimeMs: 1_700_000_000_000,
        homeDashboardId: 'home',
        edgesEnabled: true,
        visitorsReadAll: false,
        maxDatapoints: limit,
        settings: { tableLayouts: layouts, alarmNotices: {} },
      }),
    },
  } as unknown as Client
  return { client, session, notify: () => listeners.forEach((listener) => void listener()) }
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
    visitorsReadAll: false,
    maxDatapoints: 50_000,
    tableLayouts: layouts,
  })
})

test('a limit that is too low is raised to 8, a missing one is 500', async () => {
  expect(await createAccount(fakeClient({ limit: 3 }).client, () => {}).ready()).toMatchObject({ maxDatapoints: 8 })
  expect(await createAccount(fakeClient({ limit: 0 }).client, () => {}).ready()).toMatchObject({ maxDatapoints: 500 })
})

const rejected = (status: number) => new ApiError({ status, message: 'No.', method: 'GET', path: '/api/auth/user' })

test.each([[rejected(401)], [new SessionError('refreshTokenExpired')]])(
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
  const failures = [rejected(0), rejected(503), new TypeError('broken off'), rejected(429)]
  const { client, session } = fakeClient({ failures: [...failures] })
  const ended = vi.fn()
  const waited: number[] = []
  const reported: unknown[] = []
  const account = createAccount(client, ended, async (ms) => {
    waited.push(ms)
    const now = account.state.get()
    reported.push(now.kind === 'loading' ? now.failure?.error : now)
  })
  expect(await account.ready()).toMatchObject({ kind: 'signedIn' })
  expect(ended).not.toHaveBeenCalled()
  expect(reported).toEqual(failures)
  expect(waited).toEqual([500, 1000, 2000, 4000])
  expect(session.logout).not.toHaveBeenCalled()
})

test('a retry ends the wait', async () => {
  const { client } = fakeClient({ failures: [rejected(0)] })
  const account = createAccount(
    client,
    () => {},
    () => new Promise(() => {}),
  )
  await vi.waitFor(() => expect(account.state.get()).toMatchObject({ failure: { error: { status: 0 } } }))
  account.retry()
  expect(await account.ready()).toMatchObject({ kind: 'signedIn' })
})

test('who signs out meanwhile is not loaded again', async () => {
  const { client, session, notify } = fakeClient({ failures: [rejected(0)] })
  const account = createAccount(
    client,
    () => {},
    async () => {
      session.user = null
      notify()
    },
  )
  expect(await account.ready()).toEqual({ kind: 'anonymous' })
  expect(session.logout).not.toHaveBeenCalled()
})

test('signing out is followed', async () => {
  const { client, session, notify } = fakeClient()
  const account = createAccount(client, () => {})
  await account.ready()
  session.user = null
  notify()
  expect(account.state.get()).toEqual({ kind: 'anonymous' })
})
