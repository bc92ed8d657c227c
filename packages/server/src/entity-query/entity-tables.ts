/** What entity queries read of each type, from its descriptor: its table, its entity fields, and who sees which rows. */

import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityType, entityTypes } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
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

/** Which rows a caller sees: those of the own tenant, of which a customer user sees what the customer has. */
function visibleTo(entityType: EntityType, scope: Scope): RawBuilder<boolean> {
  const { owner, query } = entityDescriptors[entityType]
  if (owner.tenant === 'id') {
    return scope.authority === 'SYS_ADMIN' ? sql<boolean>`1 = 1` : sql<boolean>`e.id = ${scope.tenantId}`
  }
  const ofTenant = sql<boolean>`e.tenant_id = ${scope.tenantId}`
  if (scope.authority !== 'CUSTOMER_USER') return ofTenant
  const column = query?.customerColumn ?? owner.customer
  if (column) return sql<boolean>`${ofTenant} and ${sql.ref(`e.${column}`)} = ${scope.customerId}`
  if (!owner.customers) return sql<boolean>`1 = 0`
  const [table, entityColumn] = owner.customers
  return sql<boolean>`${ofTenant} and exists (select 1 from ${sql.table(table)} c
    where ${sql.ref(`c.${entityColumn}`)} = e.id and c.customer_id = ${scope.customerId})`
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
