/** Device profiles: list, drawer with details, add dialog; and the page of one profile. */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useDeviceProfileActions } from './device-profile-actions.ts'
import { deviceProfileRoom, useDeviceProfile, useProfileManagement } from './device-profile-calls.ts'
import { DeviceProfileDetails } from './device-profile-details.tsx'
import { deviceProfileTable } from './device-profile-table.tsx'

const AddDeviceProfileDialog = lazy(() => import('./add-device-profile-dialog.tsx'))
const ImportDeviceProfileDialog = lazy(() => import('./import-device-profile-dialog.tsx'))

export function DeviceProfilesPage() {
  const { deviceProfiles: profiles } = useClient()
  const management = useProfileManagement()
  const adding = useListDialogs({ room: deviceProfileRoom, add: 'deviceProfiles.add', canImport: true })
  const actions = useDeviceProfileActions()
  const { openPage, all } = actions
  const description = useMemo(
    () => deviceProfileTable({ profiles, management, quickAction: openPage, actions: all }),
    [profiles, management, openPage, all],
  )
  return (
    <EntityPage<DeviceProfile>
      description={description}
      primary={adding.primary}
      secondary={adding.secondary}
      renderOpen={(open) => <DeviceProfileDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {adding.open === 'add' && <AddDeviceProfileDialog onClose={adding.close} />}
        {adding.open === 'import' && <ImportDeviceProfileDialog onClose={adding.close} />}
      </Suspense>
    </EntityPage>
  )
}

interface DeviceProfileDrawerProps {
  readonly open: OpenEntity<DeviceProfile>
  readonly parts: ReturnType<typeof useDeviceProfileActions>
}

function DeviceProfileDrawer({
  open: { id, row, onClose, onStep },
  parts: { all, openPage },
}: DeviceProfileDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useDeviceProfile(id, row)}
      nameOf={({ name }) => name}
      kind={t('entityTypes.DEVICE_PROFILE')}
      failed={t('deviceProfiles.profileFailed')}
      onClose={onClose}
      isWide
    >
      {(profile) => (
        <DeviceProfileDetails profile={profile} actions={all} openPage={openPage} onClose={onClose} onStep={onStep} />
      )}
    </EntityDrawer>
  )
}

export function DeviceProfilePage() {
  const t = useText()
  const { entityId } = useParams({ from: '/guarded/shell/deviceProfiles/$entityId' })
  const { all, dialogs } = useDeviceProfileActions()
  return (
    <EntityOwnPage
      entity={useDeviceProfile(entityId)}
      nameOf={({ name }) => name}
      kind={t('entityTypes.DEVICE_PROFILE')}
      failed={t('deviceProfiles.profileFailed')}
    >
      {(profile) => (
        <>
          <DeviceProfileDetails key={entityId} profile={profile} actions={all.filter(({ id }) => id !== 'open')} />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
