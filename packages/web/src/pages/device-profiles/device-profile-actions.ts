/** Actions of one device profile, in the list and in its details. */

import { useMemo } from 'react'
import { useProfileActions } from '../../entities/use-profile-actions.tsx'
import { useClient } from '../../session/use-session.tsx'
import { deviceProfileRoom, useProfileManagement } from './device-profile-calls.ts'
import { exportedDeviceProfile } from './device-profile-files.ts'

export function useDeviceProfileActions() {
  const { deviceProfiles } = useClient()
  const management = useProfileManagement()
  const calls = useMemo(
    () => ({ get: deviceProfiles.get, setDefault: management.setDefault, delete: management.delete }),
    [deviceProfiles, management],
  )
  return useProfileActions({ room: deviceProfileRoom, calls, exported: exportedDeviceProfile })
}
