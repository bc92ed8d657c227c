/** Calls for administrators to manage device profiles. */

import type { ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import type { AlarmRuleTrial } from '@sonde/model/device-profiles/alarm-rule-trial'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type DeviceProfileManagementCalls = ReturnType<typeof createDeviceProfileManagementCalls>

export function createDeviceProfileManagementCalls(rest: Rest) {
  return {
    /** Makes the profile the default for new devices that name none. */
    setDefault: (deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<DeviceProfile>('POST', `/api/deviceProfile/${deviceProfileId}/default`, options),

    /** Throws `ApiError` 400 for the default profile and for a profile in use. */
    delete: (deviceProfileId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/deviceProfile/${deviceProfileId}`, options),

    /** Number of alarms that a rule would have raised. Throws `ApiError` 429 while another trial runs. */
    tryAlarmRule: (deviceProfileId: string, alarm: ProfileAlarm, options: CallOptions = {}) =>
      rest.request<AlarmRuleTrial>('POST', `/api/v2/deviceProfile/${deviceProfileId}/alarmRuleTrial`, {
        ...options,
        body: { alarm },
      }),

    /** Telemetry keys of a profile's devices; without a profile, those of all devices. */
    timeseriesKeys: (deviceProfileId?: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/deviceProfile/devices/keys/timeseries', {
        ...options,
        query: { deviceProfileId },
      }),

    /** Attribute keys of a profile's devices; without a profile, those of all devices. */
    attributeKeys: (deviceProfileId?: string, options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/deviceProfile/devices/keys/attributes', {
        ...options,
        query: { deviceProfileId },
      }),
  }
}
