/** Dashboards: the list with their details, from its description. What a dashboard shows has an address of its own. */

import './dashboard-list.css'
import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { createDashboardSharingCalls } from '@sonde/client/dashboards/dashboard-sharing-calls'
import { lazy, useMemo } from 'react'
import { type ScopedList, scopedPath, useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { definePlainRoom, type PlainRoom } from '../../entity-room/plain-room.ts'
import { PlainListPage } from '../../entity-room/plain-room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useDashboardActions } from './dashboard-actions.tsx'
import { type DashboardRow, dashboardRoom, publicIdOf } from './dashboard-calls.ts'
import { DashboardForm } from './dashboard-form.tsx'
import { dashboardTable } from './dashboard-table.tsx'

const AddDialog = lazy(() => import('./add-dashboard-dialog.tsx'))
const ImportDialog = lazy(() => import('./import-dashboard-dialog.tsx'))

/** The tenant's own list says whom each is shown to. */
function Status({ row }: { readonly row: DashboardRow }) {
  const t = useText()
  const { isTenant } = useListScope()
  return isTenant && publicIdOf(row) !== null && <span>{t('assignment.public')}</span>
}

function roomOf(list: ScopedList): PlainRoom<DashboardRow> {
  const { scope, isTenant, canEdit, customerId, edgeId } = list
  const table = dashboardTable(list)
  return definePlainRoom<DashboardRow>({
    kind: 'DASHBOARD',
    name: dashboardRoom,
    words: 'dashboards',
    texts: {
      emptyText: isTenant
        ? 'dashboards.emptyText'
        : canEdit
          ? 'dashboards.emptyTextScoped'
          : 'dashboards.emptyTextCustomer',
      noFilterMatch: 'dashboards.noFilterMatch',
    },
    path: '/dashboards',
    scopedPath: scopedPath(scope, 'dashboards'),
    openLabel: 'dashboards.openDashboard',
    deleteManyText: 'dashboards.deleteManyText',
    oneFailed: 'dashboards.detailsFailed',
    nameOf: ({ title }) => title,
    createCalls(rest) {
      const dashboards = createDashboardCalls(rest)
      const { listOfEdge } = createDashboardSharingCalls(rest)
      return {
        info: dashboards.get,
        list: (link, options) =>
          edgeId === undefined ? dashboards.list(link, { customerId }, options) : listOfEdge(edgeId, link, options),
        delete: dashboards.delete,
      }
    },
    isFixed: !isTenant,
    listsInPart: true,
    opensQuickly: true,
    useActions: () => useDashboardActions(list),
    useTable: () => table,
    useHeading: () => useScopedHeading(scope, 'DASHBOARD', 'dashboards.title'),
    Status,
    Form: DashboardForm,
    AddDialog,
    ImportDialog,
  })
}

export default function DashboardsPage() {
  const list = useListScope()
  const room = useMemo(() => roomOf(list), [list])
  return <PlainListPage room={room} />
}
