/** Device profiles. */

import type {
  DeviceProfile,
  DeviceProfileInfo,
  DeviceProfileInput,
  TransportType,
} from '@sonde/model/device-profiles/device-profile'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { RequestOptions, Rest } from '../rest/rest.ts'

type Options = Pick<RequestOptions, 'signal' | 'ignoreErrors' | 'ignoreLoading'>

export function createDeviceProfileCalls(rest: Rest) {
  return {
    infos: (link: PageLink, { transportType }: { transportType?: TransportType } = {}, options: Options = {}) =>
      rest.request<PageData<DeviceProfileInfo>>('GET', '/api/deviceProfileInfos', {
        ...options,
        query: { ...pageQuery(link), transportType },
      }),

    info: (deviceProfileId: string, options: Options = {}) =>
      rest.request<DeviceProfileInfo>('GET', `/api/deviceProfileInfo/${deviceProfileId}`, options),

    /** The profile of devices that name none. */
    default: (options: Options = {}) =>
      rest.request<DeviceProfileInfo>('GET', '/api/deviceProfileInfo/default', options),

    list: (link: PageLink, options: Options = {}) =>
      rest.request<PageData<DeviceProfile>>('GET', '/api/deviceProfiles', { ...options, query: pageQuery(link) }),

    get: (deviceProfileId: string, options: Options = {}) =>
      rest.request<DeviceProfile>('GET', `/api/deviceProfile/${deviceProfileId}`, options),

    save: (profile: DeviceProfileInput, options: Options = {}) =>
      rest.request<DeviceProfile>('POST', '/api/deviceProfile', { ...options, body: profile }),
  }
}
