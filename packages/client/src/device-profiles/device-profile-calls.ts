/**
 * Device profiles: how devices of a kind connect and where their messages go. Calls that only administrators need are
 * in device-profile-management-calls.ts.
 */

import type {
  DeviceProfile,
  DeviceProfileInfo,
  DeviceProfileInput,
  TransportType,
} from '@sonde/model/device-profiles/device-profile'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type DeviceProfileCalls = ReturnType<typeof createDeviceProfileCalls>

/** `name` sorts by code point in the wire API, `sortName` without regard to case, as lists of other entities do. */
const queryOf = (link: PageLink) =>
  pageQuery(link.sortProperty === 'name' ? { ...link, sortProperty: 'sortName' } : link)

export function createDeviceProfileCalls(rest: Rest) {
  return {
    /** Page of profile summaries, for pickers. */
    infos: (link: PageLink, { transportType }: { transportType?: TransportType } = {}, options: CallOptions = {}) =>
      rest.request<PageData<DeviceProfileInfo>>('GET', '/api/deviceProfileInfos', {
        ...options,
        query: { ...queryOf(link), transportType },
      }),

    /** Summary of one profile. Throws `ApiError` 404. */
    info: (deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<DeviceProfileInfo>('GET', `/api/deviceProfileInfo/${deviceProfileId}`, options),

    /** Default profile, for devices without a named one. */
    default: (options: CallOptions = {}) =>
      rest.request<DeviceProfileInfo>('GET', '/api/deviceProfileInfo/default', options),

    /** Page of complete profiles. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<DeviceProfile>>('GET', '/api/deviceProfiles', { ...options, query: queryOf(link) }),

    /** Throws `ApiError` 404. */
    get: (deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<DeviceProfile>('GET', `/api/deviceProfile/${deviceProfileId}`, options),

    /** Creates a profile, or updates it if it has an id. Throws `ApiError` 400 if the name is taken. */
    save: (profile: DeviceProfileInput, options: CallOptions = {}) =>
      rest.request<DeviceProfile>('POST', '/api/deviceProfile', { ...options, body: profile }),
  }
}
