/** Information about the server. */

import type { ServerState } from '@sonde/model/system/server-state'
import type { TransportAddress, TransportName } from '@sonde/model/transports/transports'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** Addresses that devices connect to, by transport. */
export type DeviceConnectivity = Readonly<Record<TransportName, TransportAddress>>

export type SystemCalls = ReturnType<typeof createSystemCalls>

export function createSystemCalls(rest: Rest) {
  const quiet = { ignoreErrors: true, ignoreLoading: true } as const
  return {
    /** Installed version. */
    info: () => rest.request<{ readonly version: string }>('GET', '/api/system/info', quiet),
    /** State of the server process and its machine; for system administrators. Sonde API. */
    server: (options: CallOptions = {}) => rest.request<ServerState>('GET', '/api/v2/server', { ...quiet, ...options }),
    /** Base URL of the help pages, without a trailing slash. */
    helpBaseUrl: () => rest.request<string>('GET', '/api/uiSettings/helpBaseUrl', { ...quiet, answer: 'text' }),
    /** Whether the server supports edges. */
    edgesEnabled: (options: CallOptions = {}) => rest.request<boolean>('GET', '/api/edges/enabled', options),
    /** Sonde API. */
    deviceConnectivity: () => rest.request<DeviceConnectivity>('GET', '/api/v2/device-connectivity', quiet),
  }
}
