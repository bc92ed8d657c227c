/** What entity queries read of each type, from its descriptor: its table, its entity fields, and who sees which rows. */

import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityType, entityTypes } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import { readableRows } from '../access/readable-rows.ts'
import type { Scope } from '../access/scope.ts'
import type { Owner } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'

export interface EntityTable {
  readonly entityType: EntityType
  /** The table, or what stands for it. */
  readonly source: RawBuilder<unknown>
  /** Column by entity field. A field that is not here is foreign to the type. */
  readonly fields: Readonly<Record<string, string>>
  /** The column that name filters look at. */
  readonly nameColumn: string
  /** The column that type filters look at. */
  readonly typeColumn: string | null
  /** Which rows of `e` the caller sees. */
  readonly visible: (scope: Scope) => RawBuilder<boolean>
  /**
   * Of types that a tenant may have very many of: their rows have `tenant_id` and `customer_id`, a customer user sees
   * those of the own customer, and queries that SQL cannot answer from an index look at a copy in memory.
   */
  readonly isNumerous?: true
}

/** Which rows a caller sees: those of the own tenant that the rules let the caller read. */
function visibleTo(entityType: EntityType, scope: Scope): RawBuilder<boolean> {
  const { owner, query } = entityDescriptors[entityType]
  const rows = readableRows(scope, entityType)
  // Tenants are in no tenant: those who may read any see all of them.
  if (owner.tenant === 'id' && rows.has('all') && scope.authority === 'SYS_ADMIN') return sql<boolean>`1 = 1`
  const ofTenant = sql<boolean>`${sql.ref(`e.${owner.tenant ?? 'tenant_id'}`)} = ${scope.tenantId}`
  if (rows.has('all')) return ofTenant
  const some = [...rows].map((each): RawBuilder<boolean> => {
    switch (each) {
      case 'oneself':
        return sql`e.id = ${scope.userId}`
      case 'administrators':
        return owner.authority ? sql`${sql.ref(`e.${owner.authority}`)} <> 'CUSTOMER_USER'` : sql`1 = 0`
      default:
        return ofCustomer({ ...owner, customer: query?.customerColumn ?? owner.customer }, scope)
    }
  })
  return some.length === 0 ? sql`1 = 0` : sql`${ofTenant} and (${sql.join(some, sql` or `)})`
}

function ofCustomer(
  { customer, customers }: { readonly customer: string | undefined; readonly customers?: Owner['customers'] },
  { customerId }: Scope,
) {
  if (customer) return sql<boolean>`${sql.ref(`e.${customer}`)} = ${customerId}`
  if (!customers) return sql<boolean>`1 = 0`
  const [table, entityColumn] = customers
  return sql<boolean>`exists (select 1 from ${sql.table(table)} c
    where ${sql.ref(`c.${entityColumn}`)} = e.id and c.customer_id = ${customerId})`
}

const tables: readonly EntityTable[] = entityTypes.flatMap((entityType) => {
  const { table, nameColumn = 'name', query } = entityDescriptors[entityType]
  if (!query) return []
  return {
    entityType,
    source: query.source ? sql.raw(query.source) : sql.table(table),
    fields: query.fields,
    nameColumn,
    typeColumn: query.typeColumn ?? null,
    visible: (scope) => visibleTo(entityType, scope),
    ...(entityKinds[entityType].isTyped && { isNumerous: true as const }),
  }
})

const byType = new Map(tables.map((table) => [table.entityType, table]))

/** Undefined for types that have no entities yet: queries for them find nothing. */
export const entityTable = (entityType: EntityType): EntityTable | undefined => byType.get(entityType)

/** The name of the entity that two columns name; null when it is gone or has none. */
export const entityNameSql = (typeColumn: string, idColumn: string): RawBuilder<string | null> =>
  sql<string | null>`case ${sql.ref(typeColumn)} ${sql.join(
    tables.map(
      ({ entityType, source, nameColumn }) =>
        sql`when ${sql.lit(entityType)} then (select n.${sql.ref(nameColumn)} from ${source} n
          where n.id = ${sql.ref(idColumn)})`,
    ),
    sql` `,
  )} end`
