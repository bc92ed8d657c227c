/** REST API of server information for the web client. */

import Type from 'typebox'
import type { Clock } from '../clock.ts'
import { plainText, sendText } from '../http/http-answer.ts'
import type { Routes } from '../http/http-app.ts'

export interface SystemRouteDeps {
  readonly clock: Clock
  readonly version: string
  /** Value of `SONDE_EDGES`. */
  readonly edges: boolean
  /** Value of `SONDE_HELP_URL`, without a trailing slash. */
  readonly helpUrl: string
  /** Value of `SONDE_MAX_DATAPOINTS`. */
  readonly maxDatapoints: number
}

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'system'

export function registerSystemRoutes(routes: Routes, deps: SystemRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/dashboard/serverTime',
    authorities,
    summary: 'Get the server time in milliseconds since 1970',
    tag,
    schema: { response: Type.Integer() },
    handle: () => deps.clock.nowMs(),
  })
  routes.add({
    method: 'GET',
    path: '/api/dashboard/maxDatapointsLimit',
    authorities,
    summary: 'Get the maximum number of data points per dashboard query',
    tag,
    schema: { response: Type.Integer() },
    handle: () => deps.maxDatapoints,
  })
  routes.add({
    method: 'GET',
    path: '/api/edges/enabled',
    authorities,
    summary: 'Check whether edges are enabled',
    tag,
    schema: { response: Type.Boolean() },
    handle: () => deps.edges,
  })
  routes.add({
    method: 'GET',
    path: '/api/uiSettings/helpBaseUrl',
    authorities,
    summary: 'Get the base URL of help pages, as text',
    tag,
    schema: { response: plainText },
    handle: ({ request, reply }) => sendText(request, reply, deps.helpUrl),
  })
  routes.add({
    method: 'GET',
    path: '/api/system/info',
    authorities,
    summary: 'Get the version',
    tag,
    schema: { response: Type.Object({ version: Type.String() }) },
    handle: () => ({ version: deps.version }),
  })
}
