/** Tables of entity queries, from the entity descriptors: the source, entity fields and visible rows of each type. */

import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityType, entityTypes } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import { readableRows } from '../access/readable-rows.ts'
import type { Scope } from '../access/scope.ts'
import type { Owner } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'

export interface EntityTable {
  readonly entityType: EntityType
  /** Table, or the subquery used instead of it. */
  readonly source: RawBuilder<unknown>
  /** Column by entity field. Fields that are missing here don't exist for the type. */
  readonly fields: Readonly<Record<string, string>>
  /** Column that name filters compare. */
  readonly nameColumn: string
  /** Column that type filters compare; null: none. */
  readonly typeColumn: string | null
  /** Condition for the rows of `e` that the caller may see. */
  readonly visible: (scope: Scope) => RawBuilder<boolean>
  /**
   * Marks types that a tenant may have very many of. Their rows have `tenant_id` and `customer_id`, a customer user
   * sees those of the own customer, and queries that no SQL index can answer use an in-memory copy.
   */
  readonly isNumerous?: true
}

/** Condition for the rows of the own tenant that the access rules let the caller read. */
function visibleTo(entityType: EntityType, scope: Scope): RawBuilder<boolean> {
  const { owner, query } = entityDescriptors[entityType]
  const rows = readableRows(scope, entityType)
  // Tenants belong to no tenant: a system administrator who may read any sees all of them.
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

/** Table of a type; undefined for types that entity queries don't cover. Queries for those find nothing. */
export const entityTable = (entityType: EntityType): EntityTable | undefined => byType.get(entityType)

/** SQL expression for the name of the entity that two columns refer to; null: deleted or without a name. */
export const entityNameSql = (typeColumn: string, idColumn: string): RawBuilder<string | null> =>
  sql<string | null>`case ${sql.ref(typeColumn)} ${sql.join(
    tables.map(
      ({ entityType, source, nameColumn }) =>
        sql`when ${sql.lit(entityType)} then (select n.${sql.ref(nameColumn)} from ${source} n
          where n.id = ${sql.ref(idColumn)})`,
    ),
    sql` `,
  )} end`
