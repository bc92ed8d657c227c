/** LwM2M devices: the servers that profiles list, and a device with its credentials. */

import type { Device, DeviceCredentialsInput, DeviceInput } from '@sonde/model/devices/device'
import type { Lwm2mServer } from '@sonde/model/lwm2m/lwm2m-server'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type Lwm2mCalls = ReturnType<typeof createLwm2mCalls>

export function createLwm2mCalls(rest: Rest) {
  return {
    /** The platform's LwM2M server, or its bootstrap server, as a new profile lists it. */
    server: (isBootstrapServer: boolean, options: CallOptions = {}) =>
      rest.request<Lwm2mServer>('GET', `/api/lwm2m/deviceProfile/bootstrap/${isBootstrapServer}`, options),

    /** Makes a device with its credentials, or changes it when `device` has an id. */
    saveDevice: (
      device: DeviceInput,
      credentials: Pick<DeviceCredentialsInput, 'credentialsType' | 'credentialsId' | 'credentialsValue'>,
      options: CallOptions = {},
    ) =>
      rest.request<Device>('POST', '/api/lwm2m/device-credentials', {
        ...options,
        // The wire names the parts by its classes.
        body: {
          'org.thingsboard.server.common.data.Device': device,
          'org.thingsboard.server.common.data.security.DeviceCredentials': credentials,
        },
      }),
  }
}
