/** Devices, their credentials and owners, and calls to them. */

import type {
  Device,
  DeviceCredentials,
  DeviceCredentialsInput,
  DeviceInfo,
  DeviceInput,
  EntitySubtype,
} from '@sonde/model/devices/device'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { RequestOptions, Rest } from '../rest/rest.ts'

export interface DeviceListFilter {
  /** Only devices of this customer; what customer users must name. */
  readonly customerId?: string
  readonly type?: string
  readonly deviceProfileId?: string
  readonly active?: boolean
}

export interface DeviceRpc {
  readonly method: string
  readonly params: unknown
  /** Ms to wait for the device. */
  readonly timeout?: number
  /** Kept for a device that is offline, until `expirationTime`. */
  readonly persistent?: boolean
  /** Epoch ms. */
  readonly expirationTime?: number
  readonly retries?: number
  readonly additionalInfo?: unknown
}

type Options = Pick<RequestOptions, 'signal' | 'ignoreErrors' | 'ignoreLoading'>

export function createDeviceCalls(rest: Rest) {
  /** The caller shows how a call to a device ended. */
  const rpc = (way: 'oneway' | 'twoway', deviceId: string, call: DeviceRpc, options: Options = {}) =>
    rest.request<unknown>('POST', `/api/rpc/${way}/${deviceId}`, { ignoreErrors: true, ...options, body: call })

  return {
    list: (
      link: PageLink,
      { customerId, type, deviceProfileId, active }: DeviceListFilter = {},
      options: Options = {},
    ) =>
      rest.request<PageData<DeviceInfo>>(
        'GET',
        customerId ? `/api/customer/${customerId}/deviceInfos` : '/api/tenant/deviceInfos',
        { ...options, query: { ...pageQuery(link), type: type || undefined, deviceProfileId, active } },
      ),

    get: (deviceId: string, options: Options = {}) => rest.request<Device>('GET', `/api/device/${deviceId}`, options),

    info: (deviceId: string, options: Options = {}) =>
      rest.request<DeviceInfo>('GET', `/api/device/info/${deviceId}`, options),

    /** The device of exactly this name. Throws `ApiError` 404. */
    byName: (deviceName: string, options: Options = {}) =>
      rest.request<Device>('GET', '/api/tenant/devices', { ...options, query: { deviceName } }),

    /** Makes a device, or changes it when `device` has an id. `accessToken` only counts for a new one. */
    save: (device: DeviceInput, accessToken?: string, options: Options = {}) =>
      rest.request<Device>('POST', '/api/device', { ...options, query: { accessToken }, body: device }),

    saveWithCredentials: (
      device: DeviceInput,
      credentials: Pick<DeviceCredentialsInput, 'credentialsType' | 'credentialsId' | 'credentialsValue'>,
      options: Options = {},
    ) => rest.request<Device>('POST', '/api/device-with-credentials', { ...options, body: { device, credentials } }),

    delete: (deviceId: string, options: Options = {}) =>
      rest.request<void>('DELETE', `/api/device/${deviceId}`, options),

    credentials: (deviceId: string, options: Options = {}) =>
      rest.request<DeviceCredentials>('GET', `/api/device/${deviceId}/credentials`, options),

    saveCredentials: (credentials: DeviceCredentialsInput, options: Options = {}) =>
      rest.request<DeviceCredentials>('POST', '/api/device/credentials', { ...options, body: credentials }),

    assignToCustomer: (deviceId: string, customerId: string, options: Options = {}) =>
      rest.request<Device>('POST', `/api/customer/${customerId}/device/${deviceId}`, options),

    unassignFromCustomer: (deviceId: string, options: Options = {}) =>
      rest.request<Device>('DELETE', `/api/customer/device/${deviceId}`, options),

    makePublic: (deviceId: string, options: Options = {}) =>
      rest.request<Device>('POST', `/api/customer/public/device/${deviceId}`, options),

    /** Types in use. */
    types: (options: Options = {}) => rest.request<readonly EntitySubtype[]>('GET', '/api/device/types', options),

    /** Ends when the device took the call. Throws `ApiError` 504 when it did not in time. */
    rpcOneway: (deviceId: string, call: DeviceRpc, options?: Options) => rpc('oneway', deviceId, call, options),

    /** The device's answer. Throws `ApiError` 504 when it sent none in time. */
    rpcTwoway: (deviceId: string, call: DeviceRpc, options?: Options) => rpc('twoway', deviceId, call, options),
  }
}
