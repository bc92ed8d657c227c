/** LwM2M: server entries for device profiles, and devices with their credentials. */

import type { Device, DeviceCredentialsInput, DeviceInput } from '@sonde/model/devices/device'
import type { Lwm2mServer } from '@sonde/model/lwm2m/lwm2m-server'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type Lwm2mCalls = ReturnType<typeof createLwm2mCalls>

export function createLwm2mCalls(rest: Rest) {
  return {
    /** The server's LwM2M server or bootstrap server, as an entry for a new profile. */
    server: (isBootstrapServer: boolean, options: CallOptions = {}) =>
      rest.request<Lwm2mServer>('GET', `/api/lwm2m/deviceProfile/bootstrap/${isBootstrapServer}`, options),

    /** Creates a device with its credentials, or updates it if `device` has an id. */
    saveDevice: (
      device: DeviceInput,
      credentials: Pick<DeviceCredentialsInput, 'credentialsType' | 'credentialsId' | 'credentialsValue'>,
      options: CallOptions = {},
    ) =>
      rest.request<Device>('POST', '/api/lwm2m/device-credentials', {
        ...options,
        // The API names the parts by ThingsBoard's Java classes.
        body: {
          'org.thingsboard.server.common.data.Device': device,
          'org.thingsboard.server.common.data.security.DeviceCredentials': credentials,
        },
      }),
  }
}
