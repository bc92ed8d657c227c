/** List of dashboards with their details. The dashboards themselves open at separate URLs. */

import './dashboard-list.css'
import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { createDashboardSharingCalls } from '@sonde/client/dashboards/dashboard-sharing-calls'
import { lazy } from 'react'
import {
  type ScopedList,
  scopedPath,
  scopedTexts,
  useListScope,
  useScopedHeading,
  useScopedRoom,
} from '../../assignment/list-scope.ts'
import { defineRoom, type Room } from '../../entity-room/room.ts'
import { RoomListPage } from '../../entity-room/room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useDashboardActions } from './dashboard-actions.tsx'
import { type DashboardRow, dashboardRoom, publicIdOf } from './dashboard-calls.ts'
import { dashboardForm } from './dashboard-form.tsx'
import { dashboardTable } from './dashboard-table.tsx'

const ImportDialog = lazy(() => import('./import-dashboard-dialog.tsx'))

/** Marks public dashboards, in the tenant's list only. */
function Status({ row }: { readonly row: DashboardRow }) {
  const t = useText()
  const { isTenant } = useListScope()
  return isTenant && publicIdOf(row) !== null && <span>{t('assignment.public')}</span>
}

function roomOf(list: ScopedList): Room<DashboardRow> {
  const { scope, isTenant, customerId, edgeId } = list
  const table = dashboardTable(list)
  return defineRoom<DashboardRow>({
    kind: 'DASHBOARD',
    name: dashboardRoom,
    words: 'dashboards',
    texts: scopedTexts('dashboards', list),
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
    opensPage: true,
    useActions: () => useDashboardActions(list),
    useTable: () => table,
    useHeading: () => useScopedHeading(scope, 'DASHBOARD', 'dashboards.title'),
    Status,
    form: dashboardForm,
    renderImport: (dialog) => <ImportDialog {...dialog} />,
  })
}

export default function DashboardsPage() {
  return <RoomListPage room={useScopedRoom(roomOf)} />
}
