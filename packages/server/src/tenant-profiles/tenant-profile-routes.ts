/** Tenant profiles over REST. */

import { profileLimitValues, profileLimitValuesInput } from '@sonde/model/limits/profile-limit-values'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import { tenantProfile, tenantProfileInfo, tenantProfileInput } from '@sonde/model/tenant-profiles/tenant-profile'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { TenantProfileService } from './tenant-profile-service.ts'

export interface TenantProfileRouteParts {
  readonly tenantProfiles: TenantProfileService
}

const authorities = ['SYS_ADMIN'] as const
const tag = 'tenant profiles'
const params = Type.Object({ tenantProfileId: uuid })
const query = Type.Object(pageQuery)

export function registerTenantProfileRoutes(routes: Routes, { tenantProfiles }: TenantProfileRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/tenantProfile',
    authorities,
    summary: 'Creates a tenant profile, or changes the one with the id; limits left out are none',
    tag,
    schema: { body: tenantProfileInput, response: tenantProfile },
    handle: ({ scope, body }) => tenantProfiles.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfile/:tenantProfileId',
    authorities,
    summary: 'A tenant profile',
    tag,
    schema: { params, response: tenantProfile },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.get(scope, tenantProfileId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/tenantProfile/:tenantProfileId',
    authorities,
    summary: 'Deletes a tenant profile that no tenant has and that is not the default',
    tag,
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.remove(scope, tenantProfileId),
  })
  routes.add({
    method: 'POST',
    path: '/api/tenantProfile/:tenantProfileId/default',
    authorities,
    summary: 'Makes a tenant profile the one that new tenants get',
    tag,
    schema: { params, response: tenantProfile },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.makeDefault(scope, tenantProfileId),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfileInfo/default',
    authorities,
    summary: 'Id and name of the default tenant profile',
    tag,
    schema: { response: tenantProfileInfo },
    handle: ({ scope }) => tenantProfiles.getDefaultInfo(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfileInfo/:tenantProfileId',
    authorities,
    summary: 'Id and name of a tenant profile',
    tag,
    schema: { params, response: tenantProfileInfo },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.getInfo(scope, tenantProfileId),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfiles',
    authorities,
    summary: 'All tenant profiles',
    tag,
    schema: { query, response: pageOf(tenantProfile) },
    handle: ({ scope, query: link }) => tenantProfiles.list(scope, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantProfileInfos',
    authorities,
    summary: 'Ids and names of all tenant profiles',
    tag,
    schema: { query, response: pageOf(tenantProfileInfo) },
    handle: ({ scope, query: link }) => tenantProfiles.listInfos(scope, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/tenantProfiles/:tenantProfileId/limits',
    authorities,
    summary: 'Limits of a tenant profile that differ from the defaults, and the defaults',
    tag,
    schema: { params, response: profileLimitValues },
    handle: ({ scope, params: { tenantProfileId } }) => tenantProfiles.limitsOf(scope, tenantProfileId.toLowerCase()),
  })
  routes.add({
    method: 'PUT',
    path: '/api/v2/tenantProfiles/:tenantProfileId/limits',
    authorities,
    summary: 'Replaces the limits of a tenant profile; those left out get their default',
    tag,
    schema: { params, body: profileLimitValuesInput, response: profileLimitValues },
    example: { values: { telemetryKeys: 20_000 } },
    handle: ({ scope, params: { tenantProfileId }, body: { values } }) =>
      tenantProfiles.saveLimits(scope, tenantProfileId.toLowerCase(), values),
  })
}
