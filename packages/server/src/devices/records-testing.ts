/** Profile record of the device directory, for tests that need any profile. */

import type { DeviceProfileRecord } from './device-directory.ts'

export const defaultProfileRecord: DeviceProfileRecord = {
  id: 'p',
  name: 'default',
  transportType: 'DEFAULT',
  defaultRuleChainId: null,
  defaultQueueName: null,
  profileData: {},
}
