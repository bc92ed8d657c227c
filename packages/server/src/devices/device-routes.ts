/** Devices over REST: the routes of the reference API, and `active`, which Sonde adds to lists and infos. */

import {
  claimRequest,
  device,
  deviceCredentials,
  deviceCredentialsInput,
  deviceInfo,
  deviceInput,
  deviceWithCredentialsInput,
} from '@sonde/model/devices/device'
import { entityId } from '@sonde/model/ids'
import { deviceSearchQuery } from '@sonde/model/relations/relation'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import { registerAssignableRoutes } from '../assignables/assignable-calls.ts'
import type { BulkImport } from '../bulk-import/bulk-import.ts'
import type { Routes } from '../http/http-app.ts'
import { assignment, callEntry, namedInPath, savedFromBody } from '../http/route-audit.ts'
import { wireErrorSchema } from '../http/wire-error-schema.ts'
import type { Claims } from './claiming.ts'
import type { DeviceService } from './device-service.ts'

export interface DeviceRouteDeps {
  readonly devices: DeviceService
  readonly claims: Claims
  readonly bulkImport: BulkImport
  readonly authorizeDevice: (scope: Scope, body: unknown) => void
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
export function registerDeviceRoutes(routes: Routes, deps: DeviceRouteDeps): void {
  registerAssignableRoutes(routes, deps.devices, {
    type: 'DEVICE',
    tag,
    schema: device,
    infoSchema: deviceInfo,
    searchSchema: deviceSearchQuery,
    removal: 'Delete a device and its data',
    bulkImport: deps.bulkImport,
    byIds: true,
    narrowing,
    narrowingOf: ({ deviceProfileId, active }) => ({
      // An empty profile ID means no filter: forms send it.
      deviceProfileId: typeof deviceProfileId === 'string' && deviceProfileId !== '' ? deviceProfileId : undefined,
      active: typeof active === 'boolean' ? active : undefined,
    }),
  })
  registerCounts(routes, deps)
  registerSaving(routes, deps)
  registerClaims(routes, deps)
}

function registerCounts(routes: Routes, { devices }: DeviceRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/devices/count/:otaPackageType/:deviceProfileId',
    authorities: tenantUsers,
    summary: 'Count devices of a profile that an OTA package would update',
    tag,
    schema: {
      params: Type.Object({ otaPackageType: Type.Enum(['FIRMWARE', 'SOFTWARE']), deviceProfileId: uuid }),
      response: Type.Integer(),
    },
    handle: ({ scope, params }) => devices.countForPackage(scope, params.otaPackageType, params.deviceProfileId),
  })
}

function registerSaving(routes: Routes, { devices, authorizeDevice }: DeviceRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/device',
    authorities: tenantUsers,
    summary: 'Create or update a device',
    tag,
    audit: savedFromBody('DEVICE'),
    example: { name: 'Pump 1', type: 'pump', label: 'Hall 2' },
    schema: {
      query: Type.Object({ accessToken: Type.Optional(Type.String()) }),
      body: deviceInput,
      response: device,
    },
    authorize: authorizeDevice,
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
    summary: 'Save a device with its credentials',
    tag,
    audit: savedFromBody('DEVICE', ({ device }) => device),
    example: {
      device: { name: 'Pump 1', type: 'pump' },
      credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: 'a-secret-token' },
    },
    schema: { body: deviceWithCredentialsInput, response: device },
    handle: ({ scope, body }) => devices.save(scope, body.device, body.credentials),
  })
  routes.add({
    method: 'GET',
    path: '/api/device/:deviceId/credentials',
    authorities: tenantUsers,
    summary: "Get a device's credentials",
    tag,
    audit: namedInPath('CREDENTIALS_READ', 'DEVICE'),
    schema: { params: byId, response: deviceCredentials },
    handle: ({ scope, params }) => devices.getCredentials(scope, params.deviceId),
  })
  routes.add({
    method: 'POST',
    path: '/api/device/credentials',
    authorities: tenantAdmin,
    summary: "Replace a device's credentials and end its sessions",
    tag,
    audit: ({ body }) => callEntry('CREDENTIALS_UPDATED', entityId('DEVICE', body.deviceId.id.toLowerCase())),
    schema: { body: deviceCredentialsInput, response: deviceCredentials },
    handle: ({ scope, body }) => devices.saveCredentials(scope, body),
  })
}

function registerClaims(routes: Routes, { claims }: DeviceRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/customer/device/:deviceName/claim',
    authorities: customerUser,
    summary: "Claim a device for the caller's customer",
    tag,
    audit: assignment('UNASSIGNED_FROM_CUSTOMER', 'DEVICE'),
    answers: {
      400: {
        description: 'The device can’t be claimed, the secret is wrong, or the request is invalid',
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
    summary: 'Reclaim a device',
    tag,
    audit: assignment('UNASSIGNED_FROM_CUSTOMER', 'DEVICE'),
    schema: { params: byName, response: Type.Void() },
    handle: ({ scope, params }) => claims.reclaim(scope, params.deviceName),
  })
}
