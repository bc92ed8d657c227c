/** The trash in the relational store: its items, and the statements that restore them. */

import { type CustomerId, entityId, entityTypes, NIL_UUID, type TenantId, type Uuid } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { TrashItem } from '@sonde/model/trash/trash'
import type { TrashedType } from '@sonde/model/trash/trashed-types'
import { type RawBuilder, sql } from 'kysely'
import type { PartTable } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { Schema, TrashTable } from '../storage/schema.ts'
import { createTenantState, idsPerQuery } from './tenant-state-store.ts'
import type { AssignedTable, Snapshot } from './trash-contents.ts'

const sortColumns = {
  deletedTime: sql.ref('t.deleted_time'),
  createdTime: sql.ref('t.deleted_time'),
  name: 't.name',
  type: 't.type',
  deletedBy: 't.deleted_by',
  entityType: 't.entity_type',
}

/** An entity in the trash with the rows that were deleted with it. */
export interface TrashedEntity extends Omit<TrashTable, 'snapshot' | 'entity' | 'entity_type' | 'file'> {
  readonly entity_type: TrashedType
  /** Body of the deletion's rule engine message; null: none was sent. */
  readonly entity: Readonly<Record<string, unknown>> | null
  readonly snapshot: Snapshot
}

const listColumns = ['t.id', 't.entity_type', 't.name', 't.type', 't.deleted_time', 't.deleted_by'] as const

export type TrashStore = ReturnType<typeof createTrashStore>

export function createTrashStore(relational: RelationalStore, retentionMs: number) {
  const { build } = relational

  /** Throws 400 for an unknown sort property. */
  function page(tenantId: TenantId, entityType: TrashedType | undefined, link: PageLink): Promise<PageData<TrashItem>> {
    let query = build
      .selectFrom('trash as t')
      .select(listColumns)
      .select((select) =>
        select
          .selectFrom('trash as p')
          .select(sql<number>`count(*)`.as('count'))
          .whereRef('p.part_of', '=', 't.id')
          .as('parts'),
      )
      .where(isSeenBy(tenantId, 't'))
      .where('t.part_of', 'is', null)
    if (entityType) query = query.where('t.entity_type', '=', entityType)
    return entityPage(relational, query, {
      link: { ...link, sortProperty: link.sortProperty ?? 'deletedTime', sortOrder: link.sortOrder ?? 'DESC' },
      sortColumns,
      searchColumns: ['t.name', 't.type', 't.deleted_by'],
      idColumn: 't.id',
      map: (row) => ({
        id: entityId(row.entity_type as TrashedType, row.id),
        name: row.name,
        type: row.type,
        deletedTime: row.deleted_time,
        expiryTime: row.deleted_time + retentionMs,
        deletedBy: row.deleted_by,
        parts: Number(row.parts ?? 0),
      }),
    })
  }

  async function find(tenantId: TenantId, id: string): Promise<TrashedEntity | undefined> {
    const row = await relational.first(
      build.selectFrom('trash').selectAll().where(isSeenBy(tenantId, 'trash')).where('id', '=', id),
    )
    return row && trashedOf(row)
  }

  /** Entities that were deleted together with this one. */
  async function partsOf(tenantId: TenantId, id: string): Promise<TrashedEntity[]> {
    const rows = await relational.scan(
      build
        .selectFrom('trash')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('part_of', '=', id)
        .orderBy(relational.dialect.sortKey(sql.ref('name'))),
    )
    return rows.map(trashedOf)
  }

  /** Up to `max` items of the trash, without entities that were deleted with another one. */
  async function some(tenantId: TenantId, max: number): Promise<{ item: TrashItem['id']; name: string }[]> {
    const rows = await relational.scan(
      build
        .selectFrom('trash')
        .select(['id', 'entity_type', 'name'])
        .where(isSeenBy(tenantId, 'trash'))
        .where('part_of', 'is', null)
        .limit(max),
    )
    return rows.map(({ id, entity_type, name }) => ({ item: entityId(entity_type as TrashedType, id), name }))
  }

  /** Removes the item from the trash. The commit fails if it was already removed. */
  const take = (tenantId: TenantId, id: string): Statement =>
    relational.statement(build.deleteFrom('trash').where('tenant_id', '=', tenantId).where('id', '=', id), {
      expectRows: 1,
    })

  /** Makes an entity that was deleted with another one a separate item. */
  const standAlone = (tenantId: TenantId, id: string): Statement =>
    relational.statement(
      build.updateTable('trash').set({ part_of: null }).where('tenant_id', '=', tenantId).where('id', '=', id),
      { expectRows: 1 },
    )

  /** Inserts a restored row. Columns that this version no longer has are left out; new columns get their default. */
  function insert({ table, columns }: PartTable, row: object): Statement {
    const known = Object.entries(row).filter(([column]) => Object.hasOwn(columns, column))
    return relational.statement(
      build.insertInto(table as 'device').values(Object.fromEntries(known) as unknown as Schema['device']),
    )
  }

  const giveTo = (
    table: AssignedTable,
    customerId: CustomerId,
    noCustomerId: string,
    ids: readonly string[],
  ): Statement[] => {
    const statements: Statement[] = []
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      statements.push(
        relational.statement(
          build
            .updateTable(table as 'device')
            .set({ customer_id: customerId })
            .where('customer_id', '=', noCustomerId)
            .where('id', 'in', ids.slice(at, at + idsPerQuery)),
        ),
      )
    }
    return statements
  }

  /** Makes the transaction fail if a required entity no longer exists. */
  const hold = (
    tenantId: TenantId,
    table: 'device' | 'asset' | 'device_profile' | 'ota_package',
    id: string,
  ): Statement =>
    relational.statement(
      build
        .updateTable(table as 'device')
        .set({ tenant_id: tenantId })
        .where('id', '=', id)
        .where('tenant_id', '=', tenantId),
      { expectRows: 1 },
    )

  const holdBundle = (tenantId: TenantId, alias: string): Statement =>
    relational.statement(
      build.updateTable('widgets_bundle').set({ alias }).where('tenant_id', '=', tenantId).where('alias', '=', alias),
      { expectRows: 1 },
    )

  /** Assigns the rule chain to the edge. */
  const giveChain = (edgeId: Uuid<'EDGE'>, chainId: string): Statement =>
    relational.statement(
      build
        .insertInto('relation')
        .values({
          from_type: 'EDGE',
          from_id: edgeId,
          to_type: 'RULE_CHAIN',
          to_id: chainId,
          type_group: 'EDGE',
          type: 'Contains',
        })
        .onConflict((conflict) => conflict.doNothing()),
    )

  /** Restores an RPC call unless another one has its ID by now: callers may choose IDs. */
  const insertCall = (row: Schema['rpc']): Statement =>
    relational.statement(
      build
        .insertInto('rpc')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    )

  /** Restores relations whose ends both exist. Those whose other end is in the trash stay there. */
  function relations(id: string): Statement[] {
    const columns = ['from_type', 'from_id', 'to_type', 'to_id', 'type_group', 'type', 'additional_info'] as const
    const isOwn = sql<boolean>`(from_id = ${id} or to_id = ${id})`
    const hasEnds = sql<boolean>`(${endExists('from_type', 'from_id')} and ${endExists('to_type', 'to_id')})`
    const waits = sql<boolean>`exists (select 1 from trash as o where o.id in (from_id, to_id) and o.id <> ${id})`
    return [
      build
        .insertInto('relation')
        .columns([...columns])
        .expression(build.selectFrom('trash_relation').select(columns).where(isOwn).where(hasEnds))
        .onConflict((conflict) => conflict.doNothing()),
      build.deleteFrom('trash_relation').where(isOwn).where(sql<boolean>`(${hasEnds} or not ${waits})`),
    ].map((query) => relational.statement(query))
  }

  /** Links the entity to its own alarms, and to the existing alarms of other entities that it showed. */
  function alarms(type: TrashedType, id: string, others: Snapshot['alarms'] = []): Statement[] {
    const columns = ['entity_id', 'created_time', 'alarm_id', 'entity_type'] as const
    const links = build
      .insertInto('alarm_entity')
      .columns([...columns])
      .expression(
        build
          .selectFrom('alarm')
          .select([
            sql<string>`${id}`.as('entity_id'),
            'created_time',
            'id as alarm_id',
            sql<string>`${type}`.as('entity_type'),
          ])
          .where((where) =>
            where.or([
              where('originator_id', '=', id),
              where('id', 'in', relational.dialect.idList(others.map((link) => link.alarm_id))),
            ]),
          ),
      )
      .onConflict((conflict) => conflict.doNothing())
    return [relational.statement(links)]
  }

  return {
    page,
    find,
    partsOf,
    some,
    ...createTenantState(relational),
    take,
    standAlone,
    insert,
    giveTo,
    hold,
    holdBundle,
    giveChain,
    insertCall,
    relations,
    alarms,
  }
}

/**
 * Condition for items that the tenant may see: its own. The system sees its own and all deleted tenant administrators:
 * the system deleted them, and their tenant may have no administrator left to restore them.
 */
function isSeenBy(tenantId: TenantId, trash: 't' | 'trash') {
  const column = (name: string) => sql.ref(`${trash}.${name}`)
  if (tenantId !== NIL_UUID) return sql<boolean>`${column('tenant_id')} = ${tenantId}`
  return sql<boolean>`(${column('tenant_id')} = ${NIL_UUID}
    or (${column('entity_type')} = 'USER' and ${column('type')} = 'TENANT_ADMIN'))`
}

const trashedOf = ({ entity, snapshot, entity_type, file: _, ...row }: TrashTable): TrashedEntity => ({
  ...row,
  entity_type: entity_type as TrashedType,
  entity: entity === null ? null : (JSON.parse(entity) as TrashedEntity['entity']),
  snapshot: JSON.parse(snapshot) as Snapshot,
})

/** Whether the entity with the type and ID in these columns exists. */
function endExists(typeColumn: string, idColumn: string): RawBuilder<boolean> {
  const cases = entityTypes.map((type) => {
    const { table, otherTables = [] } = entityDescriptors[type]
    const found = [table, ...otherTables].map(
      (each) => sql`exists (select 1 from ${sql.table(each)} as e where e.id = ${sql.ref(idColumn)})`,
    )
    return sql`when ${sql.lit(type)} then ${sql.join(found, sql` or `)}`
  })
  return sql<boolean>`case ${sql.ref(typeColumn)} ${sql.join(cases, sql` `)} else 0 end`
}
