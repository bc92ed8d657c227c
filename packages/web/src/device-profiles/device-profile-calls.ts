/** Calls and keys shared by the device profile pages. */

import { createDeviceProfileCalls } from '@sonde/client/device-profiles/device-profile-calls'
import { createDeviceProfileManagementCalls } from '@sonde/client/device-profiles/device-profile-management-calls'
import type { Rest } from '@sonde/client/rest/rest'

/** The device pages cache their profile choices under the same key, so a change reloads them too. */
export const deviceProfileRoom = 'deviceProfiles'

export const deviceProfileKey = (deviceProfileId: string) => [deviceProfileRoom, 'one', deviceProfileId]

export function createProfileCalls(rest: Rest) {
  const { get, list } = createDeviceProfileCalls(rest)
  return { info: get, get, list, ...createDeviceProfileManagementCalls(rest) }
}
