/** What the directory says of a device's profile, for tests that need any. */

import type { DeviceProfileRecord } from './device-directory.ts'

export const defaultProfileRecord: DeviceProfileRecord = {
  id: 'p',
  name: 'default',
  transportType: 'DEFAULT',
  defaultRuleChainId: null,
  defaultQueueName: null,
  profileData: {},
}
