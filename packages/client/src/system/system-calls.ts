/** What the platform says of itself. */

import type { TransportAddress, TransportName } from '@sonde/model/transports/transports'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** Where devices send to. */
export type DeviceConnectivity = Readonly<Record<TransportName, TransportAddress>>

export type SystemCalls = ReturnType<typeof createSystemCalls>

export function createSystemCalls(rest: Rest) {
  const quiet = { ignoreErrors: true, ignoreLoading: true } as const
  return {
    /** The version that runs. */
    info: () => rest.request<{ readonly version: string }>('GET', '/api/system/info', quiet),
    /** Where help pages are; a URL without a slash at its end. */
    helpBaseUrl: () => rest.request<string>('GET', '/api/uiSettings/helpBaseUrl', { ...quiet, answer: 'text' }),
    /** Whether the platform offers edges. */
    edgesEnabled: (options: CallOptions = {}) => rest.request<boolean>('GET', '/api/edges/enabled', options),
    /** Sonde's own. */
    deviceConnectivity: () => rest.request<DeviceConnectivity>('GET', '/api/v2/device-connectivity', quiet),
  }
}
