/** Routes that move a device to another tenant and set from which tenants devices are accepted. */

import { device } from '@sonde/model/devices/device'
import { deviceAcceptance } from '@sonde/model/devices/device-acceptance'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { DeviceAcceptances } from './device-acceptance.ts'
import type { DeviceMove } from './device-move.ts'

export interface DeviceMoveRouteDeps {
  readonly deviceMove: DeviceMove
  readonly deviceAcceptances: Pick<DeviceAcceptances, 'get' | 'save'>
}

export function registerDeviceMoveRoutes(routes: Routes, { deviceMove, deviceAcceptances }: DeviceMoveRouteDeps): void {
  const authorities = ['TENANT_ADMIN'] as const
  const tag = 'devices'
  routes.add({
    method: 'POST',
    path: '/api/tenant/:tenantId/device/:deviceId',
    authorities,
    summary: 'Move a device to a tenant that accepts it',
    tag,
    audit: 'none: failures are not logged',
    schema: { params: Type.Object({ tenantId: uuid, deviceId: uuid }), response: device },
    handle: ({ scope, params }) => deviceMove.moveToTenant(scope, params.tenantId, params.deviceId),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/device-acceptance',
    authorities,
    summary: 'List the tenants that devices are accepted from',
    tag,
    schema: { response: deviceAcceptance },
    handle: ({ scope }) => deviceAcceptances.get(scope),
  })
  routes.add({
    method: 'POST',
    path: '/api/v2/device-acceptance',
    authorities,
    summary: 'Set the tenants that devices are accepted from',
    tag,
    audit: 'none: failures are not logged',
    schema: { body: deviceAcceptance, response: deviceAcceptance },
    handle: ({ scope, body }) => deviceAcceptances.save(scope, body),
  })
}
