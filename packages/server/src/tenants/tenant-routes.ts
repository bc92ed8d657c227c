/** REST API of tenants. */

import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import { tenant, tenantInfo, tenantInput } from '@sonde/model/tenants/tenant'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { TenantService } from './tenant-service.ts'

export interface TenantRouteDeps {
  readonly tenants: TenantService
}

const system = ['SYS_ADMIN'] as const
const both = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'tenants'
const params = Type.Object({ tenantId: uuid })
const query = Type.Object(pageQuery)

export function registerTenantRoutes(routes: Routes, { tenants }: TenantRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/tenant',
    authorities: system,
    summary: 'Create or update a tenant; a new one gets a default profile and a root rule chain',
    tag,
    audit: 'none: the system is in no audit log',
    example: { title: 'Riverside Works' },
    schema: { body: tenantInput, response: tenant },
    handle: ({ scope, body }) => tenants.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/:tenantId',
    authorities: both,
    summary: 'Get a tenant',
    tag,
    schema: { params, response: tenant },
    handle: ({ scope, params: { tenantId } }) => tenants.get(scope, tenantId),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/info/:tenantId',
    authorities: both,
    summary: 'Get a tenant with the name of its profile',
    tag,
    schema: { params, response: tenantInfo },
    handle: ({ scope, params: { tenantId } }) => tenants.getInfo(scope, tenantId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/tenant/:tenantId',
    authorities: system,
    summary: 'Delete a tenant and everything it owns',
    tag,
    audit: 'none: the system is in no audit log',
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { tenantId } }) => tenants.remove(scope, tenantId),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenants',
    authorities: system,
    summary: 'List tenants',
    tag,
    schema: { query, response: pageOf(tenant) },
    handle: ({ scope, query: link }) => tenants.list(scope, linkOf(link)),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenantInfos',
    authorities: system,
    summary: 'List tenants with the names of their profiles',
    tag,
    schema: { query, response: pageOf(tenantInfo) },
    handle: ({ scope, query: link }) => tenants.listInfos(scope, linkOf(link)),
  })
}
