/** Devices, their credentials and owners, and RPC calls to them. Less common calls are in device-fleet-calls.ts. */

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
  /** Only devices of this customer; required for customer users. */
  readonly customerId?: string
  readonly type?: string
  readonly deviceProfileId?: string
  readonly active?: boolean
}

export interface DeviceRpc {
  readonly method: string
  readonly params: unknown
  /** Timeout for the device's response, ms. */
  readonly timeout?: number
  /** Whether the call is stored for an offline device, until `expirationTime`. */
  readonly persistent?: boolean
  /** Epoch ms. */
  readonly expirationTime?: number
  readonly retries?: number
  readonly additionalInfo?: unknown
}

export type DeviceCalls = ReturnType<typeof createDeviceCalls>

export function createDeviceCalls(rest: Rest) {
  /** Errors are ignored by default because callers show the outcome of an RPC call themselves. */
  const rpc = (way: 'oneway' | 'twoway', deviceId: string, call: DeviceRpc, options: CallOptions = {}) =>
    rest.request<unknown>('POST', `/api/rpc/${way}/${deviceId}`, { ignoreErrors: true, ...options, body: call })

  return {
    /** Page of devices with customer, profile and activity. */
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

    /** Device with customer and profile. Throws `ApiError` 404. */
    info: (deviceId: string, options: CallOptions = {}) =>
      rest.request<DeviceInfo>('GET', `/api/device/info/${deviceId}`, options),

    /** Device with exactly this name. Throws `ApiError` 404. */
    byName: (deviceName: string, options: CallOptions = {}) =>
      rest.request<Device>('GET', '/api/tenant/devices', { ...options, query: { deviceName } }),

    /** Creates a device, or updates it if `device` has an id. `accessToken` is only used for a new device. */
    save: (device: DeviceInput, accessToken?: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', '/api/device', { ...options, query: { accessToken }, body: device }),

    /** Saves a device and its credentials atomically. */
    saveWithCredentials: (
      device: DeviceInput,
      credentials: Pick<DeviceCredentialsInput, 'credentialsType' | 'credentialsId' | 'credentialsValue'>,
      options: CallOptions = {},
    ) => rest.request<Device>('POST', '/api/device-with-credentials', { ...options, body: { device, credentials } }),

    /** Deletes a device with its attributes, telemetry, relations and alarms, and closes its sessions. */
    delete: (deviceId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/device/${deviceId}`, options),

    /** Credentials of the device. */
    credentials: (deviceId: string, options: CallOptions = {}) =>
      rest.request<DeviceCredentials>('GET', `/api/device/${deviceId}/credentials`, options),

    /** Replaces the credentials and closes the device's sessions. Throws `ApiError` 400 if another device has them. */
    saveCredentials: (credentials: DeviceCredentialsInput, options: CallOptions = {}) =>
      rest.request<DeviceCredentials>('POST', '/api/device/credentials', { ...options, body: credentials }),

    /** Assigns the device to a customer and unassigns it from the previous one. */
    assignToCustomer: (deviceId: string, customerId: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', `/api/customer/${customerId}/device/${deviceId}`, options),

    /** Unassigns the device from its customer. Throws `ApiError` 400 if it has none. */
    unassignFromCustomer: (deviceId: string, options: CallOptions = {}) =>
      rest.request<Device>('DELETE', `/api/customer/device/${deviceId}`, options),

    /** Assigns the device to the tenant's public customer. */
    makePublic: (deviceId: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', `/api/customer/public/device/${deviceId}`, options),

    /** Device types in use. */
    types: (options: CallOptions = {}) => rest.request<readonly EntitySubtype[]>('GET', '/api/device/types', options),

    /** Resolves when the device received the call. Throws `ApiError` 504 on timeout. */
    rpcOneway: (deviceId: string, call: DeviceRpc, options?: CallOptions) => rpc('oneway', deviceId, call, options),

    /** Returns the device's response. Throws `ApiError` 504 on timeout. */
    rpcTwoway: (deviceId: string, call: DeviceRpc, options?: CallOptions) => rpc('twoway', deviceId, call, options),
  }
}
