/** Description of the list of tenants and of the page of a tenant. */

import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { lazy, Suspense } from 'react'
import { defineRoom, type RoomTabs } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useTenantActions } from './tenant-actions.tsx'
import { tenantForm } from './tenant-form.tsx'
import { tenantTable } from './tenant-table.tsx'

// Loaded when the tab is opened.
const TenantLimits = lazy(() => import('../../limits/limits-view.tsx'))

const tabs: RoomTabs<TenantInfo> = {
  tabs: [
    {
      id: 'limits',
      label: 'limits.tab',
      render: ({ id }) => (
        <Suspense key={id.id}>
          <TenantLimits tenantId={id.id} />
        </Suspense>
      ),
    },
  ],
}

function Status({ row }: { readonly row: TenantInfo }) {
  const t = useText()
  return <span>{t('tenants.ofProfile', { name: row.tenantProfileName })}</span>
}

const room = defineRoom<TenantInfo>({
  kind: 'TENANT',
  name: 'tenants',
  words: 'tenants',
  path: '/tenants',
  deleteManyText: 'tenants.deleteManyText',
  oneFailed: 'tenants.tenantFailed',
  nameOf: ({ title }) => title,
  createCalls(rest) {
    const calls = createTenantCalls(rest)
    return { ...calls, list: calls.infos }
  },
  deletesForGood: true,
  opensQuickly: true,
  useActions: useTenantActions,
  useTable: () => tenantTable,
  Status,
  form: tenantForm,
  useTabs: () => tabs,
  AddDialog: lazy(() => import('./add-tenant-dialog.tsx')),
})

export const TenantsPage = () => <RoomListPage room={room} />
export const TenantPage = () => <RoomOwnPage room={room} />
