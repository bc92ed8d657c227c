/** Devices: list, details beside it, the wizard that adds one. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { EntityPage } from '../../ui/entity-table/entity-page.tsx'
import { useDeviceActions } from './device-actions.tsx'
import { useCustomerScope } from './device-calls.ts'
import { DeviceDrawer } from './device-drawer.tsx'
import { deviceTable } from './device-table.tsx'

const AddDeviceDialog = lazy(() => import('./add-device/add-device-dialog.tsx'))
const ConnectDialog = lazy(() => import('./add-device/connect-dialog.tsx'))

export function DevicesPage() {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })
  const customerId = useCustomerScope()
  const isTenant = useAccount()?.auth.authority === 'TENANT_ADMIN'
  const { openPage, all, dialogs } = useDeviceActions()
  const description = useMemo(
    () => deviceTable({ client, customerId, isTenant, quickAction: openPage, actions: all }),
    [client, customerId, isTenant, openPage, all],
  )
  const without = (name: 'add' | 'connect') =>
    void navigate({ to: '.', search: { ...search, [name]: undefined }, replace: true })

  return (
    <EntityPage<DeviceInfo>
      description={description}
      primary={
        isTenant
          ? {
              label: t('devices.add'),
              icon: <Plus size={18} strokeWidth={2} aria-hidden />,
              onSelect: () => void navigate({ to: '.', search: { ...search, add: 'true' } }),
            }
          : undefined
      }
      renderOpen={(open) => <DeviceDrawer key={open.id} {...open} actions={all} openPage={openPage} />}
    >
      {dialogs}
      <Suspense>
        {isTenant && search.add && (
          <AddDeviceDialog name={search.add === 'true' ? '' : search.add} onClose={() => without('add')} />
        )}
        {search.connect && <ConnectDialog deviceId={search.connect} onClose={() => without('connect')} />}
      </Suspense>
    </EntityPage>
  )
}
