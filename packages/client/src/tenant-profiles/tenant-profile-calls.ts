/** Tenant profiles: what tenants may have and use; system administrators only. */

import type { LimitValues } from '@sonde/model/limits/limits'
import type { ProfileLimitValues } from '@sonde/model/limits/profile-limit-values'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { TenantProfile, TenantProfileInfo, TenantProfileInput } from '@sonde/model/tenant-profiles/tenant-profile'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type TenantProfileCalls = ReturnType<typeof createTenantProfileCalls>

export function createTenantProfileCalls(rest: Rest) {
  return {
    /** A page of all profiles. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<TenantProfile>>('GET', '/api/tenantProfiles', { ...options, query: pageQuery(link) }),

    /** Ids and names. */
    infos: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<TenantProfileInfo>>('GET', '/api/tenantProfileInfos', {
        ...options,
        query: pageQuery(link),
      }),

    /** Throws `ApiError` 404. */
    get: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<TenantProfile>('GET', `/api/tenantProfile/${tenantProfileId}`, options),

    /** Id and name. Throws `ApiError` 404. */
    info: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<TenantProfileInfo>('GET', `/api/tenantProfileInfo/${tenantProfileId}`, options),

    /** The profile of tenants that name none. */
    default: (options: CallOptions = {}) =>
      rest.request<TenantProfileInfo>('GET', '/api/tenantProfileInfo/default', options),

    /** Makes a profile, or changes it when it has an id. Limits that are left out, or 0, are none. */
    save: (profile: TenantProfileInput, options: CallOptions = {}) =>
      rest.request<TenantProfile>('POST', '/api/tenantProfile', { ...options, body: profile }),

    /** New tenants get this profile from now on. */
    setDefault: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<TenantProfile>('POST', `/api/tenantProfile/${tenantProfileId}/default`, options),

    /** Limits of Sonde's own that the profile names, and the defaults. */
    limits: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<ProfileLimitValues>('GET', `/api/v2/tenantProfiles/${tenantProfileId}/limits`, options),

    /** Replaces them; those left out get their default. */
    saveLimits: (tenantProfileId: string, values: LimitValues, options: CallOptions = {}) =>
      rest.request<ProfileLimitValues>('PUT', `/api/v2/tenantProfiles/${tenantProfileId}/limits`, {
        ...options,
        body: { values },
      }),

    /** Throws `ApiError` 400 for the default profile, and for one that a tenant has. */
    delete: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/tenantProfile/${tenantProfileId}`, options),
  }
}
