/** What can be done with one device, in the list and in its details. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ArrowUpRight, Cable, Copy, KeyRound, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { copyText } from '../../ui/copy/copy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { credentialsText } from './credentials-input.ts'
import { refreshDevices } from './device-calls.ts'

/** How long "copied" stays on screen. */
const copiedMs = 1500

export interface DeviceActions {
  readonly openPage: EntityAction<DeviceInfo>
  readonly all: readonly EntityAction<DeviceInfo>[]
  /** Dialogs of the actions, to be drawn by who uses them. */
  readonly dialogs: ReactNode
}

export function useDeviceActions(): DeviceActions {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const toasts = useToasts()
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const canDelete = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const [doomed, setDoomed] = useState<DeviceInfo | null>(null)

  const { openPage, all } = useMemo(() => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const copy = async (text: string | null) => {
      const isCopied = text !== null && (await copyText(text))
      toasts.show({
        kind: isCopied ? 'success' : 'warning',
        text: t(isCopied ? 'ui.copied' : 'devices.nothingToCopy'),
        durationMs: copiedMs,
      })
    }
    const openPage: EntityAction<DeviceInfo> = {
      id: 'open',
      label: 'ui.openPage',
      icon: <ArrowUpRight {...icon} size={18} strokeWidth={1.75} />,
      run: (device) => void navigate({ to: '/devices/$deviceId', params: { deviceId: device.id.id } }),
    }
    const actions: EntityAction<DeviceInfo>[] = [
      { ...openPage, icon: <ArrowUpRight {...icon} /> },
      {
        id: 'connect',
        label: 'devices.connect',
        icon: <Cable {...icon} />,
        run: (device) => void navigate({ to: '.', search: (now) => ({ ...now, connect: device.id.id }) }),
      },
      {
        id: 'copyId',
        label: 'ui.copyId',
        icon: <Copy {...icon} />,
        startsGroup: true,
        run: (device) => void copy(device.id.id),
      },
      {
        id: 'copyCredentials',
        label: 'devices.copyCredentials',
        icon: <KeyRound {...icon} />,
        run: (device) =>
          void client.devices.credentials(device.id.id).then((credentials) => copy(credentialsText(credentials))),
      },
    ]
    if (canDelete) {
      actions.push({
        id: 'delete',
        label: 'devices.delete',
        icon: <Trash2 {...icon} />,
        isDanger: true,
        startsGroup: true,
        run: setDoomed,
      })
    }
    return { openPage, all: actions }
  }, [client, toasts, navigate, t, canDelete])

  async function remove(device: DeviceInfo) {
    try {
      await client.devices.delete(device.id.id)
    } finally {
      // A refusal is told by the toast of the call.
      setDoomed(null)
    }
    toasts.show({ kind: 'success', text: t('devices.deleted', { name: device.name }) })
    if (pathname === '/devices') await navigate({ to: '.', search: ({ open: _, ...now }) => now, replace: true })
    else await navigate({ to: '/devices', search: {} })
    await refreshDevices(queries)
  }

  return {
    openPage,
    all,
    dialogs: doomed && (
      <ConfirmDialog
        title={t('devices.deleteTitle', { name: doomed.name })}
        action={t('devices.delete')}
        isDanger
        onCancel={() => setDoomed(null)}
        onConfirm={() => remove(doomed).catch(() => {})}
      >
        {t('devices.deleteText')}
      </ConfirmDialog>
    ),
  }
}
