/** What can be done with one device, in the list and in its details. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { useNavigate } from '@tanstack/react-router'
import { Cable, KeyRound } from 'lucide-react'
import { useMemo } from 'react'
import { type EntityActions, useCopy, useEntityActions } from '../../entities/use-entity-actions.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { credentialsText } from './credentials-input.ts'

const idOf = ({ id }: DeviceInfo) => id.id
const nameOf = ({ name }: DeviceInfo) => name

const deleteTexts = {
  action: 'devices.delete',
  title: 'devices.deleteTitle',
  text: 'devices.deleteText',
  done: 'devices.deleted',
} as const

export function useDeviceActions(): EntityActions<DeviceInfo> {
  const client = useClient()
  const navigate = useNavigate()
  const copy = useCopy()
  const canDelete = useAccount()?.auth.authority === 'TENANT_ADMIN'

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
        id: 'copyCredentials',
        label: 'devices.copyCredentials',
        icon: <KeyRound {...icon} />,
        run: (device) =>
          void client.devices.credentials(device.id.id).then((credentials) => copy(credentialsText(credentials))),
      },
    ]
  }, [client, navigate, copy])

  const remove = useMemo(
    () =>
      canDelete ? { run: (device: DeviceInfo) => client.devices.delete(device.id.id), texts: deleteTexts } : undefined,
    [client, canDelete],
  )
  return useEntityActions({ room: 'devices', listPath: '/devices', idOf, nameOf, actions, remove })
}
