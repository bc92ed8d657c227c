/** Input for a device profile with default settings. */

import type { DeviceProfileInput } from './device-profile.ts'

export const defaultProfileInput = (name: string): DeviceProfileInput => ({
  name: name.trim(),
  type: 'DEFAULT',
  transportType: 'DEFAULT',
  provisionType: 'DISABLED',
  profileData: {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'DEFAULT' },
    provisionConfiguration: { type: 'DISABLED' },
    alarms: [],
  },
})
