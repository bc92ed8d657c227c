/** What can be done with one tenant profile, in the list and in its details. */

import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { useMemo } from 'react'
import { useEntityActions } from '../../entities/use-entity-actions.tsx'
import { useSetDefault } from '../../entities/use-set-default.tsx'
import { exportJsonAction } from '../../json-files/export-json-action.tsx'
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

const defaultTexts = {
  action: 'tenantProfiles.setDefault',
  title: 'tenantProfiles.setDefaultTitle',
  text: 'tenantProfiles.setDefaultText',
  done: 'tenantProfiles.nowDefault',
} as const

export const isOrdinary = (profile: TenantProfile): boolean => !profile.default

export function useTenantProfileActions() {
  const profiles = useTenantProfileCalls()
  const { action: setDefault, dialog } = useSetDefault<TenantProfile>({
    room: tenantProfileRoom,
    nameOf,
    isAllowed: isOrdinary,
    texts: defaultTexts,
    run: ({ id }) => profiles.setDefault(id.id),
  })
  const ownActions = useMemo(
    () => [
      setDefault,
      exportJsonAction<TenantProfile>('tenantProfiles.export', async ({ id }) => {
        const profile = await profiles.get(id.id)
        return { name: profile.name, content: exportedTenantProfile(profile) }
      }),
    ],
    [setDefault, profiles],
  )
  const remove = useMemo(
    () => ({
      run: (profile: TenantProfile) => profiles.delete(profile.id.id),
      texts: deleteTexts,
      isUndoable: true,
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
