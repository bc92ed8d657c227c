/** Devices: the list and the page of one device, from their description. */

import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import { createDeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import type { DeviceInfo } from '@sonde/model/devices/device'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, useMemo } from 'react'
import { type ScopedList, scopedPath, useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { definePlainRoom, type PlainRoom, type PlainRoomDialogProps } from '../../entity-room/plain-room.ts'
import { PlainListPage, PlainOwnPage } from '../../entity-room/plain-room-pages.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useDeviceActions } from './device-actions.tsx'
import { refreshDevices } from './device-calls.ts'
import { DeviceForm } from './device-form.tsx'
import { listDevices } from './device-lists.ts'
import { useDeviceTabs } from './device-live.tsx'
import { useDeviceTable } from './device-table.tsx'

const AddDeviceDialog = lazy(() => import('./add-device/add-device-dialog.tsx'))
const BulkImportDialog = lazy(() => import('../../bulk-import/bulk-import-dialog.tsx'))

/** The address may bring the name along. */
function AddDialog({ onClose }: PlainRoomDialogProps) {
  const { add = 'true' } = useSearch({ strict: false })
  return <AddDeviceDialog name={add === 'true' ? '' : add} onClose={onClose} />
}

function ImportDialog({ onClose }: PlainRoomDialogProps) {
  const { rest } = useClient()
  const queries = useQueryClient()
  const { bulkImport } = useMemo(() => createDeviceFleetCalls(rest), [rest])
  return <BulkImportDialog kind="DEVICE" send={bulkImport} onClose={onClose} onDone={() => refreshDevices(queries)} />
}

function roomOf(list: ScopedList): PlainRoom<DeviceInfo> {
  const { scope, isTenant, canEdit } = list
  return definePlainRoom<DeviceInfo>({
    kind: 'DEVICE',
    name: 'devices',
    words: 'devices',
    texts: {
      emptyText: isTenant ? 'devices.emptyText' : canEdit ? 'devices.emptyTextScoped' : 'devices.emptyTextCustomer',
      noFilterMatch: 'devices.noFilterMatch',
    },
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
    Form: DeviceForm,
    useTabs: useDeviceTabs,
    AddDialog,
    ImportDialog,
  })
}

function useRoom(): PlainRoom<DeviceInfo> {
  const list = useListScope()
  return useMemo(() => roomOf(list), [list])
}

export const DevicesPage = () => <PlainListPage room={useRoom()} />
export const DevicePage = () => <PlainOwnPage room={useRoom()} />
