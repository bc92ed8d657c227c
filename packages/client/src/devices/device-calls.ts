/** Devices, their credentials and owners, and calls to them. What fewer ask for is in device-fleet-calls.ts. */

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
import type { CallOptions, Rest } from '../rest/rest.ts'

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

export type DeviceCalls = ReturnType<typeof createDeviceCalls>

export function createDeviceCalls(rest: Rest) {
  /** The caller shows how a call to a device ended. */
  const rpc = (way: 'oneway' | 'twoway', deviceId: string, call: DeviceRpc, options: CallOptions = {}) =>
    rest.request<unknown>('POST', `/api/rpc/${way}/${deviceId}`, { ignoreErrors: true, ...options, body: call })

  return {
    /** A page of devices with customer, profile, and whether they are active. */
    list: (
      link: PageLink,
      { customerId, type, deviceProfileId, active }: DeviceListFilter = {},
      options: CallOptions = {},
    ) =>
      rest.request<PageData<DeviceInfo>>(
        'GET',
        customerId ? `/api/customer/${customerId}/deviceInfos` : '/api/tenant/deviceInfos',
        { ...options, query: { ...pageQuery(link), type: type || undefined, deviceProfileId, active } },
      ),

    /** Throws `ApiError` 404. */
    get: (deviceId: string, options: CallOptions = {}) =>
      rest.request<Device>('GET', `/api/device/${deviceId}`, options),

    /** With customer and profile. Throws `ApiError` 404. */
    info: (deviceId: string, options: CallOptions = {}) =>
      rest.request<DeviceInfo>('GET', `/api/device/info/${deviceId}`, options),

    /** The device of exactly this name. Throws `ApiError` 404. */
    byName: (deviceName: string, options: CallOptions = {}) =>
      rest.request<Device>('GET', '/api/tenant/devices', { ...options, query: { deviceName } }),

    /** Makes a device, or changes it when `device` has an id. `accessToken` only counts for a new one. */
    save: (device: DeviceInput, accessToken?: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', '/api/device', { ...options, query: { accessToken }, body: device }),

    /** Saves a device together with its credentials: both or neither. */
    saveWithCredentials: (
      device: DeviceInput,
      credentials: Pick<DeviceCredentialsInput, 'credentialsType' | 'credentialsId' | 'credentialsValue'>,
      options: CallOptions = {},
    ) => rest.request<Device>('POST', '/api/device-with-credentials', { ...options, body: { device, credentials } }),

    /** Deletes a device with its attributes, telemetry, relations and alarms; its sessions end. */
    delete: (deviceId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/device/${deviceId}`, options),

    /** By what the device signs in. */
    credentials: (deviceId: string, options: CallOptions = {}) =>
      rest.request<DeviceCredentials>('GET', `/api/device/${deviceId}/credentials`, options),

    /** Replaces them; the device's sessions end. Throws `ApiError` 400 when another device has them. */
    saveCredentials: (credentials: DeviceCredentialsInput, options: CallOptions = {}) =>
      rest.request<DeviceCredentials>('POST', '/api/device/credentials', { ...options, body: credentials }),

    /** Assigns it to a customer, and takes it from the one that it had. */
    assignToCustomer: (deviceId: string, customerId: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', `/api/customer/${customerId}/device/${deviceId}`, options),

    /** Takes it from its customer. Throws `ApiError` 400 when it has none. */
    unassignFromCustomer: (deviceId: string, options: CallOptions = {}) =>
      rest.request<Device>('DELETE', `/api/customer/device/${deviceId}`, options),

    /** Assigns it to the tenant's public customer. */
    makePublic: (deviceId: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', `/api/customer/public/device/${deviceId}`, options),

    /** Types in use. */
    types: (options: CallOptions = {}) => rest.request<readonly EntitySubtype[]>('GET', '/api/device/types', options),

    /** Ends when the device took the call. Throws `ApiError` 504 when it did not in time. */
    rpcOneway: (deviceId: string, call: DeviceRpc, options?: CallOptions) => rpc('oneway', deviceId, call, options),

    /** The device's answer. Throws `ApiError` 504 when it sent none in time. */
    rpcTwoway: (deviceId: string, call: DeviceRpc, options?: CallOptions) => rpc('twoway', deviceId, call, options),
  }
}
