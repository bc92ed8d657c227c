import type { AuthUser } from '@sonde/client'
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

function fakeClient({ user = auth as AuthUser | null, limit = 50_000, fails = false } = {}) {
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
        if (fails) throw new Error('no answer')
        return { additionalInfo: null }
      },
    },
    dashboards: {
      homeInfo: async () => ({ dashboardId: { entityType: 'DASHBOARD', id: 'home' }, hideDashboardToolbar: true }),
      maxDatapointsLimit: async () => limit,
    },
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
    maxDatapoints: 50_000,
  })
})

test('a limit that is too low is raised to 8, a missing one is 500', async () => {
  expect(await createAccount(fakeClient({ limit: 3 }).client, () => {}).ready()).toMatchObject({ maxDatapoints: 8 })
  expect(await createAccount(fakeClient({ limit: 0 }).client, () => {}).ready()).toMatchObject({ maxDatapoints: 500 })
})

test('a user who cannot be loaded is signed out, and the failure is told', async () => {
  const { client, session } = fakeClient({ fails: true })
  const errors: unknown[] = []
  expect(await createAccount(client, (error) => errors.push(error)).ready()).toEqual({ kind: 'anonymous' })
  expect(errors).toHaveLength(1)
  expect(session.logout).toHaveBeenCalled()
})

test('signing out is followed', async () => {
  const { client, session, tell } = fakeClient()
  const account = createAccount(client, () => {})
  await account.ready()
  session.user = null
  tell()
  expect(account.state.get()).toEqual({ kind: 'anonymous' })
})
