/** Connect dialog of an existing device. */

import { HelpButton } from '../../../help/help-button.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx'
import { useDevice } from '../device-calls.ts'
import { ConnectStep } from './connect-step.tsx'

export default function ConnectDialog({ deviceId, onClose }: { deviceId: string; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useDevice(deviceId, undefined)
  return (
    <Dialog
      help={<HelpButton page="devices/connect" />}
      title={t('devices.connect')}
      size={860}
      isFlush
      onClose={onClose}
      footer={
        <Button kind="filled" onClick={onClose}>
          {t('devices.doneButton')}
        </Button>
      }
    >
      {data ? (
        <ConnectStep device={data} />
      ) : error ? (
        <ErrorState title={t('devices.deviceFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="sd-step-body">
          <Skeleton height={160} />
        </div>
      )}
    </Dialog>
  )
}
