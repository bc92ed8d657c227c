/** LwM2M routes of the reference API: default servers for forms, and saving a device with its credentials. */

import { device, deviceWithCredentialsInput } from '@sonde/model/devices/device'
import { lwm2mServer } from '@sonde/model/lwm2m/lwm2m-server'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { DeviceService } from './device-service.ts'

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'devices'
/** Names of the body's parts in the API. */
const devicePart = 'org.thingsboard.server.common.data.Device'
const credentialsPart = 'org.thingsboard.server.common.data.security.DeviceCredentials'

const { device: deviceInput, credentials: credentialsInput } = deviceWithCredentialsInput.properties
const deviceInParts = Type.Object({ [devicePart]: deviceInput, [credentialsPart]: credentialsInput })

export interface Lwm2mRouteDeps {
  readonly devices: DeviceService
  /** Host at which clients reach this server. */
  readonly host: string
}

export function registerLwm2mRoutes(routes: Routes, { devices, host }: Lwm2mRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/lwm2m/deviceProfile/bootstrap/:isBootstrapServer',
    authorities,
    summary: 'Get the LwM2M server or bootstrap server for device profiles',
    tag,
    schema: { params: Type.Object({ isBootstrapServer: Type.Boolean() }), response: lwm2mServer },
    handle({ params: { isBootstrapServer } }) {
      const [port, securityPort] = isBootstrapServer ? [5687, 5688] : [5685, 5686]
      return {
        shortServerId: isBootstrapServer ? 111 : 123,
        bootstrapServerIs: isBootstrapServer,
        host,
        port,
        securityHost: host,
        securityPort,
        serverPublicKey: '',
        serverCertificate: '',
        clientHoldOffTime: 1,
        lifetime: 300,
        defaultMinPeriod: 1,
        notifIfDisabled: true,
        binding: 'U',
        bootstrapServerAccountTimeout: 0,
      }
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/lwm2m/device-credentials',
    authorities,
    summary: 'Create or update a device with its credentials',
    tag,
    audit: 'none: failures are not logged',
    schema: { body: deviceInParts, response: device },
    bodyBeforeAuthority: true,
    handle: ({ scope, body }) => devices.save(scope, body[devicePart], body[credentialsPart]),
  })
}
