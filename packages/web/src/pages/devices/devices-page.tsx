/** Description of the list of devices and of the page of a device. */

import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import { createDeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import type { DeviceInfo } from '@sonde/model/devices/device'
import { useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { ImportEntities } from '../../assignment/assignable-room.tsx'
import {
  type ScopedList,
  scopedPath,
  scopedTexts,
  useScopedHeading,
  useScopedRoom,
} from '../../assignment/list-scope.ts'
import { defineRoom, type Room, type RoomDialogProps } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { useDeviceActions } from './device-actions.tsx'
import { deviceForm } from './device-form.tsx'
import { listDevices } from './device-lists.ts'
import { useDeviceTabs } from './device-live.tsx'
import { useDeviceTable } from './device-table.tsx'

const AddDeviceDialog = lazy(() => import('./add-device/add-device-dialog.tsx'))

/** Dialog to add a device; the URL parameter `add` can contain its name. */
function AddDialog({ onClose }: RoomDialogProps) {
  const { add = 'true' } = useSearch({ strict: false })
  return <AddDeviceDialog name={add === 'true' ? '' : add} onClose={onClose} />
}

function roomOf(list: ScopedList): Room<DeviceInfo> {
  const { scope, isTenant } = list
  return defineRoom<DeviceInfo>({
    kind: 'DEVICE',
    name: 'devices',
    words: 'devices',
    texts: scopedTexts('devices', list),
    path: '/devices',
    scopedPath: scopedPath(scope, 'devices'),
    deleteManyText: 'devices.deleteManyText',
    oneFailed: 'devices.deviceFailed',
    nameOf: ({ name }) => name,
    kindOf: ({ deviceProfileName }) => deviceProfileName,
    createCalls(rest) {
      const devices = createDeviceCalls(rest)
      return { info: devices.info, list: listDevices(rest, list), delete: devices.delete }
    },
    isFixed: !isTenant,
    useActions: () => useDeviceActions(list),
    useTable: () => useDeviceTable(list),
    useHeading: () => useScopedHeading(scope, 'DEVICE', 'devices.title'),
    form: deviceForm,
    useTabs: useDeviceTabs,
    AddDialog,
    renderImport: (dialog) => <ImportEntities kind="DEVICE" createCalls={createDeviceFleetCalls} {...dialog} />,
  })
}

export const DevicesPage = () => <RoomListPage room={useScopedRoom(roomOf)} />
export const DevicePage = () => <RoomOwnPage room={useScopedRoom(roomOf)} />
