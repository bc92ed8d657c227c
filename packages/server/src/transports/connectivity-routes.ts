/** Where devices send to: what the page shows in its commands (ours, below /api/v2). */

import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'

export interface Listening {
  readonly host: string
  readonly port: number
  readonly isTls: boolean
}

export interface ConnectivityParts {
  /** Asked at each call: ports are known once the transports listen. */
  readonly listening: () => { readonly mqtt: Listening; readonly http: Listening }
}

const listening = Type.Object({ host: Type.String(), port: Type.Integer(), isTls: Type.Boolean() })

/** An address that a device on another machine can use: a wildcard becomes the name under which the page was opened. */
function reachable({ host, port, isTls }: Listening, openedAs: string): Listening {
  const isWildcard = host === '0.0.0.0' || host === '::'
  return { host: isWildcard ? openedAs : host, port, isTls }
}

export function registerConnectivityRoutes(routes: Routes, parts: ConnectivityParts): void {
  routes.add({
    method: 'GET',
    path: '/api/v2/device-connectivity',
    authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    tag: 'devices',
    summary: 'Addresses to which devices send',
    schema: { response: Type.Object({ mqtt: listening, http: listening }) },
    handle({ request }) {
      const { mqtt, http } = parts.listening()
      return { mqtt: reachable(mqtt, request.hostname), http: reachable(http, request.hostname) }
    },
  })
}
