/** Device profiles as administrators keep them. */

import type { ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import type { AlarmRuleTrial } from '@sonde/model/device-profiles/alarm-rule-trial'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type DeviceProfileManagementCalls = ReturnType<typeof createDeviceProfileManagementCalls>

export function createDeviceProfileManagementCalls(rest: Rest) {
  return {
    /** Devices that name no profile get this one from now on. */
    setDefault: (deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<DeviceProfile>('POST', `/api/deviceProfile/${deviceProfileId}/default`, options),

    /** Throws `ApiError` 400 for the default profile, and for one that a device has. */
    delete: (deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/deviceProfile/${deviceProfileId}`, options),

    /** How many alarms a rule would have raised. Throws `ApiError` 429 while another one is tested. */
    tryAlarmRule: (deviceProfileId: string, alarm: ProfileAlarm, options: CallOptions = {}) =>
      rest.request<AlarmRuleTrial>('POST', `/api/v2/deviceProfile/${deviceProfileId}/alarmRuleTrial`, {
        ...options,
        body: { alarm },
      }),

    /** Names of the telemetry that devices of a profile have; without one those of all devices. */
    timeseriesKeys: (deviceProfileId?: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/deviceProfile/devices/keys/timeseries', {
        ...options,
        query: { deviceProfileId },
      }),

    /** Names of the attributes that devices of a profile have; without one those of all devices. */
    attributeKeys: (deviceProfileId?: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/deviceProfile/devices/keys/attributes', {
        ...options,
        query: { deviceProfileId },
      }),
  }
}
