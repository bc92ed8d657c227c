/** Tenants, for system administrators; tenant administrators can access their own tenant. */

import type { PageData, PageLink } from '@sonde/model/paging'
import type { Tenant, TenantInfo, TenantInput } from '@sonde/model/tenants/tenant'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type TenantCalls = ReturnType<typeof createTenantCalls>

export function createTenantCalls(rest: Rest) {
  return {
    /** A page of all tenants. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<Tenant>>('GET', '/api/tenants', { ...options, query: pageQuery(link) }),

    /** Page of tenants with the names of their profiles. */
    infos: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<TenantInfo>>('GET', '/api/tenantInfos', { ...options, query: pageQuery(link) }),

    /** Throws `ApiError` 404. */
    get: (tenantId: string, options: CallOptions = {}) =>
      rest.request<Tenant>('GET', `/api/tenant/${tenantId}`, options),

    /** Tenant with the name of its profile. Throws `ApiError` 404. */
    info: (tenantId: string, options: CallOptions = {}) =>
      rest.request<TenantInfo>('GET', `/api/tenant/info/${tenantId}`, options),

    /** Creates a tenant with a device profile and a root rule chain, or updates it if it has an id. */
    save: (tenant: TenantInput, options: CallOptions = {}) =>
      rest.request<Tenant>('POST', '/api/tenant', { ...options, body: tenant }),

    /** Deletes a tenant with all its data. This can't be undone. */
    delete: (tenantId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/tenant/${tenantId}`, options),
  }
}
