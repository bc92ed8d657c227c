/** Dashboard routes: lists, dashboards inside the shell, and full-screen dashboards. */

import { createRoute } from '@tanstack/react-router'
import type { Crumb } from '../../places/crumb.ts'
import { type Authority, requireAuthority } from '../route-guard.ts'
import { guarded, homeCrumb, lazyPage, shell, tenantAndCustomer, tenantOnly } from './base-routes.tsx'
import { customersCrumb, edgesCrumb } from './room-routes.tsx'

const dashboardPage = () => import('../../pages/dashboards/dashboard-page.tsx')

/**
 * A list of dashboards and the page of each, which shows the dashboard itself; its details exist only in the drawer.
 */
const roomOfDashboards = <const P extends '/dashboards' | `${string}/dashboards`>(
  path: P,
  crumbs: readonly Crumb[],
  own: Crumb,
  authorities: readonly Authority[],
) =>
  [
    createRoute({
      getParentRoute: () => shell,
      path,
      staticData: { title: 'shell.dashboards', crumbs },
      beforeLoad: ({ context }) => requireAuthority(context, authorities),
      component: lazyPage(() => import('../../pages/dashboards/dashboards-page.tsx')),
    }),
    createRoute({
      getParentRoute: () => shell,
      path: `${path}/$dashboardId`,
      staticData: { crumbs: [...crumbs, own] },
      component: lazyPage(dashboardPage),
    }),
  ] as const

const ofCustomer = '/customers/$customerId/dashboards'
const ofEdge = '/edgeInstances/$edgeId/dashboards'
export const dashboardRoutes = [
  ...roomOfDashboards('/dashboards', [homeCrumb], { label: 'shell.dashboards', to: '/dashboards' }, tenantAndCustomer),
  ...roomOfDashboards(
    ofCustomer,
    [homeCrumb, customersCrumb],
    { label: 'shell.dashboards', to: ofCustomer },
    tenantOnly,
  ),
  ...roomOfDashboards(ofEdge, [homeCrumb, edgesCrumb], { label: 'shell.dashboards', to: ofEdge }, tenantAndCustomer),
] as const

/** Without the shell: the dashboard fills the window. */
export const fullScreenDashboard = createRoute({
  getParentRoute: () => guarded,
  path: '/dashboard/$dashboardId',
  staticData: { title: 'shell.dashboard' },
  component: lazyPage(dashboardPage),
})
