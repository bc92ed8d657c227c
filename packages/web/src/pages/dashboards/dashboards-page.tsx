/** Dashboards: list, details beside it, and what adds, imports or assigns, as the list's scope has it. */

import './dashboard-list.css'
import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { lazy, Suspense, useMemo } from 'react'
import { useListButtons } from '../../assignment/list-buttons.tsx'
import { useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { EntityPage } from '../../entity-pages/entity-page.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useDashboardActions } from './dashboard-actions.tsx'
import { useDashboardBulkEdit } from './dashboard-bulk-edit.ts'
import { dashboardRoom, useDashboardSharing } from './dashboard-calls.ts'
import { DashboardDrawer } from './dashboard-drawer.tsx'
import { dashboardTable } from './dashboard-table.tsx'

const AddDashboardDialog = lazy(() => import('./add-dashboard-dialog.tsx'))
const ImportDashboardDialog = lazy(() => import('./import-dashboard-dialog.tsx'))

export default function DashboardsPage() {
  const { dashboards } = useClient()
  const sharing = useDashboardSharing()
  const list = useListScope()
  const { openPage, all, links, dialogs, assignment, bulkActions: sharingActions } = useDashboardActions(list)
  const bulkActions = useDashboardBulkEdit(sharingActions, list.canEdit)
  const buttons = useListButtons({
    room: dashboardRoom,
    add: 'dashboards.add',
    list,
    assignment,
    canImport: true,
  })
  const description = useMemo(
    () => dashboardTable({ dashboards, sharing, list, quickAction: openPage, actions: all, bulkActions }),
    [dashboards, sharing, list, openPage, all, bulkActions],
  )
  return (
    <EntityPage<DashboardInfo>
      description={description}
      heading={useScopedHeading(list.scope, 'DASHBOARD', 'dashboards.title')}
      primary={buttons.primary}
      secondary={buttons.secondary}
      renderOpen={(open) => (
        <DashboardDrawer
          key={open.id}
          {...open}
          canEdit={list.canEdit}
          isTenant={list.isTenant}
          actions={all}
          links={links}
          openPage={openPage}
        />
      )}
    >
      {dialogs}
      <Suspense>
        {buttons.open === 'add' && <AddDashboardDialog onClose={buttons.close} onAdded={buttons.added} />}
        {buttons.open === 'import' && <ImportDashboardDialog onClose={buttons.close} onAdded={buttons.added} />}
      </Suspense>
    </EntityPage>
  )
}
