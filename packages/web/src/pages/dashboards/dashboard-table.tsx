/** Table of dashboards: columns and phone layout, depending on the list's scope. */

import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { Earth } from 'lucide-react'
import { ownerOfList, type ScopedList } from '../../assignment/list-scope.ts'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { RoomTable } from '../../entity-room/room.ts'
import type { EntityColumn } from '../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { customersOf, publicIdOf } from './dashboard-calls.ts'

const customersText = (dashboard: DashboardInfo) =>
  customersOf(dashboard)
    .map(({ title }) => title)
    .join(', ')

/** Columns about sharing; omitted in lists of one customer or edge. */
const sharingColumns: readonly EntityColumn<DashboardInfo>[] = [
  {
    id: 'customers',
    title: 'dashboards.sharedWith',
    priority: 3,
    minWidth: 180,
    underName: (dashboard) => customersText(dashboard) || null,
    cell: (dashboard, { t }) => (
      <span title={customersText(dashboard)}>{customersText(dashboard) || t('ui.none')}</span>
    ),
  },
  {
    id: 'public',
    title: 'assignment.public',
    priority: 4,
    minWidth: 100,
    cell: (dashboard, { t }) =>
      publicIdOf(dashboard) === null ? (
        t('ui.no')
      ) : (
        <span className="sd-cell-mark">
          <Earth size={16} strokeWidth={2} aria-hidden />
          {t('assignment.public')}
        </span>
      ),
  },
]

export function dashboardTable({ scope, isTenant }: ScopedList): RoomTable<DashboardInfo> {
  return {
    owner: ownerOfList(scope),
    columns: [
      {
        id: 'title',
        title: 'dashboards.dashboardTitle',
        priority: 1,
        minWidth: 240,
        sortProperty: 'title',
        cell: ({ title }) => title,
      },
      ...(isTenant ? sharingColumns : []),
      createdColumn<DashboardInfo>(2),
    ],
    phone: {
      mark: () => (
        <span className="sd-text-3">
          <EntityKindIcon entityType="DASHBOARD" size={18} />
        </span>
      ),
      line: (dashboard, { t, format, nowMs }) => {
        const shared = isTenant
          ? [publicIdOf(dashboard) === null ? null : t('assignment.public'), customersText(dashboard)]
          : []
        return shared.filter(Boolean).join(', ') || format.when(dashboard.createdTime, nowMs)
      },
    },
  }
}
