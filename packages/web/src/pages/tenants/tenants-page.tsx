/** Tenants: the list and the page of one tenant, from their description. */

import { createTenantCalls } from '@sonde/client/tenants/tenant-calls'
import type { TenantInfo } from '@sonde/model/tenants/tenant'
import { lazy, Suspense } from 'react'
import { definePlainRoom, type PlainRoomTabs } from '../../entity-room/plain-room.ts'
import { PlainListPage, PlainOwnPage } from '../../entity-room/plain-room-pages.tsx'
import { useTenantActions } from './tenant-actions.tsx'
import { TenantForm } from './tenant-form.tsx'
import { tenantTable } from './tenant-table.tsx'

// Loaded when it is opened.
const TenantLimits = lazy(() => import('../../limits/limits-view.tsx'))

const tabs: PlainRoomTabs<TenantInfo> = {
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

const room = definePlainRoom<TenantInfo>({
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
  Status: ({ row }) => <span>{row.tenantProfileName}</span>,
  Form: TenantForm,
  useTabs: () => tabs,
  AddDialog: lazy(() => import('./add-tenant-dialog.tsx')),
})

export const TenantsPage = () => <PlainListPage room={room} />
export const TenantPage = () => <PlainOwnPage room={room} />
