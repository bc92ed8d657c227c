/** REST API of tenant profiles. */

import { profileLimitValues, profileLimitValuesInput } from '@sonde/model/limits/profile-limit-values'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import { tenantProfile, tenantProfileInfo, tenantProfileInput } from '@sonde/model/tenant-profiles/tenant-profile'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { TenantProfileService } from './tenant-profile-service.ts'

export interface TenantProfileRouteDeps {
  readonly tenantProfiles: TenantProfileService
}

const authorities = ['SYS_ADMIN'] as const
const tag = 'tenant profiles'
const params = Type.Object({ tenantProfileId: uuid })
const query = Type.Object(pageQuery)

export function registerTenantProfileRoutes(routes: Routes, { tenantProfiles }: TenantProfileRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/tenantProfile',
    authorities,
    summary: 'Create or update a tenant profile; omitted limits are off',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { body: tenantProfileInput, response: tenantProfile },
    handle: ({ scope, body }) => tenantProfiles.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfile/:tenantProfileId',
    authorities,
    summary: 'Get a tenant profile',
    tag,
    schema: { params, response: tenantProfile },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.get(scope, tenantProfileId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/tenantProfile/:tenantProfileId',
    authorities,
    summary: 'Delete a tenant profile that is neither in use nor the default',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.remove(scope, tenantProfileId),
  })
  routes.add({
    method: 'POST',
    path: '/api/tenantProfile/:tenantProfileId/default',
    authorities,
    summary: 'Make a tenant profile the default',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { params, response: tenantProfile },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.makeDefault(scope, tenantProfileId),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfileInfo/default',
    authorities,
    summary: 'Get the ID and name of the default tenant profile',
    tag,
    schema: { response: tenantProfileInfo },
    handle: ({ scope }) => tenantProfiles.getDefaultInfo(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfileInfo/:tenantProfileId',
    authorities,
    summary: 'Get the ID and name of a tenant profile',
    tag,
    schema: { params, response: tenantProfileInfo },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.getInfo(scope, tenantProfileId),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfiles',
    authorities,
    summary: 'List tenant profiles',
    tag,
    schema: { query, response: pageOf(tenantProfile) },
    handle: ({ scope, query: link }) => tenantProfiles.list(scope, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfileInfos',
    authorities,
    summary: 'List IDs and names of all tenant profiles',
    tag,
    schema: { query, response: pageOf(tenantProfileInfo) },
    handle: ({ scope, query: link }) => tenantProfiles.listInfos(scope, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/tenantProfiles/:tenantProfileId/limits',
    authorities,
    summary: 'Get the limits that a tenant profile overrides, and the defaults',
    tag,
    schema: { params, response: profileLimitValues },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.limitsOf(scope, tenantProfileId.toLowerCase()),
  })
  routes.add({
    method: 'PUT',
    path: '/api/v2/tenantProfiles/:tenantProfileId/limits',
    authorities,
    summary: 'Replace the limits of a tenant profile; omitted limits get their default',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { params, body: profileLimitValuesInput, response: profileLimitValues },
    example: { values: { telemetryKeys: 20_000 } },
    handle: ({ scope, params: { tenantProfileId }, body: { values } }) =>
      tenantProfiles.saveLimits(scope, tenantProfileId.toLowerCase(), values),
  })
}
