/**
 * Devices, assets, entity views and edges in the relational store: queries that their tables have in common, with the
 * joined customer in lists.
 */

import type { Assignable, AssignableType, Info } from '@sonde/model/assignables/assignable'
import { parseJson } from '@sonde/model/exact-json'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { assignableColumns, Row } from '../entities/columns.ts'
import type { Descriptors } from '../entities/entity-descriptors.ts'
import { createEntityList, type ListDeps, type ListFilter } from '../entity-query/entity-list.ts'
import { preparedQuery } from '../storage/prepared-query.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { AssetTable } from '../storage/schema.ts'
import { compareTexts } from '../storage/text-search.ts'

/** IDs per statement: below SQLite's limit of bound variables. */
const perQuery = 1000
/** Maximum bytes of the cached pages of one type. */
const cachedBytesMax = 5 * 1024 * 1024

/** Row types of assignable entities, by table. */
export type AssignableTables = {
  [T in AssignableType as Descriptors[T]['table']]: Row<Descriptors[T]['columns']>
}

/** Fields that assignable entities have in common, as in the API. */
export const assignableFieldsOf = (row: Row<typeof assignableColumns>): Omit<Assignable, 'id'> => ({
  createdTime: row.created_time,
  additionalInfo: row.additional_info === null ? null : parseJson(row.additional_info),
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  name: row.name,
  type: row.type,
})

export type AssignableFilter = Omit<ListFilter, 'own'>

interface AssignableRowsDeps<Name extends keyof AssignableTables, T extends Assignable> {
  readonly table: Name
  readonly of: (row: AssignableTables[Name]) => T
  readonly rowOf: (entity: T) => AssignableTables[Name]
}

export interface AssignableStoreDeps<Name extends keyof AssignableTables, T extends Assignable>
  extends AssignableRowsDeps<Name, T> {
  readonly entityType: AssignableType
  /** Plural for error messages: `Assets`. */
  readonly many: string
  /** Columns besides the common ones that lists can be sorted by and that text search covers. */
  readonly texts: readonly string[]
}

/** Functions of a store that the service needs. */
export interface AssignableStore<T extends Assignable, I extends Info<T> = Info<T>>
  extends Pick<
    ReturnType<typeof createAssignableRows<keyof AssignableTables, T>>,
    'find' | 'findByName' | 'findMany' | 'types' | 'setCustomer' | 'remove'
  > {
  /** Returns a page that other requests may share: don't modify it. Throws 400 for an unknown sort property. */
  page(filter: AssignableFilter, link: PageLink): Promise<PageData<I>>
  findInfo(tenantId: string, id: string): Promise<I | undefined>
}

export function createAssignableStore<Name extends keyof AssignableTables, T extends Assignable>(
  lists: ListDeps,
  { table: name, entityType, many, texts, of, rowOf }: AssignableStoreDeps<Name, T>,
) {
  const { page, findInfo } = createEntityList<AssignableTables[Name], Info<T>>(lists, {
    table: name,
    entityType,
    many,
    texts: ['name', 'type', ...texts],
    orders: {
      ...Object.fromEntries(
        // The list query orders by label itself.
        texts
          .filter((text) => text !== 'label')
          .map((text) => [text, { column: `x.${text}`, isText: true, inMemory: null }]),
      ),
      id: { column: 'x.id', inMemory: null },
      tenantId: { column: 'x.tenant_id', inMemory: null },
      customerId: { column: 'x.customer_id', inMemory: null },
    },
    cachedBytesMax,
    of: (row) => ({
      ...of(row),
      customerTitle: row.customer_id === NIL_UUID ? null : row.customer_title,
      customerIsPublic: row.customer_is_public === 1,
    }),
  })
  return { page, findInfo, ...createAssignableRows(lists.relational, { table: name, of, rowOf }) }
}

/** Reads of single entities, and statements that write them. */
export function createAssignableRows<Name extends keyof AssignableTables, T extends Assignable>(
  relational: RelationalStore,
  { table: name, of, rowOf }: AssignableRowsDeps<Name, T>,
) {
  const { build } = relational
  // The tables share all columns used here; for the type checker each is the asset table.
  const table = name as unknown as 'asset'
  const rowsOf = (rows: readonly unknown[]) => rows as readonly AssignableTables[Name][]
  const values = (entity: T) => rowOf(entity) as unknown as AssetTable

  const ofTenant = (tenantId: string) => build.selectFrom(table).selectAll().where('tenant_id', '=', tenantId)

  const byId = preparedQuery<AssetTable, { tenantId: string; id: string }>((parameter) =>
    build
      .selectFrom(table)
      .selectAll()
      .where('tenant_id', '=', parameter('tenantId'))
      .where('id', '=', parameter('id')),
  )

  async function find(tenantId: string, id: string): Promise<T | undefined> {
    const [row] = rowsOf(await relational.all(byId({ tenantId, id })))
    return row && of(row)
  }

  async function findByName(tenantId: string, entity: string): Promise<T | undefined> {
    const [row] = rowsOf(await relational.all(ofTenant(tenantId).where('name', '=', entity)))
    return row && of(row)
  }

  /** Finds entities in the order of the IDs, without unknown ones. `customerId`: only those of this customer. */
  async function findMany(tenantId: string, ids: readonly string[], customerId?: string): Promise<T[]> {
    const found = new Map<string, T>()
    for (let at = 0; at < ids.length; at += perQuery) {
      let query = ofTenant(tenantId).where('id', 'in', ids.slice(at, at + perQuery))
      if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
      for (const row of rowsOf(await relational.scan(query))) found.set(row.id, of(row))
    }
    return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  }

  async function types(tenantId: string): Promise<string[]> {
    const query = build.selectFrom(table).select('type').distinct().where('tenant_id', '=', tenantId)
    return (await relational.scan(query)).map((row) => row.type).sort(compareTexts)
  }

  async function count(tenantId: string): Promise<number> {
    const row = await relational.first(
      build
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId),
    )
    return Number(row?.count ?? 0)
  }

  const insert = (entity: T): Statement =>
    relational.statement(build.insertInto(table).values(values(entity)), { expectRows: 1 })

  function update(entity: T): Statement {
    const { id, tenant_id, created_time: _, ...changed } = values(entity)
    return relational.statement(
      build.updateTable(table).set(changed).where('id', '=', id).where('tenant_id', '=', tenant_id),
      { expectRows: 1 },
    )
  }

  /** Changes the customer. The commit fails when the customer was changed since the entity was read. */
  const setCustomer = (entity: T, customerId: string): Statement =>
    relational.statement(
      build
        .updateTable(table)
        .set({ customer_id: customerId })
        .where('id', '=', entity.id.id)
        .where('tenant_id', '=', entity.tenantId.id)
        .where('customer_id', '=', entity.customerId.id),
      { expectRows: 1 },
    )

  /**
   * Deletes the entity and its relations; the purge deletes its attributes. The commit fails while an entity view shows
   * it.
   */
  const remove = (entity: T): Statement[] => [
    relational.statement(build.deleteFrom('relation').where('from_id', '=', entity.id.id)),
    relational.statement(build.deleteFrom('relation').where('to_id', '=', entity.id.id)),
    relational.statement(
      build
        .deleteFrom(table)
        .where('id', '=', entity.id.id)
        .where('tenant_id', '=', entity.tenantId.id)
        .where(({ not, exists }) =>
          not(exists(build.selectFrom('entity_view').select('entity_view.id').where('entity_id', '=', entity.id.id))),
        ),
      { expectRows: 1 },
    ),
  ]

  return { find, findByName, findMany, types, count, insert, update, setCustomer, remove }
}
