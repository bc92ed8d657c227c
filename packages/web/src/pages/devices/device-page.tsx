/** Page of one device. */

import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useListScope } from '../../assignment/list-scope.ts'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useDeviceActions } from './device-actions.tsx'
import { useDevice } from './device-calls.ts'
import { DeviceDetails } from './device-details.tsx'

const ConnectDialog = lazy(() => import('./add-device/connect-dialog.tsx'))

export function DevicePage() {
  const t = useText()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const { entityId = '' } = useParams({ strict: false })
  const { all, dialogs, assignment } = useDeviceActions(useListScope())

  return (
    <EntityOwnPage
      entity={useDevice(entityId, undefined)}
      nameOf={({ name }) => name}
      kind={t('devices.device')}
      failed={t('devices.deviceFailed')}
    >
      {(device) => (
        <>
          <DeviceDetails device={device} actions={all.filter((action) => action.id !== 'open')} />
          {dialogs}
          {assignment.dialogs}
          <Suspense>
            {search.connect && (
              <ConnectDialog
                deviceId={entityId}
                onClose={() => void navigate({ to: '.', search: { ...search, connect: undefined }, replace: true })}
              />
            )}
          </Suspense>
        </>
      )}
    </EntityOwnPage>
  )
}
