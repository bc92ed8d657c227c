/** Audit log as a table: entries of the tenant, an entity, a customer, or the actions of a user. */

import type { AuditLogCalls } from '@sonde/client/audit-log/audit-log-calls'
import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import type { EntityId } from '@sonde/model/ids'
import { ScrollText } from 'lucide-react'
import { EntityKind } from '../entities/entity-kind.tsx'
import { EntityLink } from '../entities/entity-link.tsx'
import type { TabTableDescription } from '../entity-pages/tab-table/use-tab-table.ts'
import type { Translate } from '../locale/texts.ts'
import type { EntityColumn } from '../ui/entity-table/entity-description.ts'
import { momentCell } from '../ui/entity-table/standard-columns.tsx'
import { AuditStatus } from './audit-status.tsx'

/** Default time range, ms: the last day. */
const dayMs = 86_400_000

const columns = {
  time: {
    id: 'time',
    title: 'auditLogs.time',
    priority: 1,
    minWidth: 150,
    sortProperty: 'createdTime',
    cell: ({ createdTime }, context) => momentCell(createdTime, context),
  },
  entityType: {
    id: 'entityType',
    title: 'auditLogs.entityType',
    priority: 5,
    minWidth: 130,
    sortProperty: 'entityType',
    cell: ({ entityId }) => <EntityKind entityType={entityId.entityType} />,
    text: ({ entityId }, { t }) => t(`entityTypes.${entityId.entityType}`),
  },
  entityName: {
    id: 'entityName',
    title: 'auditLogs.entityName',
    priority: 3,
    minWidth: 160,
    sortProperty: 'entityName',
    underName: ({ entityName }) => entityName || null,
    cell: ({ entityId, entityName, actionType }, { t }) =>
      entityName === '' || actionType === 'DELETED' ? (
        entityName || t('ui.none')
      ) : (
        <EntityLink id={entityId} name={entityName} />
      ),
    text: ({ entityName }) => entityName,
  },
  user: {
    id: 'user',
    title: 'auditLogs.user',
    priority: 4,
    minWidth: 170,
    sortProperty: 'userName',
    underName: ({ userName }) => userName && <span title={userName}>{userName}</span>,
    cell: ({ userName }) => <span title={userName}>{userName}</span>,
  },
  action: {
    id: 'action',
    title: 'auditLogs.action',
    priority: 2,
    minWidth: 140,
    sortProperty: 'actionType',
    underName: ({ actionType }, { t }) => t(`auditLogs.${actionType}`),
    cell: ({ actionType }, { t }) => t(`auditLogs.${actionType}`),
  },
  status: {
    id: 'status',
    title: 'auditLogs.status',
    priority: 3,
    minWidth: 90,
    sortProperty: 'actionStatus',
    underName: ({ actionStatus }, { t }) => (actionStatus === 'FAILURE' ? t('auditLogs.FAILURE') : null),
    cell: ({ actionStatus }) => <AuditStatus status={actionStatus} />,
    text: ({ actionStatus }, { t }) => t(`auditLogs.${actionStatus}`),
  },
} satisfies Record<string, EntityColumn<AuditLog>>

/** Omits columns that the tab implies: the entity's name on an entity, the user on a user. */
function columnsFor(of: EntityId | null): readonly EntityColumn<AuditLog>[] {
  const { time, entityType, entityName, user, action, status } = columns
  if (of === null || of.entityType === 'CUSTOMER') return [time, entityType, entityName, user, action, status]
  if (of.entityType === 'USER') return [time, entityType, entityName, action, status]
  return [time, user, action, status]
}

/** `of`: limits entries to this entity, customer or user; null: all entries of the tenant. */
export function auditLogTable(calls: AuditLogCalls, of: EntityId | null, t: Translate): TabTableDescription<AuditLog> {
  // All entries of an entity have its name: there, the action tells them apart.
  const isOfOne = of !== null && !columnsFor(of).includes(columns.entityName)
  const actionOf = ({ actionType }: AuditLog) => t(`auditLogs.${actionType}`)
  return {
    name: `auditLogs.${of?.entityType ?? 'all'}`,
    prefix: of === null ? '' : 'auditLogs.',
    queryKey: ['auditLogs', of?.id ?? 'all'],
    title: 'auditLogs.title',
    icon: <ScrollText size={24} strokeWidth={1.75} />,
    idOf: ({ id }) => id.id,
    nameOf: (entry) => (isOfOne ? actionOf(entry) : entry.entityName || entry.userName),
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    windowMs: dayMs,
    load(link, _filters, signal) {
      const options = { signal, ignoreErrors: true }
      if (of === null) return calls.list(link, {}, options)
      if (of.entityType === 'USER') return calls.ofUser(of.id, link, {}, options)
      if (of.entityType === 'CUSTOMER') return calls.ofCustomer(of.id, link, {}, options)
      return calls.ofEntity(of, link, {}, options)
    },
    columns: columnsFor(of),
    rowActions: [],
    bulkActions: [],
    phone: {
      mark: ({ actionStatus }) => <AuditStatus status={actionStatus} hidesText />,
      line: (entry) => [isOfOne ? '' : actionOf(entry), entry.userName].filter(Boolean).join(', '),
      end: ({ createdTime }, { format, nowMs }) => format.when(createdTime, nowMs),
    },
    texts: {
      search: 'auditLogs.search',
      emptyTitle: 'auditLogs.emptyTitle',
      emptyText: 'auditLogs.emptyText',
      noMatch: 'auditLogs.noMatch',
      noFilterMatch: 'auditLogs.noFilterMatch',
      failed: 'auditLogs.failed',
    },
  }
}
