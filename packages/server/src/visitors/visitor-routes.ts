/**
 * Allowlist of the routes for visitors of public dashboards: those needed to render a dashboard, and writes that an
 * administrator permitted. All other routes, including future ones, are forbidden.
 */

import { forbidden } from '@sonde/model/errors'
import type { Scope } from '../access/scope.ts'
import type { RouteInfo } from '../http/http-app.ts'

const telemetry = '/api/plugins/telemetry'

/** Method and path, as registered. */
export const routesOfVisitors: ReadonlySet<string> = new Set([
  'GET /api/auth/user',
  'POST /api/auth/logout',
  'POST /api/auth/changePassword',
  'GET /api/v2/page-start',
  'GET /api/v2/key-descriptions',
  'GET /api/dashboard/serverTime',
  'GET /api/dashboard/maxDatapointsLimit',
  'GET /api/edges/enabled',
  'GET /api/uiSettings/helpBaseUrl',
  'GET /api/system/info',
  'GET /api/dashboard/home',
  'GET /api/dashboard/home/info',
  'GET /api/dashboard/info/:dashboardId',
  'GET /api/dashboard/:dashboardId',
  'GET /api/customer/:customerId/dashboards',
  'GET /api/widgetsBundles',
  'GET /api/widgetsBundle/:widgetsBundleId',
  'GET /api/widgetType',
  'POST /api/entitiesQuery/find',
  'POST /api/entitiesQuery/count',
  'POST /api/alarmsQuery/find',
  `GET ${telemetry}/:entityType/:entityId/keys/timeseries`,
  `GET ${telemetry}/:entityType/:entityId/values/timeseries`,
  `GET ${telemetry}/:entityType/:entityId/keys/attributes`,
  `GET ${telemetry}/:entityType/:entityId/keys/attributes/:scope`,
  `GET ${telemetry}/:entityType/:entityId/values/attributes`,
  `GET ${telemetry}/:entityType/:entityId/values/attributes/:scope`,
  `POST ${telemetry}/:entityType/:entityId/attributes/:scope`,
  `POST ${telemetry}/:entityType/:entityId/:scope`,
  `POST ${telemetry}/:deviceId/:scope`,
  'POST /api/rpc/oneway/:deviceId',
  'POST /api/rpc/twoway/:deviceId',
  'POST /api/plugins/rpc/oneway/:deviceId',
  'POST /api/plugins/rpc/twoway/:deviceId',
])

/** Throws 403 if a visitor calls a route that isn't in the list. */
export function requireOpenToVisitors({ isPublic }: Scope, { method, path }: Pick<RouteInfo, 'method' | 'path'>): void {
  if (!isPublic || routesOfVisitors.has(`${method} ${path}`)) return
  throw forbidden('Visitors of public dashboards can’t use this. Sign in with an account.')
}

/** Of these routes, visitors with a share link can't use those that write, or that show a home dashboard. */
export const isOpenToShareLinks = (name: string): boolean =>
  routesOfVisitors.has(name) &&
  (name.startsWith('GET ') ||
    name.endsWith('Query/find') ||
    name.endsWith('Query/count') ||
    name.endsWith('/logout')) &&
  !name.includes('/dashboard/home')

/** Throws 403 if a visitor with a share link calls a route that its dashboard doesn't need. */
export function requireOpenToShareLinks({ share }: Scope, { method, path }: Pick<RouteInfo, 'method' | 'path'>): void {
  if (share && !isOpenToShareLinks(`${method} ${path}`)) throw forbidden('A shared dashboard can’t use this.')
}
