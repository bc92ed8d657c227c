/** Live parts of the device details: activity state, and the tabs that depend on it. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import type { RoomTabs } from '../../entity-room/room.ts'
import { useServerAttributes } from '../../live/use-live.ts'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { RpcTab } from '../../rpc/rpc-tab.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { ActivityState } from '../../ui/states/states.tsx'
import { CredentialsTab } from './credentials-tab.tsx'
import { draftOf } from './device-input.ts'

const stateKeys = ['active', 'lastActivityTime'] as const

export function useDeviceTabs(device: DeviceInfo): RoomTabs<DeviceInfo> {
  const live = useServerAttributes(device.id, stateKeys)
  const isActive = live?.active && live.active.ts > 0 ? live.active.value === 'true' : device.active
  const lastActivity = Number(live?.lastActivityTime?.value)
  return {
    tabs: [],
    last: [
      {
        id: 'credentials',
        label: 'devices.tabCredentials',
        render: (row) => <CredentialsTab deviceId={row.id.id} transport={draftOf(row).transport.type} />,
      },
      { id: 'rpc', label: 'devices.tabRpc', render: (row) => <RpcTab deviceId={row.id.id} isActive={isActive} /> },
    ],
    isStale: !isActive,
    status: <Status device={device} isActive={isActive} lastActivity={lastActivity} />,
  }
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
