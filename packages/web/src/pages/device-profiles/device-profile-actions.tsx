/** What can be done with one device profile, in the list and in its details. */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Flag } from 'lucide-react'
import { useMemo, useState } from 'react'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import { saveJsonFile } from '../../json-files/json-file.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
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

export const isOrdinary = (profile: DeviceProfile): boolean => !profile.default

export function useDeviceProfileActions() {
  const t = useText()
  const { deviceProfiles } = useClient()
  const management = useProfileManagement()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [candidate, setCandidate] = useState<DeviceProfile | null>(null)

  const ownActions = useMemo((): EntityAction<DeviceProfile>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    return [
      {
        id: 'setDefault',
        label: 'deviceProfiles.setDefault',
        icon: <Flag {...icon} />,
        isAllowed: isOrdinary,
        run: setCandidate,
      },
      {
        id: 'export',
        label: 'deviceProfiles.export',
        icon: <Download {...icon} />,
        // Asked for anew: what the list knows may be old.
        run: ({ id }) =>
          void deviceProfiles
            .get(id.id)
            .then((profile) => saveJsonFile(profile.name, exportedDeviceProfile(profile)))
            .catch(told),
      },
    ]
  }, [deviceProfiles])

  const remove = useMemo(
    () => ({
      run: (profile: DeviceProfile) => management.delete(profile.id.id),
      texts: deleteTexts,
      isUndoable: true,
      // Its packages do not come back with it.
      isAlwaysAsked: true,
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

  async function makeDefault(profile: DeviceProfile) {
    try {
      await management.setDefault(profile.id.id)
    } catch {
      // The toast of the call told it.
      return
    } finally {
      setCandidate(null)
    }
    toasts.show({ kind: 'success', text: t('deviceProfiles.nowDefault', { name: profile.name }) })
    await refreshRoom(queries, deviceProfileRoom)
  }

  return {
    ...actions,
    dialogs: (
      <>
        {actions.dialogs}
        {candidate && (
          <ConfirmDialog
            title={t('deviceProfiles.setDefaultTitle', { name: candidate.name })}
            action={t('deviceProfiles.setDefault')}
            onCancel={() => setCandidate(null)}
            onConfirm={() => makeDefault(candidate)}
          >
            {t('deviceProfiles.setDefaultText')}
          </ConfirmDialog>
        )}
      </>
    ),
  }
}

/** The toast of the call told it. */
function told() {}
