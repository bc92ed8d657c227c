import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextProvider } from '../locale/use-text.tsx'
import type { Crumb } from '../places/crumb.ts'
import type { Client } from '../session/page-client.ts'
import { SessionProvider } from '../session/use-session.tsx'
import { englishTexts, signedInAs, silentLive } from '../testing/render-page.tsx'
import { createObservable } from '../ui/observable.ts'
import { Toolbar } from './toolbar.tsx'

const names: Readonly<Record<string, object>> = {
  '/api/customer/c1/shortInfo': { title: 'Acme', isPublic: false },
  '/api/edge/e1': { name: 'North hall' },
  '/api/v2/alarms': { data: [], totalElements: 0 },
}

/** Breadcrumbs at a path of a route with the title "Devices". */
async function trailOf(path: string, crumbs: readonly Crumb[], at: string): Promise<() => string[]> {
  const request = async (_: string, call: string) => names[call]
  const client = {
    rest: { request },
    live: silentLive,
    customers: { shortInfo: (id: string) => request('GET', `/api/customer/${id}/shortInfo`) },
  } as unknown as Client
  const state = createObservable(signedInAs('TENANT_ADMIN'))
  const account = { state, ready: async () => state.get(), retry: () => {}, reload: async () => {} }
  const root = createRootRoute({ component: () => <Toolbar /> })
  const route = createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title: 'shell.devices', crumbs },
  })
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await router.load()
  await act(async () =>
    render(
      <TextProvider store={englishTexts()}>
        <SessionProvider client={client} account={account}>
          <QueryClientProvider client={new QueryClient()}>
            <RouterProvider router={router as never} />
          </QueryClientProvider>
        </SessionProvider>
      </TextProvider>,
    ),
  )
  const trail = await screen.findByRole('navigation', { name: 'Breadcrumbs' })
  return () => [
    ...within(trail)
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    trail.querySelector('[aria-current="page"]')?.textContent ?? '',
  ]
}

const home: Crumb = { label: 'shell.home', to: '/home' }

test('below a customer the trail has its name, which leads to it', async () => {
  const crumbs: Crumb[] = [home, { label: 'customers.title', to: '/customers' }]
  const trail = await trailOf('/customers/$customerId/devices', crumbs, '/customers/c1/devices')
  await waitFor(() => expect(trail()).toEqual(['Home /home', 'Customers /customers', 'Acme /customers/c1', 'Devices']))
})

test('so it has below an edge', async () => {
  const crumbs: Crumb[] = [home, { label: 'edges.title', to: '/edgeInstances' }]
  const trail = await trailOf('/edgeInstances/$edgeId/devices', crumbs, '/edgeInstances/e1/devices')
  await waitFor(() =>
    expect(trail()).toEqual(['Home /home', 'Edges /edgeInstances', 'North hall /edgeInstances/e1', 'Devices']),
  )
})

test('a list that is nobody’s has no such step', async () => {
  const trail = await trailOf('/devices', [home], '/devices')
  expect(trail()).toEqual(['Home /home', 'Devices'])
})
