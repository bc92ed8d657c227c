/** Tenant profiles: limits and allowances of tenants; system administrators only. */

import type { LimitValues } from '@sonde/model/limits/limits'
import type { ProfileLimitValues } from '@sonde/model/limits/profile-limit-values'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { TenantProfile, TenantProfileInfo, TenantProfileInput } from '@sonde/model/tenant-profiles/tenant-profile'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type TenantProfileCalls = ReturnType<typeof createTenantProfileCalls>

export function createTenantProfileCalls(rest: Rest) {
  return {
    /** Page of all profiles. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<TenantProfile>>('GET', '/api/tenantProfiles', { ...options, query: pageQuery(link) }),

    /** Page of ids and names. */
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

    /** Default profile, for tenants without a named one. */
    default: (options: CallOptions = {}) =>
      rest.request<TenantProfileInfo>('GET', '/api/tenantProfileInfo/default', options),

    /** Creates a profile, or updates it if it has an id. Limits that are omitted or 0 are off. */
    save: (profile: TenantProfileInput, options: CallOptions = {}) =>
      rest.request<TenantProfile>('POST', '/api/tenantProfile', { ...options, body: profile }),

    /** Makes the profile the default for new tenants. */
    setDefault: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<TenantProfile>('POST', `/api/tenantProfile/${tenantProfileId}/default`, options),

    /** Limits of Sonde that the profile overrides, and their defaults. */
    limits: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<ProfileLimitValues>('GET', `/api/v2/tenantProfiles/${tenantProfileId}/limits`, options),

    /** Replaces the overrides; omitted limits get their default. */
    saveLimits: (tenantProfileId: string, values: LimitValues, options: CallOptions = {}) =>
      rest.request<ProfileLimitValues>('PUT', `/api/v2/tenantProfiles/${tenantProfileId}/limits`, {
        ...options,
        body: { values },
      }),

    /** Throws `ApiError` 400 for the default profile and for a profile in use. */
    delete: (tenantProfileId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/tenantProfile/${tenantProfileId}`, options),
  }
}
