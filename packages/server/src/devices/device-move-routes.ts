/** The call that moves a device to another tenant. */

import { device } from '@sonde/model/devices/device'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { DeviceMove } from './device-move.ts'

export function registerDeviceMoveRoutes(routes: Routes, { deviceMove }: { readonly deviceMove: DeviceMove }): void {
  routes.add({
    method: 'POST',
    path: '/api/tenant/:tenantId/device/:deviceId',
    authorities: ['TENANT_ADMIN'],
    summary: 'Moves a device to another tenant',
    tag: 'devices',
    schema: { params: Type.Object({ tenantId: uuid, deviceId: uuid }), response: device },
    handle: ({ scope, params }) => deviceMove.moveToTenant(scope, params.tenantId, params.deviceId),
  })
}
