/**
 * Expected response of each registered route to each type of caller, derived from the routes and the API contract; used
 * by the permission tests.
 */

import type { Authority } from '../access/scope.ts'
import type { RouteInfo } from '../http/http-app.ts'

/** Endpoint of the API contract, as listed in `conformance/contract/endpoints.json`. */
export interface ContractEndpoint {
  readonly method: string
  /** `/api/device/{deviceId}` */
  readonly path: string
  /** Empty: public; `ANY`: any authenticated user. */
  readonly authorities: readonly string[]
}

export type Caller = Authority | 'NOBODY'

export interface PermissionCase {
  readonly method: RouteInfo['method']
  /** Path with IDs filled in. */
  readonly path: string
  readonly caller: Caller
  /** Expected result of the access check; `in` is any response except 401 and its 403. */
  readonly expected: 401 | 403 | 'in'
}

export const allAuthorities: readonly Authority[] = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER']

/** Routes that aren't part of the API contract; each is listed, so that adding one is a conscious decision. */
export const ownRoutes: Readonly<Record<string, readonly Authority[] | 'anyone'>> = {
  'GET /health': 'anyone',
  'GET /metrics': 'anyone',
  'GET /api/v2/openapi.json': 'anyone',
  'GET /api/v2/server': ['SYS_ADMIN'],
  'GET /api/v2/device-connectivity': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/page-start': ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
  'POST /api/v2/batch': ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/home': ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/user/settings/:name': ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
  'PUT /api/v2/user/settings/:name': ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/admin/settings/:key/secrets': ['SYS_ADMIN'],
  'GET /api/v2/admin/link-base': ['SYS_ADMIN'],
  'POST /api/v2/user/email': ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
  'POST /api/v2/noauth/email': 'anyone',
  'POST /api/v2/noauth/share-link': 'anyone',
  'GET /api/v2/limits': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'GET /api/v2/limits/:key': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'GET /api/v2/tenantProfiles/:tenantProfileId/limits': ['SYS_ADMIN'],
  'PUT /api/v2/tenantProfiles/:tenantProfileId/limits': ['SYS_ADMIN'],
  'GET /api/v2/components/settings': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'GET /api/v2/ruleChain/:ruleChainId/problems': ['TENANT_ADMIN'],
  'POST /api/v2/deviceProfile/:deviceProfileId/alarmRuleTrial': ['TENANT_ADMIN'],
  'GET /api/v2/alarms': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/alarms/:alarmId': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/activeAlarms': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/alarmTypes': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/alarmHistogram': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'DELETE /api/v2/alarms/:alarmId/acknowledgment': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'DELETE /api/v2/alarms/:alarmId/clearing': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/alarms/:alarmId/history': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'POST /api/v2/alarms/:alarmId/comments': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'PUT /api/v2/alarms/:alarmId/comments/:commentId': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'DELETE /api/v2/alarms/:alarmId/comments/:commentId': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'POST /api/v2/alarms/:alarmId/comments/:commentId/restore': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/alarms/:alarmId/assignees': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'PUT /api/v2/alarms/:alarmId/assignee': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'PUT /api/v2/alarms/:alarmId/shelf': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'DELETE /api/v2/alarms/:alarmId/shelf': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'GET /api/v2/dashboards/:dashboardId/share-links': ['TENANT_ADMIN'],
  'POST /api/v2/dashboards/:dashboardId/share-links': ['TENANT_ADMIN'],
  'DELETE /api/v2/dashboards/:dashboardId/share-links/:linkId': ['TENANT_ADMIN'],
  'GET /api/v2/dashboards/:dashboardId/versions': ['TENANT_ADMIN'],
  'GET /api/v2/dashboards/:dashboardId/versions/:number': ['TENANT_ADMIN'],
  'POST /api/v2/dashboards/:dashboardId/versions/:number/restore': ['TENANT_ADMIN'],
  'GET /api/v2/deadLetters': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'GET /api/v2/deadLetters/:deadLetterId': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'POST /api/v2/deadLetters/:deadLetterId/replay': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'POST /api/v2/deadLetters/replay': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'DELETE /api/v2/deadLetters/:deadLetterId': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'DELETE /api/v2/deadLetters': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'GET /api/v2/trash': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'GET /api/v2/trash/settings': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'DELETE /api/v2/trash': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'DELETE /api/v2/trash/:entityId': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'POST /api/v2/trash/:entityId/restore': ['SYS_ADMIN', 'TENANT_ADMIN'],
  'GET /api/v2/visitor-rights/:entityType/:entityId': ['TENANT_ADMIN'],
  'POST /api/v2/visitor-rights/:entityType/:entityId': ['TENANT_ADMIN'],
  'GET /api/v2/key-descriptions': ['TENANT_ADMIN', 'CUSTOMER_USER'],
  'PUT /api/v2/key-descriptions': ['TENANT_ADMIN'],
  'PUT /api/v2/key-descriptions/:deviceProfileId': ['TENANT_ADMIN'],
  'GET /api/v2/device-acceptance': ['TENANT_ADMIN'],
  'POST /api/v2/device-acceptance': ['TENANT_ADMIN'],
}

const unused = '00000000-0000-4000-8000-000000000001'
/** Values of path parameters that aren't IDs. */
const pathValues: Readonly<Record<string, string>> = {
  entityType: 'DEVICE',
  fromType: 'DEVICE',
  toType: 'DEVICE',
  scope: 'SERVER_SCOPE',
  relationType: 'Contains',
  name: 'tableLayouts',
  number: '1',
}

/** Returns the expected authorities of a route; undefined when neither the contract nor `ownRoutes` contains it. */
export function expectedAuthorities(
  route: RouteInfo,
  contract: readonly ContractEndpoint[],
): readonly Authority[] | 'anyone' | undefined {
  const own = ownRoutes[`${route.method} ${route.path}`]
  if (own) return own
  // Device routes use their own credentials.
  if (route.path.startsWith('/api/v1/')) return 'anyone'
  const shape = (path: string) => path.replace(/\{\w+\}|:\w+/g, ':')
  const named = contract.filter((each) => each.method === route.method && shape(each.path) === shape(route.path))
  if (named.length === 0) return undefined
  // Endpoints that differ only in their query share a route.
  const authorities = new Set(named.flatMap((each) => (each.authorities.length === 0 ? ['anyone'] : each.authorities)))
  if (authorities.has('anyone')) return 'anyone'
  return authorities.has('ANY') ? allAuthorities : allAuthorities.filter((each) => authorities.has(each))
}

/** Returns one case per route and caller. */
export const permissionCases = (
  routes: readonly RouteInfo[],
  contract: readonly ContractEndpoint[],
): readonly PermissionCase[] =>
  routes.flatMap((route) => {
    const authorities = expectedAuthorities(route, contract)
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => pathValues[name] ?? unused)
    return (['NOBODY', ...allAuthorities] as const).map((caller): PermissionCase => {
      // If the body is validated first, the tests' empty body is rejected before the authority is checked.
      const isIn =
        authorities === 'anyone' ||
        (caller !== 'NOBODY' && (route.bodyBeforeAuthority || (authorities ?? []).includes(caller)))
      return { method: route.method, path, caller, expected: isIn ? 'in' : caller === 'NOBODY' ? 401 : 403 }
    })
  })
