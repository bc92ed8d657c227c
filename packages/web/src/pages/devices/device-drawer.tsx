/** A device beside the list. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { X } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { usePageLabel } from '../../shell/page-label.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import type { OpenEntity } from '../../ui/entity-table/entity-page.tsx'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { useDevice } from './device-calls.ts'
import { DeviceDetails } from './device-details.tsx'

interface DeviceDrawerProps extends OpenEntity<DeviceInfo> {
  readonly actions: readonly EntityAction<DeviceInfo>[]
  readonly openPage: EntityAction<DeviceInfo>
}

export function DeviceDrawer({ id, row, actions, openPage, onClose, onStep }: DeviceDrawerProps) {
  const t = useText()
  const { data, error, refetch } = useDevice(id, row)
  usePageLabel(data?.name)
  return (
    <Drawer label={data?.name ?? t('devices.device')} onClose={onClose}>
      {data ? (
        <DeviceDetails device={data} actions={actions} openPage={openPage} onClose={onClose} onStep={onStep} />
      ) : (
        <div className="sd-details-head">
          <div className="sd-details-tools">
            <span className="sd-spacer" />
            <IconButton label={t('ui.close')} icon={<X size={18} strokeWidth={1.75} />} onClick={onClose} />
          </div>
          {error ? (
            <ErrorState title={t('devices.deviceFailed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton width="60%" height={20} />
          )}
        </div>
      )}
    </Drawer>
  )
}
