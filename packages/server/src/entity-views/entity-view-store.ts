/** Entity views in the relational store. */

import type { EntityView, EntityViewKeys, ViewedType } from '@sonde/model/entity-views/entity-view'
import { parseJson } from '@sonde/model/exact-json'
import { type EntityId, entityId, type TenantId } from '@sonde/model/ids'
import { createAssignableStore } from '../assignables/assignable-rows.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityViewTable } from '../storage/schema.ts'
import type { IndexedView } from './view-index.ts'

export type EntityViewStore = ReturnType<typeof createEntityViewStore>

export function createEntityViewStore(lists: ListDeps) {
  const { relational } = lists
  const { build } = relational
  const common = createAssignableStore(lists, {
    table: 'entity_view',
    entityType: 'ENTITY_VIEW',
    many: 'Entity views',
    texts: [],
    of: entityViewOf,
    rowOf,
  })

  /** IDs of the views of an entity. */
  async function ofEntity(tenantId: TenantId, id: string): Promise<string[]> {
    const rows = await relational.all(
      build.selectFrom('entity_view').select('id').where('tenant_id', '=', tenantId).where('entity_id', '=', id),
    )
    return rows.map((row) => row.id)
  }

  /** Makes the transaction fail if the viewed entity no longer exists; a concurrent deletion waits for the view. */
  const holdViewed = (tenantId: TenantId, viewed: EntityId): Statement =>
    relational.statement(
      build
        .updateTable(viewed.entityType === 'DEVICE' ? 'device' : 'asset')
        .set({ tenant_id: tenantId })
        .where('id', '=', viewed.id)
        .where('tenant_id', '=', tenantId),
      { expectRows: 1 },
    )

  return { ...common, ofEntity, holdViewed }
}

/** Views per read: each may list several hundred KB of keys. */
const viewsPerRead = 100

/** Reads the index data of all views of all tenants. */
export async function* readAllViews({ build, all }: RelationalStore): AsyncGenerator<IndexedView, void> {
  for (let last = ''; ; ) {
    const rows = await all(
      build
        .selectFrom('entity_view')
        .select(['id', 'tenant_id', 'entity_type', 'entity_id', 'name', 'keys', 'start_ts', 'end_ts'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(viewsPerRead),
    )
    for (const row of rows) {
      yield {
        id: entityId('ENTITY_VIEW', row.id),
        tenantId: entityId('TENANT', row.tenant_id),
        entityId: entityId(row.entity_type as ViewedType, row.entity_id),
        name: row.name,
        keys: JSON.parse(row.keys) as EntityViewKeys,
        startTimeMs: row.start_ts,
        endTimeMs: row.end_ts,
      }
      last = row.id
    }
    if (rows.length < viewsPerRead) return
  }
}

const entityViewOf = (row: EntityViewTable): EntityView => ({
  entityId: entityId(row.entity_type as ViewedType, row.entity_id),
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  name: row.name,
  type: row.type,
  keys: JSON.parse(row.keys) as EntityViewKeys,
  startTimeMs: row.start_ts,
  endTimeMs: row.end_ts,
  id: entityId('ENTITY_VIEW', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info === null ? null : parseJson(row.additional_info),
})

const rowOf = (view: EntityView): EntityViewTable => ({
  id: view.id.id,
  created_time: view.createdTime,
  tenant_id: view.tenantId.id,
  customer_id: view.customerId.id,
  name: view.name,
  type: view.type,
  additional_info: view.additionalInfo === null ? null : JSON.stringify(view.additionalInfo),
  entity_type: view.entityId.entityType,
  entity_id: view.entityId.id,
  keys: JSON.stringify(view.keys),
  start_ts: view.startTimeMs,
  end_ts: view.endTimeMs,
})
