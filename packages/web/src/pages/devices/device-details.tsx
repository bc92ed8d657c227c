/** Details of a device, for the drawer and the page. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { Cpu } from 'lucide-react'
import { useMemo } from 'react'
import { EntityDetails, type EntityDetailsDescription } from '../../entity-pages/entity-details.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useServerAttributes } from '../../live/use-live.ts'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { RpcTab } from '../../rpc/rpc-tab.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { ActivityState } from '../../ui/states/states.tsx'
import { CredentialsTab } from './credentials-tab.tsx'
import { DeviceForm } from './device-form.tsx'

interface DeviceDetailsProps {
  readonly device: DeviceInfo
  readonly actions: readonly EntityAction<DeviceInfo>[]
  readonly openPage?: EntityAction<DeviceInfo>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

const stateKeys = ['active', 'lastActivityTime'] as const

export function DeviceDetails({ device, actions, openPage, onClose, onStep }: DeviceDetailsProps) {
  const authority = useAccount()?.auth.authority
  const id = device.id.id
  const ids = useMemo(() => [id], [id])
  const live = useServerAttributes('DEVICE', ids, stateKeys).get(id)
  const isActive = live?.active && live.active.ts > 0 ? live.active.value === 'true' : device.active
  const lastActivity = Number(live?.lastActivityTime?.value)

  const description: EntityDetailsDescription<DeviceInfo> = {
    nameOf: ({ name }) => name,
    kindOf: ({ deviceProfileName }) => deviceProfileName,
    icon: <Cpu size={14} strokeWidth={2} aria-hidden />,
    status: (row) => <Status device={row} isActive={isActive} lastActivity={lastActivity} />,
    actions,
    openPage,
    tabs: [
      { id: 'details', label: 'devices.tabDetails', render: (row) => <DeviceForm key={row.id.id} device={row} /> },
      ...standardTabs({ entity: device.id, authority, isStale: !isActive }),
      { id: 'credentials', label: 'devices.tabCredentials', render: (row) => <CredentialsTab deviceId={row.id.id} /> },
      { id: 'rpc', label: 'devices.tabRpc', render: (row) => <RpcTab deviceId={row.id.id} isActive={isActive} /> },
    ],
  }
  return <EntityDetails description={description} row={device} onClose={onClose} onStep={onStep} />
}

function Status({ device, isActive, lastActivity }: { device: DeviceInfo; isActive: boolean; lastActivity: number }) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  return (
    <>
      <ActivityState isActive={isActive} />
      {lastActivity > 0 && (
        <span title={format.dateTime(lastActivity)}>
          {t('devices.lastSeen', { when: format.when(lastActivity, nowMs) })}
        </span>
      )}
      {device.customerTitle && <span>{device.customerIsPublic ? t('devices.public') : device.customerTitle}</span>}
    </>
  )
}
