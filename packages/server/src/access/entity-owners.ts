/** Who owns an entity, by its id: what `access` decides by. Owners of devices are remembered until they change. */

import { type EntityId, type EntityType, entityId, NIL_UUID } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { LiveHub } from '../changes/live-hub.ts'
import type { Owner } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Authority, Owned } from './scope.ts'

/** Devices whose owner is remembered. */
export const rememberedOwnersMax = 20_000

export interface EntityOwners {
  /** Undefined when there is no such entity. Ids are compared in lower case. */
  find(entity: EntityId): Promise<Owned | undefined>
}

export interface EntityOwnersParts {
  readonly relational: RelationalStore
  /** Says when a remembered owner changes; without it nothing is remembered. */
  readonly live?: Pick<LiveHub, 'watchAll'>
}

interface Row {
  readonly tenant_id: string
  readonly customer_id: string
  readonly authority: string | null
}

export function createEntityOwners({ relational, live }: EntityOwnersParts): EntityOwners {
  const { build } = relational
  /** Of a type; of what belongs to another entity, that one's. */
  async function rowOf(entityType: EntityType, id: string): Promise<Row | undefined> {
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

  // Every table has the columns that are named here; to the compiler they are all the first one.
  const from = (table: string, alias: 'e' | 'part') => build.selectFrom(`${table} as ${alias}` as 'device as e')

  const remembered = new Map<string, Owned>()
  /** Grows with every change, so that a read that was under way meanwhile is not remembered. */
  let changes = 0
  live?.watchAll({
    change({ entity, kind }) {
      changes++
      if (entity.entityType === 'DEVICE') remembered.delete(entity.id)
      // Takes its devices along, or takes them from a customer.
      else if (kind === 'deleted' && (entity.entityType === 'TENANT' || entity.entityType === 'CUSTOMER')) {
        remembered.clear()
      }
    },
  })

  function remember(owned: Owned) {
    if (remembered.size >= rememberedOwnersMax) remembered.delete(remembered.keys().next().value as string)
    remembered.set(owned.id.id, owned)
  }

  async function read(entityType: EntityType, id: string): Promise<Owned | undefined> {
    const row = await rowOf(entityType, id)
    if (!row) return undefined
    const owned = { id: entityId(entityType, id), tenantId: row.tenant_id, customerId: row.customer_id }
    const { authority, customers: link } = entityDescriptors[entityType].owner
    if (authority) return { ...owned, authority: row.authority as Authority }
    if (!link) return owned
    const [table, column] = link
    const customers = await relational.all(
      build
        .selectFrom(table as 'dashboard_customer')
        .select('customer_id')
        .where(sql<boolean>`${sql.ref(column)} = ${id}`),
    )
    return { ...owned, customerIds: customers.map((each) => each.customer_id) }
  }

  return {
    async find({ entityType, id: given }) {
      const id = given.toLowerCase()
      const known = remembered.get(id)
      if (known && entityType === 'DEVICE') return known
      const before = changes
      const owned = await read(entityType, id)
      if (owned && entityType === 'DEVICE' && live && before === changes) remember(owned)
      return owned
    },
  }
}

/** Of a row `e`. */
const columnsOf = ({ tenant, customer, authority }: Owner) => [
  (tenant ? sql<string>`${sql.ref(`e.${tenant}`)}` : sql<string>`${NIL_UUID}`).as('tenant_id'),
  (customer ? sql<string>`${sql.ref(`e.${customer}`)}` : sql<string>`${NIL_UUID}`).as('customer_id'),
  (authority ? sql<string | null>`${sql.ref(`e.${authority}`)}` : sql<string | null>`null`).as('authority'),
]
