/** Test helper: renders dashboard components with texts and a signed-in client. */

import type { AuthUser } from '@sonde/client'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createTextStore } from '../locale/text-store.ts'
import { loadTexts } from '../locale/texts.ts'
import { TextProvider } from '../locale/use-text.tsx'
import type { Account, AccountState } from '../session/account.ts'
import type { Client } from '../session/page-client.ts'
import { tenantAdministrator } from '../session/testing.ts'
import { SessionProvider } from '../session/use-session.tsx'
import { createObservable } from '../ui/observable.ts'

interface AppDeps {
  readonly nowMs: number
  /** Live client for the components. */
  readonly live?: object
  /** Default: tenant administrator. */
  readonly authority?: AuthUser['authority']
}

export async function renderInApp(children: ReactNode, { nowMs, live = {}, authority }: AppDeps) {
  const texts = createTextStore(await loadTexts({ tag: 'en_US', intl: 'en-US' }))
  const state = createObservable<AccountState>({
    kind: 'signedIn',
    auth: { ...tenantAdministrator, ...(authority && { authority }) },
    user: null,
    homeDashboardId: null,
    hasEdges: true,
    visitorsReadAll: false,
    maxDatapoints: 50_000,
    tableLayouts: null,
    alarmNotices: undefined,
    allowedDashboardIds: null,
  })
  const account: Account = {
    state,
    ready: () => Promise.reject(new Error('Nothing waits for the account in these tests.')),
    retry: () => {},
    reload: async () => {},
  }
  const status = { get: () => ({ kind: 'open', lastMessageAt: nowMs }), subscribe: () => () => {} }
  const client = { session: { serverNowMs: () => nowMs }, live: { status, ...live } } as unknown as Client
  return render(
    <TextProvider store={texts}>
      <SessionProvider client={client} account={account}>
        {children}
      </SessionProvider>
    </TextProvider>,
  )
}
