/** Renders a component as a page: with texts, session, query cache, toasts and a router that starts at a given path. */

import type { AuthUser, User } from '@sonde/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { parseSearch, stringifySearch } from '../app/search-params.ts'
import { WidgetTypesContext } from '../dashboards/widget-types-context.ts'
import messages from '../locale/en/index.ts'
import { createTextStore } from '../locale/text-store.ts'
import { createTexts } from '../locale/texts.ts'
import { TextProvider } from '../locale/use-text.tsx'
import type { SignedIn } from '../session/account.ts'
import type { Client } from '../session/page-client.ts'
import { SessionProvider } from '../session/use-session.tsx'
import { createObservable } from '../ui/observable.ts'
import { ToastProvider, ToastStack } from '../ui/toast/toast-stack.tsx'
import { createToasts } from '../ui/toast/toasts.ts'
import { widgetTypes } from '../widgets/widget-registry.ts'

export const englishTexts = () => createTextStore(createTexts({ tag: 'en_US', intl: 'en-US' }, 'en', messages))

export function signedInAs(authority: AuthUser['authority'], over: Partial<SignedIn> = {}): SignedIn {
  return {
    kind: 'signedIn',
    auth: {
      userId: 'u',
      sub: 'ada@sonde.example',
      scopes: [authority],
      authority,
      isPublic: false,
      tenantId: 't',
      customerId: 'c',
    },
    user: { email: 'ada@sonde.example', firstName: 'Ada', lastName: 'Rivers', additionalInfo: null } as User,
    homeDashboardId: null,
    hasEdges: true,
    visitorsReadAll: false,
    maxDatapoints: 500,
    tableLayouts: null,
    alarmNotices: undefined,
    allowedDashboardIds: null,
    ...over,
  }
}

/** Live client that is connected but never sends an update. */
export const silentLive = {
  status: { get: () => ({ kind: 'open', lastMessageAt: null }), subscribe: () => () => {} },
  subscribeAttributes: () => () => {},
  subscribeTelemetry: () => () => {},
  subscribeEntityData: () => ({ update: () => {}, unsubscribe: () => {} }),
  subscribeEntityCount: () => () => {},
  subscribeAlarmData: () => () => {},
} as unknown as Client['live']

interface PageDeps {
  /** Parts of the client that the page uses; anything else throws. */
  readonly client: Partial<Client> | Record<string, unknown>
  /** Null: not signed in. */
  readonly authority?: AuthUser['authority'] | null
  readonly at?: string
}

export async function renderPage(page: ReactNode, { client, authority = 'TENANT_ADMIN', at = '/' }: PageDeps) {
  const toasts = createToasts()
  const parts = { live: silentLive, ...client }
  const session = { serverNowMs: () => Date.now(), ...(client as { session?: object }).session }
  const whole = { ...parts, session } as unknown as Client
  const state = createObservable(authority === null ? ({ kind: 'anonymous' } as const) : signedInAs(authority))
  const account = { state, ready: async () => state.get(), retry: () => {}, reload: async () => {} }

  const root = createRootRoute({
    component: () => (
      <>
        {page}
        <ToastStack />
      </>
    ),
    validateSearch: (search: Record<string, unknown>) => search,
  })
  const anywhere = createRoute({ getParentRoute: () => root, path: '$' })
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = await act(async () =>
    render(
      <TextProvider store={englishTexts()}>
        <SessionProvider client={whole} account={account}>
          <QueryClientProvider client={queries}>
            <ToastProvider value={toasts}>
              <WidgetTypesContext value={widgetTypes}>
                <RouterProvider router={router as never} />
              </WidgetTypesContext>
            </ToastProvider>
          </QueryClientProvider>
        </SessionProvider>
      </TextProvider>,
    ),
  )
  return { ...view, toasts, router, address: () => router.state.location.href }
}
