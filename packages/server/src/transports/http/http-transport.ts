/** The HTTP API of devices: paths of the web server, which opens and closes the port. */

import type { Transport, TransportParts } from '../transport.ts'
import { type DeviceHttpParts, registerDeviceHttpRoutes } from './device-http-routes.ts'
import { type DevicePackageParts, registerDevicePackageRoutes } from './device-package-routes.ts'
import { registerProvisionRoute } from './provision-route.ts'

export type HttpTransportParts = DeviceHttpParts &
  DevicePackageParts &
  Pick<TransportParts, 'routes' | 'webAddress' | 'provisioning'>

export function createHttpTransport(parts: HttpTransportParts): Transport {
  const { routes, webAddress } = parts
  registerDeviceHttpRoutes(routes, parts)
  registerProvisionRoute(routes, parts)
  registerDevicePackageRoutes(routes, parts)
  return { kind: 'HTTP', address: webAddress, start: async () => {}, stop: async () => {} }
}
