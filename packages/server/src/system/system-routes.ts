/** REST API of server information for the web client. */

import { type ServerState, serverState } from '@sonde/model/system/server-state'
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
  readonly serverState: () => Promise<ServerState>
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
  routes.add({
    method: 'GET',
    path: '/api/v2/server',
    authorities: ['SYS_ADMIN'],
    summary: 'Get the state of the server: CPU, memory, disk, queue and connections',
    tag,
    schema: { response: serverState },
    handle: () => deps.serverState(),
  })
}
