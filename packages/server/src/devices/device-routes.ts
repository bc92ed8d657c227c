/** Devices over REST: the calls of the wire, and `active`, which Sonde adds to lists and infos. */

import { bulkImportRequest, bulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import {
  claimRequest,
  type Device,
  type DeviceInfo,
  device,
  deviceCredentials,
  deviceCredentialsInput,
  deviceInfo,
  deviceInput,
  deviceWithCredentialsInput,
  entitySubtype,
} from '@sonde/model/devices/device'
import { badRequest } from '@sonde/model/errors'
import { isUuid } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { deviceSearchQuery } from '@sonde/model/relations/relation'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import { type BulkImport, importBytesMax } from '../bulk-import/bulk-import.ts'
import type { Routes } from '../http/http-app.ts'
import { wireErrorSchema } from '../http/wire-error-schema.ts'
import type { Claims } from './claiming.ts'
import type { DeviceAssignment } from './device-assignment.ts'
import type { DeviceService } from './device-service.ts'

export interface DeviceRouteParts {
  readonly devices: DeviceService
  readonly assignment: DeviceAssignment
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
const byCustomer = Type.Object({ customerId: uuid })
const listQuery = {
  ...pageQuery,
  type: Type.Optional(Type.String()),
  deviceProfileId: Type.Optional(Type.String()),
  active: Type.Optional(Type.Boolean({ description: 'Added by Sonde' })),
}
/** A page, or with `deviceName` one device: the wire has both under one path. */
const listOrNameQuery = Type.Object({
  ...listQuery,
  pageSize: Type.Optional(listQuery.pageSize),
  page: Type.Optional(listQuery.page),
  deviceName: Type.Optional(Type.String()),
})

/** An empty profile id is none: forms send it so. */
const filterOf = (query: { type?: string; deviceProfileId?: string; active?: boolean }) => ({
  type: query.type || undefined,
  deviceProfileId: query.deviceProfileId || undefined,
  active: query.active,
})

export function plainDevices(page: PageData<DeviceInfo>): PageData<Device> {
  return {
    ...page,
    data: page.data.map(
      ({ customerTitle: _, customerIsPublic: __, deviceProfileName: ___, active: ____, ...each }) => each,
    ),
  }
}

export function registerDeviceRoutes(routes: Routes, parts: DeviceRouteParts): void {
  registerLists(routes, parts)
  registerSaving(routes, parts)
  registerOwners(routes, parts)
}

function registerLists(routes: Routes, { devices }: DeviceRouteParts): void {
  routes.add({
    method: 'GET',
    path: '/api/tenant/devices',
    authorities: tenantAdmin,
    summary: "A page of the tenant's devices, or the device named by deviceName",
    tag,
    schema: { query: listOrNameQuery, response: Type.Union([pageOf(device), device]) },
    async handle({ scope, query }) {
      if (query.deviceName !== undefined) return devices.getByName(scope, query.deviceName)
      const { pageSize, page } = query
      if (pageSize === undefined || page === undefined) throw badRequest('Name pageSize and page.')
      return plainDevices(await devices.list(scope, filterOf(query), linkOf({ ...query, pageSize, page })))
    },
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/deviceInfos',
    authorities: tenantAdmin,
    summary: "A page of the tenant's devices with customer and profile",
    tag,
    schema: { query: Type.Object(listQuery), response: pageOf(deviceInfo) },
    handle: ({ scope, query }) => devices.list(scope, filterOf(query), linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/customer/:customerId/devices',
    authorities: tenantUsers,
    summary: "A page of a customer's devices",
    tag,
    schema: { params: byCustomer, query: Type.Object(listQuery), response: pageOf(device) },
    handle: async ({ scope, params, query }) =>
      plainDevices(await devices.listOfCustomer(scope, params.customerId, filterOf(query), linkOf(query))),
  })
  routes.add({
    method: 'GET',
    path: '/api/customer/:customerId/deviceInfos',
    authorities: tenantUsers,
    summary: "A page of a customer's devices with customer and profile",
    tag,
    schema: { params: byCustomer, query: Type.Object(listQuery), response: pageOf(deviceInfo) },
    handle: ({ scope, params, query }) =>
      devices.listOfCustomer(scope, params.customerId, filterOf(query), linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/devices',
    authorities: tenantUsers,
    summary: 'Devices by their ids, separated by commas; unknown ones are left out',
    tag,
    schema: { query: Type.Object({ deviceIds: Type.String() }), response: Type.Array(device) },
    handle({ scope, query }) {
      const ids = query.deviceIds.split(',').filter((id) => id !== '')
      const wrong = ids.find((id) => !isUuid(id))
      if (wrong !== undefined) throw badRequest(`${wrong} is not the id of a device.`)
      return devices.findMany(
        scope,
        ids.map((id) => id.toLowerCase()),
      )
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/devices',
    authorities: tenantUsers,
    summary: 'Devices that relations lead to from an entity',
    tag,
    schema: { body: deviceSearchQuery, response: Type.Array(device) },
    handle: ({ scope, body }) => devices.search(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/device/types',
    authorities: tenantUsers,
    summary: 'Types of devices in use',
    tag,
    schema: { response: Type.Array(entitySubtype) },
    handle: ({ scope }) => devices.types(scope),
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
  routes.add({
    method: 'GET',
    path: '/api/device/:deviceId',
    authorities: tenantUsers,
    summary: 'A device',
    tag,
    schema: { params: byId, response: device },
    handle: ({ scope, params }) => devices.get(scope, params.deviceId),
  })
  routes.add({
    method: 'GET',
    path: '/api/device/info/:deviceId',
    authorities: tenantUsers,
    summary: 'A device with customer and profile',
    tag,
    schema: { params: byId, response: deviceInfo },
    handle: ({ scope, params }) => devices.getInfo(scope, params.deviceId),
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

function registerOwners(routes: Routes, { assignment, claims }: DeviceRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/customer/:customerId/device/:deviceId',
    authorities: tenantAdmin,
    summary: 'Assigns a device to a customer',
    tag,
    schema: { params: Type.Object({ customerId: uuid, deviceId: uuid }), response: device },
    handle: ({ scope, params }) => assignment.assign(scope, params.customerId, params.deviceId),
  })
  routes.add({
    method: 'POST',
    path: '/api/customer/public/device/:deviceId',
    authorities: tenantAdmin,
    summary: 'Makes a device public',
    tag,
    schema: { params: byId, response: device },
    handle: ({ scope, params }) => assignment.makePublic(scope, params.deviceId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/customer/device/:deviceId',
    authorities: tenantAdmin,
    summary: 'Takes a device from its customer',
    tag,
    schema: { params: byId, response: device },
    handle: ({ scope, params }) => assignment.unassign(scope, params.deviceId),
  })
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
