/** Fields of the bulk edit of dashboards. */

import type { Dashboard, DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { useMemo } from 'react'
import type { EditableRoom } from '../../bulk-edit/bulk-edit.ts'
import { useBulkEdit } from '../../bulk-edit/use-bulk-edit.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { BulkAction } from '../../ui/entity-table/entity-description.ts'
import { draftOfDashboard, wireDashboard } from './dashboard-input.ts'

export function useDashboardBulkEdit(others: readonly BulkAction<DashboardInfo>[], canEdit: boolean) {
  const { dashboards } = useClient()
  const room = useMemo(
    (): EditableRoom<DashboardInfo, Dashboard> => ({
      kind: 'DASHBOARD',
      fields: ['description'],
      idOf: ({ id }) => id.id,
      // List rows don't contain the description; the loaded dashboard does.
      valuesOf: (row) => ('configuration' in row ? { description: draftOfDashboard(row).description } : {}),
      load: ({ id }, how) => dashboards.get(id.id, how),
      save: (dashboard, { description = '' }, how) =>
        dashboards.save(wireDashboard({ ...draftOfDashboard(dashboard), description }, dashboard), how),
    }),
    [dashboards],
  )
  return useBulkEdit(room, others, canEdit)
}
