/** Device profiles: list, details beside it, the dialogs that add one; and one profile as a page of its own. */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { EntityPage, type OpenEntity } from '../../ui/entity-table/entity-page.tsx'
import { useDeviceProfileActions } from './device-profile-actions.tsx'
import { useDeviceProfile, useProfileManagement } from './device-profile-calls.ts'
import { DeviceProfileDetails } from './device-profile-details.tsx'
import { deviceProfileTable } from './device-profile-table.tsx'

const AddDeviceProfileDialog = lazy(() => import('./add-device-profile-dialog.tsx'))
const ImportDeviceProfileDialog = lazy(() => import('./import-device-profile-dialog.tsx'))

export function DeviceProfilesPage() {
  const t = useText()
  const { deviceProfiles: profiles } = useClient()
  const management = useProfileManagement()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const actions = useDeviceProfileActions()
  const { openPage, all } = actions
  const description = useMemo(
    () => deviceProfileTable({ profiles, management, quickAction: openPage, actions: all }),
    [profiles, management, openPage, all],
  )
  const go = (name: 'add' | 'import', value: 'true' | undefined) =>
    void navigate({ to: '.', search: { ...search, [name]: value }, replace: value === undefined })
  return (
    <EntityPage<DeviceProfile>
      description={description}
      primary={{
        label: t('deviceProfiles.add'),
        icon: <Plus size={18} strokeWidth={2} aria-hidden />,
        onSelect: () => go('add', 'true'),
      }}
      secondary={{
        label: t('deviceProfiles.importButton'),
        icon: <Upload size={18} strokeWidth={1.75} aria-hidden />,
        onSelect: () => go('import', 'true'),
      }}
      renderOpen={(open) => <DeviceProfileDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {search.add && <AddDeviceProfileDialog onClose={() => go('add', undefined)} />}
        {search.import && <ImportDeviceProfileDialog onClose={() => go('import', undefined)} />}
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
