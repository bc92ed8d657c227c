/** Tenant profiles: list, drawer with details, add dialog; and the page of one profile. */

import type { TenantProfile } from '@sonde/model/tenant-profiles/tenant-profile'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useTenantProfileActions } from './tenant-profile-actions.ts'
import { tenantProfileRoom, useTenantProfile, useTenantProfileCalls } from './tenant-profile-calls.ts'
import { TenantProfileDetails } from './tenant-profile-details.tsx'
import { tenantProfileTable } from './tenant-profile-table.tsx'

const AddTenantProfileDialog = lazy(() => import('./add-tenant-profile-dialog.tsx'))
const ImportTenantProfileDialog = lazy(() => import('./import-tenant-profile-dialog.tsx'))

export function TenantProfilesPage() {
  const profiles = useTenantProfileCalls()
  const adding = useListDialogs({ room: tenantProfileRoom, add: 'tenantProfiles.add', canImport: true })
  const actions = useTenantProfileActions()
  const { openPage, all } = actions
  const description = useMemo(
    () => tenantProfileTable({ profiles, quickAction: openPage, actions: all }),
    [profiles, openPage, all],
  )
  return (
    <EntityPage<TenantProfile>
      description={description}
      primary={adding.primary}
      secondary={adding.secondary}
      renderOpen={(open) => <TenantProfileDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {adding.open === 'add' && <AddTenantProfileDialog onClose={adding.close} />}
        {adding.open === 'import' && <ImportTenantProfileDialog onClose={adding.close} />}
      </Suspense>
    </EntityPage>
  )
}

interface TenantProfileDrawerProps {
  readonly open: OpenEntity<TenantProfile>
  readonly parts: ReturnType<typeof useTenantProfileActions>
}

function TenantProfileDrawer({
  open: { id, row, onClose, onStep },
  parts: { all, openPage },
}: TenantProfileDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useTenantProfile(id, row)}
      nameOf={({ name }) => name}
      kind={t('entityTypes.TENANT_PROFILE')}
      failed={t('tenantProfiles.profileFailed')}
      onClose={onClose}
    >
      {(profile) => (
        <TenantProfileDetails profile={profile} actions={all} openPage={openPage} onClose={onClose} onStep={onStep} />
      )}
    </EntityDrawer>
  )
}

export function TenantProfilePage() {
  const t = useText()
  const { entityId } = useParams({ from: '/guarded/shell/tenantProfiles/$entityId' })
  const { all, dialogs } = useTenantProfileActions()
  return (
    <EntityOwnPage
      entity={useTenantProfile(entityId)}
      nameOf={({ name }) => name}
      kind={t('entityTypes.TENANT_PROFILE')}
      failed={t('tenantProfiles.profileFailed')}
    >
      {(profile) => (
        <>
          <TenantProfileDetails profile={profile} actions={all.filter(({ id }) => id !== 'open')} />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
