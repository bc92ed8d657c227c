/** Devices: list, details beside it, the wizard that adds one. */

import { createDeviceFleetCalls } from '@sonde/client/devices/device-fleet-calls'
import type { DeviceInfo } from '@sonde/model/devices/device'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PackagePlus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useListButtons } from '../../assignment/list-buttons.tsx'
import { useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { EntityPage } from '../../entity-pages/entity-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { useDeviceActions } from './device-actions.tsx'
import { useDeviceBulkEdit } from './device-bulk-edit.tsx'
import { DeviceDrawer } from './device-drawer.tsx'
import { deviceTable } from './device-table.tsx'

const AddDeviceDialog = lazy(() => import('./add-device/add-device-dialog.tsx'))
const BulkImportDialog = lazy(() => import('../../bulk-import/bulk-import-dialog.tsx'))
const ClaimDeviceDialog = lazy(() => import('./claim-device-dialog.tsx'))
const ConnectDialog = lazy(() => import('./add-device/connect-dialog.tsx'))

export function DevicesPage() {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const list = useListScope()
  const { isTenant } = list
  const { openPage, all, dialogs, assignment } = useDeviceActions(list)
  const bulkActions = useDeviceBulkEdit(assignment.bulkActions, list.canEdit)
  const buttons = useListButtons({ room: 'devices', add: 'devices.add', list, assignment, canImport: true })
  const importDevices = useMemo(() => createDeviceFleetCalls(client.rest).bulkImport, [client])
  const description = useMemo(
    () => deviceTable({ client, list, quickAction: openPage, actions: all, bulkActions }),
    [client, list, openPage, all, bulkActions],
  )
  const without = (name: 'add' | 'claim' | 'connect') =>
    void navigate({ to: '.', search: { ...search, [name]: undefined }, replace: true })

  const isVisitor = useAccount()?.auth.isPublic ?? true
  const canClaim = list.scope.kind === 'customerUser' && !isVisitor
  const claim = canClaim
    ? {
        label: t('devices.claim'),
        icon: <PackagePlus size={18} strokeWidth={2} aria-hidden />,
        onSelect: () => void navigate({ to: '.', search: { ...search, claim: 'true' } }),
      }
    : undefined

  return (
    <EntityPage<DeviceInfo>
      description={description}
      heading={useScopedHeading(list.scope, 'DEVICE', 'devices.title')}
      primary={buttons.primary ?? claim}
      secondary={buttons.secondary}
      renderOpen={(open) => <DeviceDrawer key={open.id} {...open} actions={all} openPage={openPage} />}
    >
      {dialogs}
      {assignment.dialogs}
      <Suspense>
        {isTenant && search.add && (
          <AddDeviceDialog name={search.add === 'true' ? '' : search.add} onClose={() => without('add')} />
        )}
        {canClaim && search.claim && (
          <ClaimDeviceDialog
            onClose={() => without('claim')}
            onClaimed={(open) => {
              void buttons.refresh()
              void navigate({ to: '.', search: { ...search, claim: undefined, open }, replace: true })
            }}
          />
        )}
        {buttons.open === 'import' && (
          <BulkImportDialog kind="DEVICE" send={importDevices} onClose={buttons.close} onDone={buttons.refresh} />
        )}
        {search.connect && <ConnectDialog deviceId={search.connect} onClose={() => without('connect')} />}
      </Suspense>
    </EntityPage>
  )
}
