/** HTTP transport for devices: routes of the web server, which opens and closes the port. */

import type { Transport, TransportDeps } from '../transport.ts'
import { type DeviceHttpDeps, registerDeviceHttpRoutes } from './device-http-routes.ts'
import { type DevicePackageDeps, registerDevicePackageRoutes } from './device-package-routes.ts'
import { registerProvisionRoute } from './provision-route.ts'

export type HttpTransportDeps = DeviceHttpDeps &
  DevicePackageDeps &
  Pick<TransportDeps, 'routes' | 'webAddress' | 'provisioning'>

export function createHttpTransport(deps: HttpTransportDeps): Transport {
  const { routes, webAddress } = deps
  registerDeviceHttpRoutes(routes, deps)
  registerProvisionRoute(routes, deps)
  registerDevicePackageRoutes(routes, deps)
  return { kind: 'HTTP', address: webAddress, start: async () => {}, stop: async () => {} }
}
