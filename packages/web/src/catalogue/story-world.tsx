/**
 * Context that every component needs, for stories: texts, a signed-in tenant administrator, query cache, toasts,
 * router.
 */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TextStore } from '../locale/text-store.ts'
import { TextProvider } from '../locale/use-text.tsx'
import type { Account, AccountState } from '../session/account.ts'
import { tenantAdministrator } from '../session/testing.ts'
import { SessionProvider } from '../session/use-session.tsx'
import { createObservable } from '../ui/observable.ts'
import { ToastProvider, ToastStack } from '../ui/toast/toast-stack.tsx'
import { createToasts } from '../ui/toast/toasts.ts'
import { createStoryClient } from './story-client.ts'

const signedIn: AccountState = {
  kind: 'signedIn',
  auth: tenantAdministrator,
  user: null,
  homeDashboardId: null,
  maxDatapoints: 50_000,
  tableLayouts: null,
  alarmNotices: undefined,
  allowedDashboardIds: null,
  hasEdges: true,
  visitorsReadAll: false,
}

function createWorld() {
  const state = createObservable<AccountState>(signedIn)
  const account: Account = { state, ready: async () => state.get(), reload: async () => {} } as Account
  const root = createRootRoute({})
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' })
  return {
    account,
    client: createStoryClient(),
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    toasts: createToasts(),
    router: createRouter({
      routeTree: root.addChildren([anywhere]),
      history: createMemoryHistory({ initialEntries: ['/'] }),
    }),
  }
}

export function StoryWorld({ texts, children }: { texts: TextStore; children: ReactNode }) {
  const [{ account, client, queries, toasts, router }] = useState(createWorld)
  return (
    <TextProvider store={texts}>
      <SessionProvider client={client} account={account}>
        <QueryClientProvider client={queries}>
          <ToastProvider value={toasts}>
            <RouterContextProvider router={router as never}>
              {children}
              <ToastStack />
            </RouterContextProvider>
          </ToastProvider>
        </QueryClientProvider>
      </SessionProvider>
    </TextProvider>
  )
}
