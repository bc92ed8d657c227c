/** Who owns an entity, by its id: what `access` decides by. Owners of devices are remembered until they change. */

import { type EntityId, type EntityType, entityId, NIL_UUID } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { ChangeStream } from '../changes/change-stream.ts'
import { createFollowedCache } from '../changes/followed-cache.ts'
import type { Owner } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Authority, Owned } from './scope.ts'

/** Devices whose owner is remembered. */
export const rememberedOwnersMax = 20_000
/** How long an owner may still decide that another process has changed, ms. In one process it is 0. */
export const ownersStaleMsMax = 1_000

export interface EntityOwners {
  /** Undefined when there is no such entity. Ids are compared in lower case. */
  find(entity: EntityId): Promise<Owned | undefined>
}

export interface EntityOwnersParts {
  readonly relational: RelationalStore
  /** Says when a remembered owner changes; without it nothing is remembered. */
  readonly live?: Pick<ChangeStream, 'watchAll' | 'position' | 'lagMs'>
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

  const devices =
    live && createFollowedCache<Owned>({ stream: live, entriesMax: rememberedOwnersMax, staleMsMax: ownersStaleMsMax })
  live?.watchAll({
    change({ entity, kind }) {
      // Takes its devices along, or takes them from a customer.
      if (kind === 'deleted' && (entity.entityType === 'TENANT' || entity.entityType === 'CUSTOMER')) devices?.clear()
      else devices?.forget(entity.id)
    },
  })

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
      return devices && entityType === 'DEVICE'
        ? (devices.get(id) ?? devices.of(id, () => read(entityType, id)))
        : read(entityType, id)
    },
  }
}

/** Of a row `e`. */
const columnsOf = ({ tenant, customer, authority }: Owner) => [
  (tenant ? sql<string>`${sql.ref(`e.${tenant}`)}` : sql<string>`${NIL_UUID}`).as('tenant_id'),
  (customer ? sql<string>`${sql.ref(`e.${customer}`)}` : sql<string>`${NIL_UUID}`).as('customer_id'),
  (authority ? sql<string | null>`${sql.ref(`e.${authority}`)}` : sql<string | null>`null`).as('authority'),
]
