/** Reads the owners of entities from the relational store. */

import { type EntityType, NIL_UUID } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { Owner } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { RelationalStore } from '../storage/relational.ts'

interface Row {
  readonly tenant_id: string
  readonly customer_id: string
  readonly authority: string | null
}

export function createEntityOwnerStore(relational: RelationalStore) {
  const { build } = relational

  /** Owner columns of an entity. A part of another entity has the owner of that entity. */
  async function find(entityType: EntityType, id: string): Promise<Row | undefined> {
    const { table, otherTables = [], owner } = entityDescriptors[entityType]
    if (!owner.through) return firstOf([table, ...otherTables], owner, id)
    const [wholeType, column] = owner.through
    const whole = entityDescriptors[wholeType]
    return relational.first(
      from(table, 'part')
        .innerJoin(`${whole.table} as e` as 'device as e', (join) =>
          join.on(sql<boolean>`e.id = ${sql.ref(`part.${column}`)}`),
        )
        .select(columnsOf(whole.owner))
        .where(sql<boolean>`part.id = ${id}`),
    )
  }

  async function firstOf(tables: readonly string[], owner: Owner, id: string): Promise<Row | undefined> {
    for (const table of tables) {
      const row = await relational.first(from(table, 'e').select(columnsOf(owner)).where(sql<boolean>`e.id = ${id}`))
      if (row) return row
    }
    return undefined
  }

  // All tables have the columns used here; for the type checker each is the device table.
  const from = (table: string, alias: 'e' | 'part') => build.selectFrom(`${table} as ${alias}` as 'device as e')

  /** Customers that the entity is assigned to, for types that allow several. */
  async function customersOf([table, column]: NonNullable<Owner['customers']>, id: string): Promise<string[]> {
    const rows = await relational.all(
      build
        .selectFrom(table as 'dashboard_customer')
        .select('customer_id')
        .where(sql<boolean>`${sql.ref(column)} = ${id}`),
    )
    return rows.map((each) => each.customer_id)
  }

  return { find, customersOf }
}

/** Owner columns of a row `e`. */
const columnsOf = ({ tenant, customer, authority }: Owner) => [
  (tenant ? sql<string>`${sql.ref(`e.${tenant}`)}` : sql<string>`${NIL_UUID}`).as('tenant_id'),
  (customer ? sql<string>`${sql.ref(`e.${customer}`)}` : sql<string>`${NIL_UUID}`).as('customer_id'),
  (authority ? sql<string | null>`${sql.ref(`e.${authority}`)}` : sql<string | null>`null`).as('authority'),
]
