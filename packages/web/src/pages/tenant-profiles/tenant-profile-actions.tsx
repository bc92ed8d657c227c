/** What can be done with one tenant profile, in the list and in its details. */

import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Flag } from 'lucide-react'
import { useMemo, useState } from 'react'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import { saveJsonFile } from '../../json-files/json-file.ts'
import { useText } from '../../locale/use-text.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { tenantProfileRoom, useTenantProfileCalls } from './tenant-profile-calls.ts'
import { exportedTenantProfile } from './tenant-profile-input.ts'

const idOf = ({ id }: TenantProfile) => id.id
const nameOf = ({ name }: TenantProfile) => name

const deleteTexts = {
  action: 'tenantProfiles.delete',
  title: 'tenantProfiles.deleteTitle',
  text: 'tenantProfiles.deleteText',
  done: 'tenantProfiles.deleted',
} as const

export const isOrdinary = (profile: TenantProfile): boolean => !profile.default

export function useTenantProfileActions() {
  const t = useText()
  const profiles = useTenantProfileCalls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [candidate, setCandidate] = useState<TenantProfile | null>(null)

  const ownActions = useMemo((): EntityAction<TenantProfile>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    return [
      {
        id: 'setDefault',
        label: 'tenantProfiles.setDefault',
        icon: <Flag {...icon} />,
        isAllowed: isOrdinary,
        run: setCandidate,
      },
      {
        id: 'export',
        label: 'tenantProfiles.export',
        icon: <Download {...icon} />,
        // Asked for anew: what the list knows may be old.
        run: ({ id }) =>
          void profiles
            .get(id.id)
            .then((profile) => saveJsonFile(profile.name, exportedTenantProfile(profile)))
            .catch(told),
      },
    ]
  }, [profiles])

  const remove = useMemo(
    () => ({
      run: (profile: TenantProfile) => profiles.delete(profile.id.id),
      texts: deleteTexts,
      isAllowed: isOrdinary,
    }),
    [profiles],
  )
  const actions = useEntityActions({
    room: tenantProfileRoom,
    listPath: '/tenantProfiles',
    idOf,
    nameOf,
    actions: ownActions,
    remove,
  })

  async function makeDefault(profile: TenantProfile) {
    try {
      await profiles.setDefault(profile.id.id)
    } catch {
      // The toast of the call told it.
      return
    } finally {
      setCandidate(null)
    }
    toasts.show({ kind: 'success', text: t('tenantProfiles.nowDefault', { name: profile.name }) })
    await refreshRoom(queries, tenantProfileRoom)
  }

  return {
    ...actions,
    dialogs: (
      <>
        {actions.dialogs}
        {candidate && (
          <ConfirmDialog
            title={t('tenantProfiles.setDefaultTitle', { name: candidate.name })}
            action={t('tenantProfiles.setDefault')}
            onCancel={() => setCandidate(null)}
            onConfirm={() => makeDefault(candidate)}
          >
            {t('tenantProfiles.setDefaultText')}
          </ConfirmDialog>
        )}
      </>
    ),
  }
}

/** The toast of the call told it. */
function told() {}
