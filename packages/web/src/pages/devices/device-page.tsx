/** A device as a page of its own. */

import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { usePageLabel } from '../../shell/page-label.ts'
import { ErrorState, Skeleton } from '../../ui/states/states.tsx'
import { useDeviceActions } from './device-actions.tsx'
import { useDevice } from './device-calls.ts'
import { DeviceDetails } from './device-details.tsx'

const ConnectDialog = lazy(() => import('./add-device/connect-dialog.tsx'))

export function DevicePage() {
  const t = useText()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const { deviceId } = useParams({ from: '/guarded/shell/devices/$deviceId' })
  const { data, error, refetch } = useDevice(deviceId, undefined)
  const { all, dialogs } = useDeviceActions()
  usePageLabel(data?.name ?? (error ? t('devices.device') : null))

  if (data) {
    return (
      <>
        <DeviceDetails device={data} actions={all.filter((action) => action.id !== 'open')} />
        {dialogs}
        <Suspense>
          {search.connect && (
            <ConnectDialog
              deviceId={deviceId}
              onClose={() => void navigate({ to: '.', search: { ...search, connect: undefined }, replace: true })}
            />
          )}
        </Suspense>
      </>
    )
  }
  return (
    <div className="sd-page">
      {error ? (
        <div className="sd-card">
          <ErrorState isPage title={t('devices.deviceFailed')} error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Skeleton width="40%" height={20} />
      )}
    </div>
  )
}
