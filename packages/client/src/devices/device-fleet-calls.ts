/** Bulk import, search, claiming and transfer of devices, and devices of edges. */

import type { Device } from '@sonde/model/devices/device'
import type { DeviceAcceptance } from '@sonde/model/devices/device-acceptance'
import type { PackageType } from '@sonde/model/ota-packages/ota-package'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { DeviceSearchQuery } from '@sonde/model/relations/relation'
import { importCall } from '../assignables/import-calls.ts'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'
import type { DeviceListFilter } from './device-calls.ts'

export interface ClaimedDevice {
  readonly response: 'SUCCESS'
  readonly device: Device
}

export type DeviceFleetCalls = ReturnType<typeof createDeviceFleetCalls>

export function createDeviceFleetCalls(rest: Rest) {
  const claimPath = (deviceName: string) => `/api/customer/device/${encodeURIComponent(deviceName)}/claim`
  return {
    /** Page of devices like `list`, without customer, profile and activity. */
    listPlain: (
      link: PageLink,
      { customerId, type, deviceProfileId, active }: DeviceListFilter = {},
      options: CallOptions = {},
    ) =>
      rest.request<PageData<Device>>(
        'GET',
        customerId ? `/api/customer/${customerId}/devices` : '/api/tenant/devices',
        {
          ...options,
          query: { ...pageQuery(link), type: type || undefined, deviceProfileId, active },
        },
      ),

    /** Devices with these ids; unknown ones and those of other owners are left out. */
    byIds: (deviceIds: readonly string[], options: CallOptions = {}) =>
      rest.request<readonly Device[]>('GET', '/api/devices', { ...options, query: { deviceIds } }),

    /** Devices that are reachable from an entity along relations. */
    search: (query: DeviceSearchQuery, options: CallOptions = {}) =>
      rest.request<readonly Device[]>('POST', '/api/devices', { ...options, body: query }),

    /** Number of devices that a package of the profile would reach: those without their own package. */
    countForPackage: (type: PackageType, deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<number>('GET', `/api/devices/count/${type}/${deviceProfileId}`, options),

    /**
     * Assigns a claimable device to the caller's customer; customer users only. Throws `ApiError` 400 with the body
     * `FAILURE` for a wrong secret or a device that isn't claimable, `CLAIMED` for a device that is already claimed.
     */
    claim: (deviceName: string, secretKey?: string, options: CallOptions = {}) =>
      rest.request<ClaimedDevice>('POST', claimPath(deviceName), { ...options, body: { secretKey } }),

    /** Releases a claimed device. */
    reclaim: (deviceName: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', claimPath(deviceName), options),

    /**
     * Moves a device with its data to another tenant, where it gets a new access token. Throws `ApiError` 403 if that
     * tenant doesn't accept devices from the caller's tenant.
     */
    moveToTenant: (deviceId: string, tenantId: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', `/api/tenant/${tenantId}/device/${deviceId}`, options),

    /** Tenants from which devices are accepted. */
    acceptance: (options: CallOptions = {}) =>
      rest.request<DeviceAcceptance>('GET', '/api/v2/device-acceptance', options),

    /** Sets the tenants from which devices are accepted. */
    saveAcceptance: (acceptance: DeviceAcceptance, options: CallOptions = {}) =>
      rest.request<DeviceAcceptance>('POST', '/api/v2/device-acceptance', { ...options, body: acceptance }),

    /** Creates and updates devices from the lines of a CSV text. A failed line is counted and the import continues. */
    bulkImport: importCall(rest, 'device'),
  }
}
