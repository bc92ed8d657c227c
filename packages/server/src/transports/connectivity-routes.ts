/** Where devices send to: what the page shows in its commands (ours, below /api/v2). */

import { byName, type TransportName } from '@sonde/model/transports/transports'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { Listening } from './transport.ts'

export interface ConnectivityDeps {
  /** Asked at each call: ports are known once the transports listen. */
  readonly addresses: () => Record<TransportName, Listening>
}

const listening = Type.Object({ host: Type.String(), port: Type.Integer(), isTls: Type.Boolean() })

/** An address that a device on another machine can use: a wildcard becomes the name under which the page was opened. */
function reachable({ host, port, isTls }: Listening, openedAs: string): Listening {
  const isWildcard = host === '0.0.0.0' || host === '::'
  return { host: isWildcard ? openedAs : host, port, isTls }
}

export function registerConnectivityRoutes(routes: Routes, deps: ConnectivityDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/v2/device-connectivity',
    authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    tag: 'devices',
    summary: 'List the addresses devices send to',
    schema: { response: Type.Object(byName(() => listening)) },
    handle({ request }) {
      const addresses = deps.addresses()
      return byName(({ name }) => reachable(addresses[name], request.hostname))
    },
  })
}
