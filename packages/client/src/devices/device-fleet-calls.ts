/** Devices in numbers, at edges, between owners: import, search, claiming, moving. */

import type { BulkImportRequest, BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import type { Device } from '@sonde/model/devices/device'
import type { DeviceAcceptance } from '@sonde/model/devices/device-acceptance'
import type { PackageType } from '@sonde/model/ota-packages/ota-package'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { DeviceSearchQuery } from '@sonde/model/relations/relation'
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
    /** The page that `list` answers, without customer, profile and activity. */
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

    /** Devices by their ids; unknown ones and those of others are left out. */
    byIds: (deviceIds: readonly string[], options: CallOptions = {}) =>
      rest.request<readonly Device[]>('GET', '/api/devices', { ...options, query: { deviceIds } }),

    /** Devices to which relations lead from an entity. */
    search: (query: DeviceSearchQuery, options: CallOptions = {}) =>
      rest.request<readonly Device[]>('POST', '/api/devices', { ...options, body: query }),

    /** How many devices a package of the profile would reach: those without a package of their own. */
    countForPackage: (type: PackageType, deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<number>('GET', `/api/devices/count/${type}/${deviceProfileId}`, options),

    /**
     * Makes a device that may be claimed the caller's customer's; customer users only. Throws `ApiError` 400 with the
     * body `FAILURE` for a wrong secret or a device that may not be claimed, `CLAIMED` for one that is taken.
     */
    claim: (deviceName: string, secretKey?: string, options: CallOptions = {}) =>
      rest.request<ClaimedDevice>('POST', claimPath(deviceName), { ...options, body: { secretKey } }),

    /** Gives a claimed device back. */
    reclaim: (deviceName: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', claimPath(deviceName), options),

    /**
     * Moves a device with its data to another tenant; it gets a new access token there. Throws `ApiError` 403 when that
     * tenant does not accept devices from the caller's.
     */
    moveToTenant: (deviceId: string, tenantId: string, options: CallOptions = {}) =>
      rest.request<Device>('POST', `/api/tenant/${tenantId}/device/${deviceId}`, options),

    /** From which tenants devices are accepted. */
    acceptance: (options: CallOptions = {}) =>
      rest.request<DeviceAcceptance>('GET', '/api/v2/device-acceptance', options),

    /** Sets from which tenants devices are accepted. */
    saveAcceptance: (acceptance: DeviceAcceptance, options: CallOptions = {}) =>
      rest.request<DeviceAcceptance>('POST', '/api/v2/device-acceptance', { ...options, body: acceptance }),

    /** Creates and changes devices from the lines of a CSV text; a line that fails is counted and the rest go on. */
    bulkImport: (request: BulkImportRequest, options: CallOptions = {}) =>
      rest.request<BulkImportResult>('POST', '/api/device/bulk_import', { ...options, body: request }),
  }
}
