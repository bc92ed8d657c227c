/** Description of the list of device profiles and of the page of a profile. */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { lazy, useMemo } from 'react'
import { createProfileCalls as createCalls, deviceProfileRoom } from '../../device-profiles/device-profile-calls.ts'
import type { Subject } from '../../entity-dashboard/load-keys.ts'
import { useEntityDashboard } from '../../entity-dashboard/use-entity-dashboard.tsx'
import { defineRoom, type RoomActions } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { isOrdinary, useProfileActions } from '../../entity-room/use-profile-actions.tsx'
import { useText } from '../../locale/use-text.tsx'
import { exportedDeviceProfile } from './device-profile-files.ts'
import { deviceProfileTable, transportTitle } from './device-profile-table.tsx'
import { useDeviceProfileTabs } from './device-profile-tabs.tsx'

const ImportDialog = lazy(() => import('./import-device-profile-dialog.tsx'))

function Status({ row }: { readonly row: DeviceProfile }) {
  const t = useText()
  return (
    <>
      <span>{t(transportTitle(row.transportType))}</span>
      {row.default && <span>{t('deviceProfiles.isDefault')}</span>}
    </>
  )
}

const subjectOf = ({ id, name }: DeviceProfile): Subject => ({ kind: 'profile', id: id.id, name })

function useActions(): RoomActions<DeviceProfile> {
  const own = useProfileActions({ room: deviceProfileRoom, createCalls, exported: exportedDeviceProfile })
  const dashboard = useEntityDashboard(subjectOf)
  return {
    actions: useMemo(() => [...own.actions, ...dashboard.actions], [own.actions, dashboard.actions]),
    dialogs: (
      <>
        {own.dialogs}
        {dashboard.dialog}
      </>
    ),
  }
}

const room = defineRoom<DeviceProfile>({
  kind: 'DEVICE_PROFILE',
  name: deviceProfileRoom,
  words: 'deviceProfiles',
  path: '/deviceProfiles',
  deleteManyText: 'deviceProfiles.deleteText',
  oneFailed: 'deviceProfiles.profileFailed',
  nameOf: ({ name }) => name,
  createCalls,
  mayDelete: isOrdinary,
  useActions,
  useTable: () => deviceProfileTable,
  Status,
  useTabs: useDeviceProfileTabs,
  isWide: true,
  AddDialog: lazy(() => import('./add-device-profile-dialog.tsx')),
  renderImport: (dialog) => <ImportDialog {...dialog} />,
})

export const DeviceProfilesPage = () => <RoomListPage room={room} />
export const DeviceProfilePage = () => <RoomOwnPage room={room} />
