/** A device beside the list. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import type { OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useDevice } from './device-calls.ts'
import { DeviceDetails } from './device-details.tsx'

interface DeviceDrawerProps extends OpenEntity<DeviceInfo> {
  readonly actions: readonly EntityAction<DeviceInfo>[]
  readonly openPage: EntityAction<DeviceInfo>
}

export function DeviceDrawer({ id, row, actions, openPage, onClose, onStep }: DeviceDrawerProps) {
  const t = useText()
  const device = useDevice(id, row)
  return (
    <EntityDrawer
      entity={device}
      nameOf={({ name }) => name}
      kind={t('devices.device')}
      failed={t('devices.deviceFailed')}
      onClose={onClose}
    >
      {(data) => (
        <DeviceDetails device={data} actions={actions} openPage={openPage} onClose={onClose} onStep={onStep} />
      )}
    </EntityDrawer>
  )
}
