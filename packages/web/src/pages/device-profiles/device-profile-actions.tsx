/** What can be done with one device profile, in the list and in its details. */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { useMemo } from 'react'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import { useSetDefault } from '../../entities/use-set-default.tsx'
import { exportJsonAction } from '../../json-files/export-json-action.tsx'
import { useClient } from '../../session/use-session.tsx'
import { deviceProfileRoom, useProfileManagement } from './device-profile-calls.ts'
import { exportedDeviceProfile } from './device-profile-files.ts'

const idOf = ({ id }: DeviceProfile) => id.id
const nameOf = ({ name }: DeviceProfile) => name

const deleteTexts = {
  action: 'deviceProfiles.delete',
  title: 'deviceProfiles.deleteTitle',
  text: 'deviceProfiles.deleteText',
  done: 'deviceProfiles.deleted',
} as const

const defaultTexts = {
  action: 'deviceProfiles.setDefault',
  title: 'deviceProfiles.setDefaultTitle',
  text: 'deviceProfiles.setDefaultText',
  done: 'deviceProfiles.nowDefault',
} as const

export const isOrdinary = (profile: DeviceProfile): boolean => !profile.default

export function useDeviceProfileActions() {
  const { deviceProfiles } = useClient()
  const management = useProfileManagement()
  const { action: setDefault, dialog } = useSetDefault<DeviceProfile>({
    room: deviceProfileRoom,
    nameOf,
    isAllowed: isOrdinary,
    texts: defaultTexts,
    run: ({ id }) => management.setDefault(id.id),
  })
  const ownActions = useMemo(
    () => [
      setDefault,
      exportJsonAction<DeviceProfile>('deviceProfiles.export', async ({ id }) => {
        const profile = await deviceProfiles.get(id.id)
        return { name: profile.name, content: exportedDeviceProfile(profile) }
      }),
    ],
    [setDefault, deviceProfiles],
  )
  const remove = useMemo(
    () => ({
      run: (profile: DeviceProfile) => management.delete(profile.id.id),
      texts: deleteTexts,
      isUndoable: true,
      isAllowed: isOrdinary,
    }),
    [management],
  )
  const actions = useEntityActions({
    room: deviceProfileRoom,
    listPath: '/deviceProfiles',
    idOf,
    nameOf,
    actions: ownActions,
    remove,
  })
  return {
    ...actions,
    dialogs: (
      <>
        {actions.dialogs}
        {dialog}
      </>
    ),
  }
}
