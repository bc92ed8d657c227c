/** Actions of one device, in the list and in its details. */

import { createEdgeContentCalls } from '@sonde/client/assignables/assignable-calls'
import type { Device, DeviceInfo } from '@sonde/model/devices/device'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Cable, ClipboardCopy, KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import { singleOwner } from '../../assignment/assignable-kind.ts'
import { type ScopedList, scopedPath } from '../../assignment/list-scope.ts'
import { type Assignment, useAssignment } from '../../assignment/use-assignment.tsx'
import { type EntityActions, useCopy, useEntityActions } from '../../entities/use-entity-actions.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { credentialsText } from './credentials-input.ts'

const idOf = ({ id }: DeviceInfo) => id.id
const nameOf = ({ name }: DeviceInfo) => name
const customerIdOf = ({ customerId }: DeviceInfo) => customerId.id
const isPublic = ({ customerIsPublic }: DeviceInfo) => customerIsPublic

const deleteTexts = {
  action: 'devices.delete',
  title: 'devices.deleteTitle',
  text: 'devices.deleteText',
  done: 'devices.deleted',
} as const

export interface DeviceActions extends EntityActions<DeviceInfo> {
  readonly assignment: Assignment<DeviceInfo>
}

export function useDeviceActions({ scope, isTenant, canEdit }: ScopedList): DeviceActions {
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
            // On the device's own page there is no list that it could be open beside.
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
      ...assignment.actions,
    ]
  }, [client, navigate, copy, canEdit, isOwnPage, assignment.actions])

  const remove = useMemo(
    () =>
      isTenant
        ? { run: (device: DeviceInfo) => client.devices.delete(device.id.id), texts: deleteTexts, isUndoable: true }
        : undefined,
    [client, isTenant],
  )
  const all = useEntityActions({
    room: 'devices',
    listPath: '/devices',
    scopedPath: path,
    idOf,
    nameOf,
    actions,
    remove,
  })
  return { ...all, assignment }
}
