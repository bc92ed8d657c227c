/** SQL reads for entity queries. */

import { type CustomerId, type EntityId, type EntityType, NIL_UUID, type TenantId } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import { rowOrder } from '../entities/entity-descriptor.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Selection } from './entity-selection.ts'
import { type EntityTable, entityTable } from './entity-tables.ts'
import type { IndexedTable } from './indexed-tables.ts'

/** An entity with the requested fields; null: no value. */
export interface EntityRow {
  readonly entityId: EntityId
  readonly fields: Readonly<Record<string, string | number | null>>
}

/** Cursor at the end of a slice: the last row's values in the slice's order columns. */
export type Place = readonly (string | number)[]

/** A row with its owner and cursor, for in-memory copies. */
export interface OwnedRow extends EntityRow {
  readonly customerId: CustomerId
  readonly place: Place
}

/** Maximum IDs in a selection that SQL sorts; larger ones are sorted in memory. */
export const idsPerQuery = 1000

type SqlRow = { id: string } & Record<string, string | number | null>

export type EntityQueryStore = ReturnType<typeof createEntityQueryStore>

export function createEntityQueryStore(relational: RelationalStore) {
  const { build, dialect } = relational

  const run = <R>(query: RawBuilder<unknown>, of: (row: SqlRow) => R): Promise<R[]> =>
    relational.scan({ compile: () => (query as RawBuilder<SqlRow>).compile(build) }, of)

  const from = ({ table, where, ids }: Selection) => {
    const conditions = ids ? [...where, sql<boolean>`e.id in ${dialect.idList(ids)}`] : where
    return sql`from ${table.source} e where ${sql.join([...conditions], sql` and `)}`
  }

  /** Columns to select, each once even if several fields map to it. */
  const columns = (table: Pick<EntityTable, 'fields'>, fields: readonly string[]) =>
    [...new Set(['id', ...columnNames(table, fields)])].map((column) => sql`e.${sql.ref(column)}`)

  /** Cache key of a selection; equal for selections of the same rows. */
  function nameOf(selection: Selection): string {
    const { sql: text, parameters } = from(selection).compile(build)
    return JSON.stringify([text, parameters])
  }

  async function count(selection: Selection): Promise<number> {
    const [total] = await run(sql`select count(*) as total ${from(selection)}`, (row) => Number(row.total))
    return total ?? 0
  }

  /** Number of a tenant's entities of a type. */
  async function countAll(tenantId: TenantId, entityType: EntityType): Promise<number> {
    const table = entityTable(entityType)
    if (!table) return 0
    const [total] = await run(
      sql`select count(*) as total from ${table.source} e where e.tenant_id = ${tenantId}`,
      (row) => Number(row.total),
    )
    return total ?? 0
  }

  /** Reads a page sorted by an entity field. Ties are sorted by ID, as are all rows if the type lacks the field. */
  async function page(
    selection: Selection,
    fields: readonly string[],
    sort: { field: string; direction: 'ASC' | 'DESC' },
    limit: number,
    offset: number,
  ): Promise<EntityRow[]> {
    const { table } = selection
    const direction = sql.raw(sort.direction === 'DESC' ? 'desc' : 'asc')
    const column = Object.hasOwn(table.fields, sort.field) ? table.fields[sort.field] : undefined
    const byId = sql`e.id ${direction}`
    const value = sql`e.${sql.ref(column ?? 'id')}`
    const key = sort.field === 'createdTime' ? value : dialect.sortKey(value)
    // Only with the row column do the indexes of names provide the order.
    const isIndexed = table.isNumerous && column === table.nameColumn
    const last = isIndexed ? sql`e.${sql.ref(dialect.rowColumn)} ${direction}` : byId
    const order = column ? sql`${key} ${direction}, ${last}` : byId
    return run(
      sql`select ${sql.join(columns(table, fields))} ${from(selection)} order by ${order} limit ${limit} offset ${offset}`,
      (row) => rowOf(table, fields, row),
    )
  }

  /** All rows, at most `max`. */
  async function rows(selection: Selection, fields: readonly string[], max: number): Promise<EntityRow[]> {
    const { table } = selection
    return run(sql`select ${sql.join(columns(table, fields))} ${from(selection)} limit ${max}`, (row) =>
      rowOf(table, fields, row),
    )
  }

  /** Reads fields of entities, by ID. Without an access check, which callers have done. */
  async function fieldsOf(
    table: EntityTable,
    fields: readonly string[],
    ids: readonly string[],
  ): Promise<Map<string, EntityRow>> {
    const found = await run(
      sql`select ${sql.join(columns(table, fields))} from ${table.source} e where e.id in ${dialect.idList(ids)}`,
      (row): [string, EntityRow] => [row.id, rowOf(table, fields, row)],
    )
    return new Map(found)
  }

  const sliceOf = ({ sliceColumns }: IndexedTable) =>
    sliceColumns.map((column) => sql`e.${sql.ref(column === rowOrder ? dialect.rowColumn : column)}`)

  const owned = (table: IndexedTable, fields: readonly string[]) =>
    sql.join([
      ...columns(table, fields),
      sql`e.tenant_id as tenant`,
      table.ownerColumn === null ? sql`${NIL_UUID} as owner` : sql`e.${sql.ref(table.ownerColumn)} as owner`,
      ...sliceOf(table).map((column, at) => sql`${column} as ${sql.ref(placeName(at))}`),
    ])

  /** Reads the slice of a tenant's entities of a type that follows the cursor; null: the first slice. */
  async function ownedRows(
    table: IndexedTable,
    tenantId: TenantId,
    fields: readonly string[],
    after: Place | null,
    max: number,
  ): Promise<OwnedRow[]> {
    const order = sql.join(sliceOf(table))
    const next = after === null ? sql`` : sql`and (${order}) > (${sql.join(after)})`
    return run(
      sql`select ${owned(table, fields)} from ${table.source} e where e.tenant_id = ${tenantId} ${next}
        order by ${order} limit ${max}`,
      (row) => ownedRowOf(table, fields, row),
    )
  }

  /** Filters by tenant after the read: a tenant condition would make SQL scan all of the tenant's rows. */
  async function ownedRowsOf(
    table: IndexedTable,
    tenantId: TenantId,
    fields: readonly string[],
    ids: readonly string[],
  ): Promise<OwnedRow[]> {
    const found = await run(
      sql`select ${owned(table, fields)} from ${table.source} e where e.id in ${dialect.idList(ids)}`,
      (row) => (row.tenant === tenantId ? ownedRowOf(table, fields, row) : null),
    )
    return found.filter((row) => row !== null)
  }

  return { nameOf, count, countAll, page, rows, fieldsOf, ownedRows, ownedRowsOf }
}

const columnNames = (table: Pick<EntityTable, 'fields'>, fields: readonly string[]): string[] =>
  fields.flatMap((field) => (Object.hasOwn(table.fields, field) ? [table.fields[field] as string] : []))

function rowOf(table: Pick<EntityTable, 'entityType' | 'fields'>, fields: readonly string[], row: SqlRow): EntityRow {
  const found: Record<string, string | number | null> = {}
  for (const field of fields) {
    if (Object.hasOwn(table.fields, field)) found[field] = row[table.fields[field] as string] ?? null
  }
  return { entityId: { entityType: table.entityType, id: row.id }, fields: found }
}

const placeName = (at: number) => `place${at}`

const ownedRowOf = (table: IndexedTable, fields: readonly string[], row: SqlRow): OwnedRow => ({
  ...rowOf(table, fields, row),
  customerId: String(row.owner),
  // Slice columns are never null.
  place: table.sliceColumns.map((_, at) => row[placeName(at)] ?? ''),
})
