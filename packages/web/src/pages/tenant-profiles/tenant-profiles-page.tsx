/** Description of the list of tenant profiles and of the page of a profile. */

import type { Rest } from '@sonde/client/rest/rest'
import { createTenantProfileCalls } from '@sonde/client/tenant-profiles/tenant-profile-calls'
import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { lazy } from 'react'
import { defineRoom } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { isOrdinary, useProfileActions } from '../../entity-room/use-profile-actions.tsx'
import { useText } from '../../locale/use-text.tsx'
import { tenantProfileRoom } from './tenant-profile-calls.ts'
import { TenantProfileForm } from './tenant-profile-form.tsx'
import { exportedTenantProfile, type WholeTenantProfile } from './tenant-profile-input.ts'
import { tenantProfileTable } from './tenant-profile-table.tsx'

const ImportDialog = lazy(() => import('./import-tenant-profile-dialog.tsx'))

function createCalls(rest: Rest) {
  const calls = createTenantProfileCalls(rest)
  return {
    ...calls,
    info: calls.get,
    /** Loads a profile with its limits, which need a separate request. */
    async get(id: string): Promise<WholeTenantProfile> {
      const [profile, { values }] = await Promise.all([calls.get(id), calls.limits(id)])
      return { ...profile, limits: values }
    },
  }
}

function Status({ row }: { readonly row: TenantProfile }) {
  const t = useText()
  return row.default && <span>{t('tenantProfiles.isDefault')}</span>
}

const room = defineRoom<TenantProfile>({
  kind: 'TENANT_PROFILE',
  name: tenantProfileRoom,
  words: 'tenantProfiles',
  path: '/tenantProfiles',
  deleteManyText: 'tenantProfiles.deleteText',
  oneFailed: 'tenantProfiles.profileFailed',
  nameOf: ({ name }) => name,
  createCalls,
  mayDelete: isOrdinary,
  useActions: () =>
    useProfileActions<TenantProfile>({ room: tenantProfileRoom, createCalls, exported: exportedTenantProfile }),
  useTable: () => tenantProfileTable,
  Status,
  form: { renderDetails: ({ row }) => <TenantProfileForm key={row.id.id} profile={row} /> },
  AddDialog: lazy(() => import('./add-tenant-profile-dialog.tsx')),
  renderImport: (dialog) => <ImportDialog {...dialog} />,
})

export const TenantProfilesPage = () => <RoomListPage room={room} />
export const TenantProfilePage = () => <RoomOwnPage room={room} />
