import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Account } from '../session/account.ts'
import type { Client } from '../session/page-client.ts'
import { SessionProvider } from '../session/use-session.tsx'
import { signedInAs, silentLive } from '../testing/render-page.tsx'
import { createObservable } from '../ui/observable.ts'
import { useEntityCount, useLatestTelemetry, useServerAttributes } from './use-live.ts'

type Values = { values: Record<string, TsValue[]>; isSnapshot: boolean }
const frame = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))

/** Page with a fake live connection, whose updates the test sends. */
function openPage() {
  const given: { values?: (update: Values) => void; count?: (count: number) => void; page?: (page: unknown) => void } =
    {}
  const live = {
    ...silentLive,
    subscribeTelemetry: (...[, , , onValues]: unknown[]) => {
      given.values = onValues as typeof given.values
      return () => {}
    },
    subscribeEntityCount: (_: unknown, onCount: (count: number) => void) => {
      given.count = onCount
      return () => {}
    },
    subscribeEntityData: (_: unknown, { onPage }: { onPage: (page: unknown) => void }) => {
      given.page = onPage
      return { update: () => {}, unsubscribe: () => {} }
    },
  }
  const state = createObservable(signedInAs('TENANT_ADMIN'))
  const account = { state, ready: async () => state.get(), reload: async () => {} } as unknown as Account
  const queries = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider client={{ live } as unknown as Client} account={account}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </SessionProvider>
  )
  const visit = () =>
    renderHook(
      () => ({
        values: useLatestTelemetry(device, ['t']).values?.get('t')?.value,
        count: useEntityCount({ entityFilter: { type: 'entityType', entityType: 'DEVICE' } }),
        active: useServerAttributes(device, ['active'])?.active?.value,
      }),
      { wrapper },
    )
  return { given, queries, visit }
}

const device = { entityType: 'DEVICE', id: 'd' } as const
const unknown = { values: undefined, count: undefined, active: undefined }

test('a page that is gone back to shows what was last seen, then what the platform says', async () => {
  const { given, visit } = openPage()
  const first = visit()
  expect(first.result.current).toEqual(unknown)
  act(() => {
    given.values?.({ values: { t: [{ ts: 1, value: '20' }] }, isSnapshot: true })
    given.count?.(7)
    given.page?.({
      data: [{ entityId: { id: 'd' }, latest: { SERVER_ATTRIBUTE: { active: { ts: 1, value: 'true' } } } }],
    })
  })
  await frame()
  expect(first.result.current).toEqual({ values: '20', count: 7, active: 'true' })
  first.unmount()

  const again = visit()
  expect(again.result.current).toEqual({ values: '20', count: 7, active: 'true' })
  act(() => {
    given.values?.({ values: {}, isSnapshot: true })
    given.count?.(6)
  })
  await frame()
  expect(again.result.current).toEqual({ values: undefined, count: 6, active: 'true' })
})

test('who signs in next sees nothing of it', async () => {
  const { given, queries, visit } = openPage()
  const first = visit()
  act(() => given.count?.(7))
  await frame()
  first.unmount()
  queries.clear()
  expect(visit().result.current).toEqual(unknown)
})
