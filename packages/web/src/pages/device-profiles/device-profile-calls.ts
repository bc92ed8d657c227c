/** Queries and calls shared by the device profile pages. */

import {
  createDeviceProfileManagementCalls,
  type DeviceProfileManagementCalls,
} from '@sonde/client/device-profiles/device-profile-management-calls'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { useMemo } from 'react'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

/** The device pages cache their profile choices under the same key, so a change reloads them too. */
export const deviceProfileRoom = 'deviceProfiles'

export const deviceProfileKey = (deviceProfileId: string) => [deviceProfileRoom, 'one', deviceProfileId]

export function useProfileManagement(): DeviceProfileManagementCalls {
  const { rest } = useClient()
  return useMemo(() => createDeviceProfileManagementCalls(rest), [rest])
}

/** Query of one profile; the list's copy is shown while it loads. */
export function useDeviceProfile(deviceProfileId: string, known?: DeviceProfile) {
  const { deviceProfiles } = useClient()
  return useEntity({
    room: deviceProfileRoom,
    id: deviceProfileId,
    load: (id, signal) => deviceProfiles.get(id, { signal, ignoreErrors: true }),
    known,
  })
}
