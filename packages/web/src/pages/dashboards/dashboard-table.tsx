/** Dashboards as a table, in the scope that the list has. */

import type { DashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import type { DashboardSharingCalls } from '@sonde/client/dashboards/dashboard-sharing-calls'
import type { DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { Earth } from 'lucide-react'
import { ownerOfList, type ScopedList } from '../../assignment/list-scope.ts'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type {
  BulkAction,
  EntityAction,
  EntityColumn,
  EntityTableDescription,
} from '../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { customersOf, dashboardRoom, publicIdOf } from './dashboard-calls.ts'

export interface DashboardTableParts {
  readonly dashboards: DashboardCalls
  readonly sharing: DashboardSharingCalls
  readonly list: ScopedList
  readonly quickAction: EntityAction<DashboardInfo>
  readonly actions: readonly EntityAction<DashboardInfo>[]
  readonly bulkActions: readonly BulkAction<DashboardInfo>[]
}

const customersText = (dashboard: DashboardInfo) =>
  customersOf(dashboard)
    .map(({ title }) => title)
    .join(', ')

/** Whom each is shown to; in lists of one customer or edge it says nothing. */
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

export function dashboardTable(parts: DashboardTableParts): EntityTableDescription<DashboardInfo> {
  const { dashboards, sharing, list, quickAction, actions, bulkActions } = parts
  const { scope, customerId, edgeId, isTenant, canEdit } = list
  return {
    name: dashboardRoom,
    entityType: 'DASHBOARD',
    owner: ownerOfList(scope),
    title: 'dashboards.title',
    icon: <EntityKindIcon entityType="DASHBOARD" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ title }) => title,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load(link, _, signal) {
      const options = { signal, ignoreErrors: true }
      return edgeId === undefined
        ? dashboards.list(link, { customerId }, options)
        : sharing.listOfEdge(edgeId, link, options)
    },
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
    quickAction,
    rowActions: actions,
    bulkActions: [
      ...bulkActions,
      ...(isTenant
        ? [
            deleteMany<DashboardInfo>({
              room: 'dashboards',
              isUndoable: true,
              run: ({ id }) => dashboards.delete(id.id, { ignoreErrors: true }),
            }),
          ]
        : []),
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
    texts: {
      search: 'dashboards.search',
      emptyTitle: 'dashboards.emptyTitle',
      emptyText: isTenant
        ? 'dashboards.emptyText'
        : canEdit
          ? 'dashboards.emptyTextScoped'
          : 'dashboards.emptyTextCustomer',
      noMatch: 'dashboards.noMatch',
      noFilterMatch: 'dashboards.noFilterMatch',
      failed: 'dashboards.listFailed',
    },
  }
}
