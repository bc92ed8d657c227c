/** The list of dashboards: of the tenant, or of the user's customer (dashboards.md §1.3). A row opens its dashboard. */

import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useNavigate } from '@tanstack/react-router'
import { ExternalLink, LayoutDashboard } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useAccount, useClient } from '../../session/use-session.tsx'
import type { EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { EntityPage } from '../../ui/entity-table/entity-page.tsx'

export default function DashboardsPage() {
  const client = useClient()
  const account = useAccount()
  const navigate = useNavigate()
  const customerId = account?.auth.authority === 'CUSTOMER_USER' ? account.auth.customerId : null

  const description = useMemo(
    (): EntityTableDescription<DashboardInfo> => ({
      name: 'dashboards',
      entityType: 'DASHBOARD',
      title: 'dashboards.title',
      icon: <LayoutDashboard size={24} strokeWidth={1.75} />,
      idOf: ({ id }) => id.id,
      nameOf: ({ title }) => title,
      columns: [
        {
          id: 'title',
          title: 'dashboards.dashboardTitle',
          priority: 1,
          minWidth: 240,
          sortProperty: 'title',
          cell: ({ title }) => title,
        },
        {
          id: 'createdTime',
          title: 'dashboards.created',
          priority: 2,
          minWidth: 180,
          sortProperty: 'createdTime',
          cell: ({ createdTime }, { format }) => format.dateTime(createdTime),
        },
        {
          id: 'customers',
          title: 'dashboards.sharedWith',
          priority: 3,
          minWidth: 180,
          cell: ({ assignedCustomers }) =>
            (assignedCustomers ?? [])
              .filter((customer) => !customer.public)
              .map(({ title }) => title)
              .join(', ') || '–',
        },
      ],
      defaultSort: { property: 'createdTime', direction: 'DESC' },
      load: (link, _filters, signal) =>
        client.dashboards.list(link, customerId ? { customerId } : {}, { signal, ignoreErrors: true }),
      rowActions: [
        {
          id: 'open-full-screen',
          label: 'dashboards.openFullScreen',
          icon: <ExternalLink size={16} strokeWidth={2} />,
          run: ({ id }) => void navigate({ to: '/dashboard/$dashboardId', params: { dashboardId: id.id } }),
        },
      ],
      bulkActions: [],
      phone: {
        mark: () => <LayoutDashboard size={18} strokeWidth={1.75} aria-hidden />,
        line: ({ createdTime }, { format, nowMs }) => format.when(createdTime, nowMs),
      },
      texts: {
        search: 'dashboards.search',
        emptyTitle: 'dashboards.emptyTitle',
        emptyText: 'dashboards.emptyText',
        noMatch: 'dashboards.noMatch',
        noFilterMatch: 'dashboards.noFilterMatch',
        failed: 'dashboards.listFailed',
      },
    }),
    [client, customerId, navigate],
  )

  return <EntityPage description={description} renderOpen={({ id }) => <OpenDashboard id={id} />} />
}

/** What other lists show beside themselves has a page of its own here. */
function OpenDashboard({ id }: { id: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void navigate({ to: '/dashboards/$dashboardId', params: { dashboardId: id }, replace: true })
  }, [id, navigate])
  return null
}
