/** Stores the audit log in the relational store. Entries are written together with the change that they describe. */

import type { AuditAction, AuditLog } from '@sonde/model/audit-log/audit-log'
import { parseJson } from '@sonde/model/exact-json'
import { type CustomerId, type EntityId, type EntityType, entityId, type TenantId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { AuditActor, AuditNote } from '../messages/audit-note.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { AuditLogTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'

const sortColumns = {
  createdTime: 'created_time',
  entityType: 'entity_type',
  entityName: 'entity_name',
  userName: 'user_name',
  actionType: 'action_type',
  actionStatus: 'action_status',
}

export interface AuditFilter {
  readonly tenantId: TenantId
  readonly entity?: EntityId
  readonly userId?: string
  readonly customerId?: string
  /** Epoch ms, both inclusive. Absent: unbounded. */
  readonly startTime?: number
  readonly endTime?: number
  /** Absent: all actions. */
  readonly actions?: readonly AuditAction[]
}

/** `entityName` null: the name of the entity at the end of the transaction. */
type AuditEntry = Pick<AuditNote, 'action' | 'entity' | 'failure'> &
  AuditActor & {
    readonly id: string
    readonly nowMs: number
    readonly entityName: string | null
    readonly customerId: CustomerId
    /** JSON text. */
    readonly data: string
  }

export type AuditLogStore = ReturnType<typeof createAuditLogStore>

export function createAuditLogStore(relational: RelationalStore) {
  const { build } = relational

  /** Name of the entity, only if it belongs to the tenant: a rejected call must not reveal data of other tenants. */
  function nameOf({ entityType, id }: EntityId, tenantId: TenantId): RawBuilder<string> {
    const { table, nameColumn, owner } = entityDescriptors[entityType]
    if (nameColumn === undefined) return sql<string>`''`
    // Tenants belong to no tenant, but each may know its own title.
    const ownerColumn = owner.tenant ?? (entityType === 'TENANT' ? 'id' : undefined)
    if (ownerColumn === undefined) return sql<string>`''`
    return sql<string>`coalesce((select ${sql.ref(nameColumn)} from ${sql.table(table)} where id = ${id} and ${sql.ref(ownerColumn)} = ${tenantId}), '')`
  }

  const insert = (entry: AuditEntry): Statement =>
    relational.statement(
      build.insertInto('audit_log').values({
        id: entry.id,
        created_time: entry.nowMs,
        tenant_id: entry.tenantId,
        customer_id: entry.customerId,
        entity_type: entry.entity.entityType,
        entity_id: entry.entity.id,
        entity_name: entry.entityName ?? nameOf(entry.entity, entry.tenantId),
        user_id: entry.userId,
        user_name: entry.userName,
        action_type: entry.action,
        action_data: entry.data,
        action_status: entry.failure === undefined ? 'SUCCESS' : 'FAILURE',
        action_failure_details: entry.failure ?? '',
      }),
    )

  function page(filter: AuditFilter, link: PageLink): Promise<PageData<AuditLog>> {
    const { tenantId, entity, userId, customerId, startTime, endTime, actions } = filter
    let query = build.selectFrom('audit_log').selectAll().where('tenant_id', '=', tenantId)
    if (entity) query = query.where('entity_id', '=', entity.id).where('entity_type', '=', entity.entityType)
    if (userId !== undefined) query = query.where('user_id', '=', userId)
    if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
    if (startTime !== undefined) query = query.where('created_time', '>=', startTime)
    if (endTime !== undefined) query = query.where('created_time', '<=', endTime)
    if (actions) query = query.where('action_type', 'in', [...actions])
    return entityPage(relational, query, {
      link,
      sortColumns,
      searchColumns: ['entity_type', 'entity_name', 'user_name', 'action_type', 'action_status'],
      idColumn: 'id',
      map: auditLogOf,
    })
  }

  const removeBefore = (time: number): Statement =>
    relational.statement(build.deleteFrom('audit_log').where('created_time', '<', time))

  return { insert, page, removeBefore }
}

const auditLogOf = (row: AuditLogTable): AuditLog => ({
  id: { id: row.id },
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  entityId: entityId(row.entity_type as EntityType, row.entity_id),
  entityName: row.entity_name,
  userId: entityId('USER', row.user_id),
  userName: row.user_name,
  actionType: row.action_type as AuditAction,
  actionData: parseJson(row.action_data) as unknown,
  actionStatus: row.action_status as AuditLog['actionStatus'],
  actionFailureDetails: row.action_failure_details,
})
