/** Sonde's own route below /api/v2 for the addresses that devices connect to; the client shows them in its commands. */

import { byName, type TransportName } from '@sonde/model/transports/transports'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { Listening } from './transport.ts'

export interface ConnectivityDeps {
  /** Called per request, because the ports are known only once the transports listen. */
  readonly addresses: () => Record<TransportName, Listening>
}

const listening = Type.Object({ host: Type.String(), port: Type.Integer(), isTls: Type.Boolean() })

/**
 * Replaces a wildcard host by the host name of the request, so that a device on another machine can use the address.
 */
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
