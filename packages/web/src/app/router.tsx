/** Route tree with all URLs and the redirects. The pages are defined in `routes/`. */

import { createRoute, createRouter, type RouterHistory, redirect } from '@tanstack/react-router'
import type { SignedIn } from '../session/account.ts'
import { lastPublicDashboard } from '../session/return-url.ts'
import { startPlace } from '../session/start-page.ts'
import { PageFailure } from './page-failure.tsx'
import { requireAccount } from './route-guard.ts'
import { administrationRoutes } from './routes/administration-routes.tsx'
import { guarded, homeCrumb, lazyPage, root, shell } from './routes/base-routes.tsx'
import { buildingRoutes } from './routes/building-routes.tsx'
import { dashboardRoutes, fullScreenDashboard } from './routes/dashboard-routes.tsx'
import { allEntityRoutes } from './routes/entity-routes.tsx'
import { helpRoutes } from './routes/help-routes.tsx'
import { peopleRoutes } from './routes/people-routes.tsx'
import { mailedRoutes, openRoutes } from './routes/public-routes.tsx'
import { parseSearch, stringifySearch } from './search-params.ts'
import type { Services } from './services.ts'

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  async beforeLoad({ context, search }) {
    // The guard of `/home` signs the visitor in.
    if (search.publicId) throw redirect({ to: '/home', search: { publicId: search.publicId }, replace: true })
    const account = await context.account.ready()
    const place = account.kind === 'signedIn' ? startPlace(account, lastPublicDashboard()) : { to: '/home' as const }
    throw redirect({ ...place, replace: true })
  },
})

const homePage = () => import('../pages/home/home-page.tsx')
let homeRoom: Awaited<ReturnType<typeof homePage>> | undefined
async function enterHome(account: SignedIn): Promise<void> {
  homeRoom = await homePage()
  await homeRoom.prepareHome(account)
}
const home = createRoute({
  getParentRoute: () => shell,
  path: '/home',
  staticData: { title: 'shell.home' },
  // Synchronous if the module is loaded: awaiting even a resolved promise costs another frame.
  beforeLoad: ({ context }) => (homeRoom ? homeRoom.prepareHome(context.signedIn) : enterHome(context.signedIn)),
  component: lazyPage(homePage, 'HomePage'),
})

/** Any other URL. Child of the root, so that visitors without a session aren't sent to the sign-in page first. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  staticData: { title: 'shell.unknownTitle', crumbs: [homeCrumb] },
  async beforeLoad({ context, location }) {
    const account = await context.account.ready()
    // The guard redirects users restricted to dashboards, and hands navigation to the mobile app.
    if (account.kind === 'signedIn') await requireAccount({ context, location })
  },
  component: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage'),
})

const routeTree = root.addChildren([
  start,
  openRoutes,
  mailedRoutes,
  guarded.addChildren([
    shell.addChildren([
      home,
      ...peopleRoutes,
      ...allEntityRoutes,
      ...buildingRoutes,
      ...administrationRoutes,
      ...helpRoutes,
      ...dashboardRoutes,
    ]),
    fullScreenDashboard,
  ]),
  unknown,
])

/** `history`: default is the browser's. */
export function createAppRouter(services: Services, history?: RouterHistory) {
  return createRouter({
    history,
    routeTree,
    context: services,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 400,
    defaultErrorComponent: PageFailure,
    scrollRestoration: false,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
