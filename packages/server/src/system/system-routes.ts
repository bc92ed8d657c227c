/** What the platform says of itself to its page. */

import Type from 'typebox'
import type { Clock } from '../clock.ts'
import { plainText, sendText } from '../http/http-answer.ts'
import type { Routes } from '../http/http-app.ts'

export interface SystemRouteParts {
  readonly clock: Clock
  readonly version: string
  /** `SONDE_EDGES`. */
  readonly edges: boolean
  /** `SONDE_HELP_URL`, without a slash at its end. */
  readonly helpUrl: string
  /** `SONDE_MAX_DATAPOINTS`. */
  readonly maxDatapoints: number
}

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'system'

export function registerSystemRoutes(routes: Routes, parts: SystemRouteParts): void {
  routes.add({
    method: 'GET',
    path: '/api/dashboard/serverTime',
    authorities,
    summary: "The server's clock, epoch milliseconds",
    tag,
    schema: { response: Type.Integer() },
    handle: () => parts.clock.nowMs(),
  })
  routes.add({
    method: 'GET',
    path: '/api/dashboard/maxDatapointsLimit',
    authorities,
    summary: 'How many points a dashboard may ask for at once',
    tag,
    schema: { response: Type.Integer() },
    handle: () => parts.maxDatapoints,
  })
  routes.add({
    method: 'GET',
    path: '/api/edges/enabled',
    authorities,
    summary: 'Whether edges are offered',
    tag,
    schema: { response: Type.Boolean() },
    handle: () => parts.edges,
  })
  routes.add({
    method: 'GET',
    path: '/api/uiSettings/helpBaseUrl',
    authorities,
    summary: 'Where help pages are, as text',
    tag,
    schema: { response: plainText },
    handle: ({ request, reply }) => sendText(request, reply, parts.helpUrl),
  })
  routes.add({
    method: 'GET',
    path: '/api/system/info',
    authorities,
    summary: 'The version',
    tag,
    schema: { response: Type.Object({ version: Type.String() }) },
    handle: () => ({ version: parts.version }),
  })
}
