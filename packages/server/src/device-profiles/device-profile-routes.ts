/** REST API of device profiles. */

import {
  deviceProfile,
  deviceProfileInfo,
  deviceProfileInput,
  transportTypes,
} from '@sonde/model/device-profiles/device-profile'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { namedInPath, savedFromBody } from '../http/route-audit.ts'
import type { DeviceProfileService } from './device-profile-service.ts'

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'device profiles'
/** Maximum body size. A profile can contain an image. */
const profileBytesMax = 2 * 1024 * 1024

const byId = Type.Object({ deviceProfileId: uuid })
const ofProfile = Type.Object({ deviceProfileId: Type.Optional(uuid) })
const names = Type.Array(Type.String())

export function registerDeviceProfileRoutes(
  routes: Routes,
  { deviceProfiles }: { readonly deviceProfiles: DeviceProfileService },
): void {
  routes.add({
    method: 'GET',
    path: '/api/deviceProfiles',
    authorities: tenantAdmin,
    summary: 'List device profiles',
    tag,
    schema: { query: Type.Object(pageQuery), response: pageOf(deviceProfile) },
    handle: ({ scope, query }) => deviceProfiles.list(scope, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/deviceProfileInfos',
    authorities: tenantUsers,
    summary: 'List IDs and names of device profiles',
    tag,
    schema: {
      query: Type.Object({ ...pageQuery, transportType: Type.Optional(Type.Enum([...transportTypes])) }),
      response: pageOf(deviceProfileInfo),
    },
    handle: ({ scope, query }) => deviceProfiles.listInfos(scope, linkOf(query), query.transportType),
  })
  routes.add({
    method: 'GET',
    path: '/api/deviceProfileInfo/default',
    authorities: tenantUsers,
    summary: 'Get the ID and name of the default device profile',
    tag,
    schema: { response: deviceProfileInfo },
    handle: ({ scope }) => deviceProfiles.getDefaultInfo(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/deviceProfileInfo/:deviceProfileId',
    authorities: tenantUsers,
    summary: 'Get the ID and name of a device profile',
    tag,
    schema: { params: byId, response: deviceProfileInfo },
    handle: ({ scope, params }) => deviceProfiles.getInfo(scope, params.deviceProfileId),
  })
  routes.add({
    method: 'GET',
    path: '/api/deviceProfile/devices/keys/timeseries',
    authorities: tenantAdmin,
    summary: "List telemetry keys of a device profile's devices",
    tag,
    schema: { query: ofProfile, response: names },
    handle: ({ scope, query }) => deviceProfiles.timeseriesKeys(scope, query.deviceProfileId ?? null),
  })
  routes.add({
    method: 'GET',
    path: '/api/deviceProfile/devices/keys/attributes',
    authorities: tenantAdmin,
    summary: "List attribute keys of a device profile's devices",
    tag,
    schema: { query: ofProfile, response: names },
    handle: ({ scope, query }) => deviceProfiles.attributeKeys(scope, query.deviceProfileId ?? null),
  })
  routes.add({
    method: 'GET',
    path: '/api/deviceProfile/:deviceProfileId',
    authorities: tenantAdmin,
    summary: 'Get a device profile',
    tag,
    schema: { params: byId, response: deviceProfile },
    handle: ({ scope, params }) => deviceProfiles.get(scope, params.deviceProfileId),
  })
  routes.add({
    method: 'POST',
    path: '/api/deviceProfile',
    authorities: tenantAdmin,
    summary: 'Create or update a device profile',
    tag,
    audit: savedFromBody('DEVICE_PROFILE'),
    bodyBytesMax: profileBytesMax,
    schema: { body: deviceProfileInput, response: deviceProfile },
    handle: ({ scope, body }) => deviceProfiles.save(scope, body),
  })
  routes.add({
    method: 'POST',
    path: '/api/deviceProfile/:deviceProfileId/default',
    authorities: tenantAdmin,
    summary: 'Make a device profile the default',
    tag,
    audit: namedInPath('UPDATED', 'DEVICE_PROFILE'),
    schema: { params: byId, response: deviceProfile },
    handle: ({ scope, params }) => deviceProfiles.setDefault(scope, params.deviceProfileId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/deviceProfile/:deviceProfileId',
    authorities: tenantAdmin,
    summary: 'Delete a device profile that no device uses',
    tag,
    audit: namedInPath('DELETED', 'DEVICE_PROFILE'),
    schema: { params: byId, response: Type.Void() },
    handle: ({ scope, params }) => deviceProfiles.remove(scope, params.deviceProfileId),
  })
}
