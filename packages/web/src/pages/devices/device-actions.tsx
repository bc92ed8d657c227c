/** Actions of one device, in the list and in its details. */

import { createEdgeContentCalls } from '@sonde/client/assignables/assignable-calls'
import type { Device, DeviceInfo } from '@sonde/model/devices/device'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Cable, ClipboardCopy, KeyRound, PackagePlus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { singleOwner } from '../../assignment/assignable-kind.ts'
import { type ScopedList, scopedPath } from '../../assignment/list-scope.ts'
import { useAssignment } from '../../assignment/use-assignment.tsx'
import { useCopy } from '../../entities/use-entity-actions.tsx'
import type { Subject } from '../../entity-dashboard/load-keys.ts'
import { useEntityDashboard } from '../../entity-dashboard/use-entity-dashboard.tsx'
import type { PageButton } from '../../entity-pages/page-head.tsx'
import type { RoomActions } from '../../entity-room/room.ts'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { credentialsText } from './credentials-input.ts'
import { useDeviceBulkEdit } from './device-bulk-edit.tsx'
import { refreshDevices } from './device-calls.ts'

const ClaimDeviceDialog = lazy(() => import('./claim-device-dialog.tsx'))
const ConnectDialog = lazy(() => import('./add-device/connect-dialog.tsx'))

const idOf = ({ id }: DeviceInfo) => id.id
const nameOf = ({ name }: DeviceInfo) => name
const customerIdOf = ({ customerId }: DeviceInfo) => customerId.id
const isPublic = ({ customerIsPublic }: DeviceInfo) => customerIsPublic
const subjectOf = ({ id, name, type }: DeviceInfo): Subject => ({ kind: 'entity', entity: id, name, profile: type })

/** Button to claim a device, in the list of a customer user; undefined if the user can't claim devices. */
function useClaiming({ scope }: ScopedList): PageButton | undefined {
  const t = useText()
  const navigate = useNavigate()
  const isVisitor = useAccount()?.auth.isPublic ?? true
  if (scope.kind !== 'customerUser' || isVisitor) return undefined
  return {
    label: t('devices.claim'),
    icon: <PackagePlus size={18} strokeWidth={2} aria-hidden />,
    onSelect: () => void navigate({ to: '.', search: (now) => ({ ...now, claim: 'true' }) }),
  }
}

export function useDeviceActions(list: ScopedList): RoomActions<DeviceInfo> {
  const { scope, canEdit } = list
  const client = useClient()
  const navigate = useNavigate()
  const copy = useCopy()
  const isOwnPage = useParams({ strict: false }).entityId !== undefined
  const path = scopedPath(scope, 'devices')
  const assignment = useAssignment<DeviceInfo>({
    kind: 'DEVICE',
    room: 'devices',
    listPath: path ?? '/devices',
    scope,
    idOf,
    nameOf,
    customerIdOf,
    isPublic,
    calls: useMemo(
      () => singleOwner({ ...client.devices, ...createEdgeContentCalls<Device>(client.rest, 'device') }),
      [client],
    ),
  })

  const dashboard = useEntityDashboard(subjectOf)
  const actions = useMemo((): EntityAction<DeviceInfo>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    return [
      {
        id: 'connect',
        label: 'devices.connect',
        icon: <Cable {...icon} />,
        run: (device) => void navigate({ to: '.', search: (now) => ({ ...now, connect: device.id.id }) }),
      },
      {
        id: 'credentials',
        label: canEdit ? 'devices.manageCredentials' : 'devices.viewCredentials',
        icon: <KeyRound {...icon} />,
        run: ({ id }) =>
          void navigate({
            to: '.',
            // The device's own page has no list with a details drawer.
            search: (now) => ({ ...now, tab: 'credentials', open: isOwnPage ? undefined : id.id }),
          }),
      },
      {
        id: 'copyCredentials',
        label: 'devices.copyCredentials',
        icon: <ClipboardCopy {...icon} />,
        run: (device) =>
          void client.devices.credentials(device.id.id).then(
            (credentials) => copy(credentialsText(credentials)),
            // The call shows the error as a toast.
            () => {},
          ),
      },
      ...dashboard.actions,
      ...assignment.actions,
    ]
  }, [client, navigate, copy, canEdit, isOwnPage, dashboard.actions, assignment.actions])

  const bulkActions = useDeviceBulkEdit(assignment.bulkActions, canEdit)
  const claiming = useClaiming(list)
  return {
    actions,
    bulkActions,
    primary: assignment.assignExisting ?? claiming,
    dialogs: (
      <>
        {assignment.dialogs}
        {dashboard.dialog}
        <DeviceDialogs canClaim={claiming !== undefined && !isOwnPage} />
      </>
    ),
  }
}

/** Dialogs that URL parameters open. */
function DeviceDialogs({ canClaim }: { readonly canClaim: boolean }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const go = (part: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: { ...search, ...part }, replace: true })
  return (
    <Suspense>
      {canClaim && search.claim && (
        <ClaimDeviceDialog
          onClose={() => go({ claim: undefined })}
          onClaimed={(open) => {
            void refreshDevices(queries)
            go({ claim: undefined, open })
          }}
        />
      )}
      {search.connect && <ConnectDialog deviceId={search.connect} onClose={() => go({ connect: undefined })} />}
    </Suspense>
  )
}
