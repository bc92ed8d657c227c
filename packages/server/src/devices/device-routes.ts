/** Devices over REST: the calls of the wire, and `active`, which Sonde adds to lists and infos. */

import { bulkImportRequest, bulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import {
  claimRequest,
  device,
  deviceCredentials,
  deviceCredentialsInput,
  deviceInfo,
  deviceInput,
  deviceWithCredentialsInput,
} from '@sonde/model/devices/device'
import { deviceSearchQuery } from '@sonde/model/relations/relation'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import { registerAssignableRoutes } from '../assignables/assignable-calls.ts'
import { type BulkImport, importBytesMax } from '../bulk-import/bulk-import.ts'
import type { Routes } from '../http/http-app.ts'
import { wireErrorSchema } from '../http/wire-error-schema.ts'
import type { Claims } from './claiming.ts'
import type { DeviceService } from './device-service.ts'

export interface DeviceRouteParts {
  readonly devices: DeviceService
  readonly claims: Claims
  readonly bulkImport: BulkImport
  readonly admitDevice: (scope: Scope, body: unknown) => void
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const customerUser = ['CUSTOMER_USER'] as const
const tag = 'devices'

const byId = Type.Object({ deviceId: uuid })
const byName = Type.Object({ deviceName: Type.String({ minLength: 1 }) })
const narrowing = {
  deviceProfileId: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean({ description: 'Added by Sonde' })),
}
export function registerDeviceRoutes(routes: Routes, parts: DeviceRouteParts): void {
  registerAssignableRoutes(routes, parts.devices, {
    type: 'DEVICE',
    tag,
    schema: device,
    infoSchema: deviceInfo,
    byIds: true,
    narrowing,
    narrowingOf: ({ deviceProfileId, active }) => ({
      // An empty profile id is none: forms send it so.
      deviceProfileId: typeof deviceProfileId === 'string' && deviceProfileId !== '' ? deviceProfileId : undefined,
      active: typeof active === 'boolean' ? active : undefined,
    }),
  })
  registerSearches(routes, parts)
  registerSaving(routes, parts)
  registerClaims(routes, parts)
}

function registerSearches(routes: Routes, { devices }: DeviceRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/devices',
    authorities: tenantUsers,
    summary: 'Devices that relations lead to from an entity',
    tag,
    schema: { body: deviceSearchQuery, response: Type.Array(device) },
    handle: ({ scope, body }) => devices.search(scope, body.parameters, body.relationType, body.deviceTypes),
  })
  routes.add({
    method: 'GET',
    path: '/api/devices/count/:otaPackageType/:deviceProfileId',
    authorities: tenantUsers,
    summary: 'Number of devices that a package of the profile would reach',
    tag,
    schema: {
      params: Type.Object({ otaPackageType: Type.Enum(['FIRMWARE', 'SOFTWARE']), deviceProfileId: uuid }),
      response: Type.Integer(),
    },
    handle: ({ scope, params }) => devices.countForPackage(scope, params.otaPackageType, params.deviceProfileId),
  })
}

function registerSaving(routes: Routes, { devices, bulkImport, admitDevice }: DeviceRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/device',
    authorities: tenantUsers,
    summary: 'Creates a device, or changes the one with the id',
    tag,
    example: { name: 'Pump 1', type: 'pump', label: 'Hall 2' },
    schema: {
      query: Type.Object({ accessToken: Type.Optional(Type.String()) }),
      body: deviceInput,
      response: device,
    },
    admit: admitDevice,
    handle({ scope, query, body }) {
      const credentials =
        query.accessToken && !body.id
          ? { credentialsType: 'ACCESS_TOKEN' as const, credentialsId: query.accessToken }
          : null
      return devices.save(scope, body, credentials)
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/device-with-credentials',
    authorities: tenantUsers,
    summary: 'Saves a device together with its credentials',
    tag,
    example: {
      device: { name: 'Pump 1', type: 'pump' },
      credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: 'a-secret-token' },
    },
    schema: { body: deviceWithCredentialsInput, response: device },
    handle: ({ scope, body }) => devices.save(scope, body.device, body.credentials),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/device/:deviceId',
    authorities: tenantAdmin,
    summary: 'Deletes a device and what belongs to it',
    tag,
    schema: { params: byId, response: Type.Void() },
    handle: ({ scope, params }) => devices.remove(scope, params.deviceId),
  })
  routes.add({
    method: 'GET',
    path: '/api/device/:deviceId/credentials',
    authorities: tenantUsers,
    summary: "A device's credentials",
    tag,
    schema: { params: byId, response: deviceCredentials },
    handle: ({ scope, params }) => devices.getCredentials(scope, params.deviceId),
  })
  routes.add({
    method: 'POST',
    path: '/api/device/credentials',
    authorities: tenantAdmin,
    summary: "Replaces a device's credentials; its sessions end",
    tag,
    schema: { body: deviceCredentialsInput, response: deviceCredentials },
    handle: ({ scope, body }) => devices.saveCredentials(scope, body),
  })
  routes.add({
    method: 'POST',
    path: '/api/device/bulk_import',
    authorities: tenantAdmin,
    summary: 'Creates and changes devices from the lines of a CSV text',
    tag,
    bodyBytesMax: importBytesMax,
    example: {
      file: 'name,type\npump 1,pump',
      mapping: { columns: [{ type: 'NAME' }, { type: 'TYPE' }], header: true },
    },
    schema: { body: bulkImportRequest, response: bulkImportResult },
    handle: ({ scope, body }) => bulkImport.run(scope, body),
  })
}

function registerClaims(routes: Routes, { claims }: DeviceRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/customer/device/:deviceName/claim',
    authorities: customerUser,
    summary: "Makes a device that may be claimed the caller's customer's",
    tag,
    answers: {
      400: {
        description: 'The device may not be claimed, or not with this secret; or the request does not fit',
        schema: Type.Union([Type.Enum(['FAILURE', 'CLAIMED']), wireErrorSchema]),
      },
    },
    schema: {
      params: byName,
      body: Type.Union([claimRequest, Type.Null()]),
      response: Type.Object({ response: Type.Literal('SUCCESS'), device }),
    },
    async handle({ scope, params, body, reply }) {
      const outcome = await claims.claim(scope, params.deviceName, body?.secretKey ?? null)
      if (outcome.kind === 'SUCCESS') return { response: outcome.kind, device: outcome.device }
      reply.code(400)
      return outcome.kind
    },
  })
  routes.add({
    method: 'DELETE',
    path: '/api/customer/device/:deviceName/claim',
    authorities: tenantUsers,
    summary: 'Gives a claimed device back',
    tag,
    schema: { params: byName, response: Type.Void() },
    handle: ({ scope, params }) => claims.reclaim(scope, params.deviceName),
  })
}
