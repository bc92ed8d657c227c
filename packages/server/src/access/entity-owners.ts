/** Who owns an entity, by its id: what `access` decides by. Owners of devices are remembered until they change. */

import { type EntityId, type EntityType, entityId, NIL_UUID } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { LiveHub } from '../live/live-hub.ts'
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
  readonly authority?: string
}

export function createEntityOwners({ relational, live }: EntityOwnersParts): EntityOwners {
  const { build } = relational
  const nobody = sql<string>`${NIL_UUID}`.as('customer_id')

  const rows: Record<EntityType, (id: string) => Promise<Row | undefined>> = {
    TENANT: (id) =>
      relational.first(build.selectFrom('tenant').select(['id as tenant_id', nobody]).where('id', '=', id)),
    TENANT_PROFILE: (id) =>
      relational.first(
        build
          .selectFrom('tenant_profile')
          .select([sql<string>`${NIL_UUID}`.as('tenant_id'), nobody])
          .where('id', '=', id),
      ),
    CUSTOMER: (id) =>
      relational.first(build.selectFrom('customer').select(['tenant_id', 'id as customer_id']).where('id', '=', id)),
    USER: (id) =>
      relational.first(build.selectFrom('user').select(['tenant_id', 'customer_id', 'authority']).where('id', '=', id)),
    DEVICE: (id) =>
      relational.first(build.selectFrom('device').select(['tenant_id', 'customer_id']).where('id', '=', id)),
    DEVICE_PROFILE: (id) =>
      relational.first(build.selectFrom('device_profile').select(['tenant_id', nobody]).where('id', '=', id)),
    DASHBOARD: (id) =>
      relational.first(build.selectFrom('dashboard').select(['tenant_id', nobody]).where('id', '=', id)),
    RULE_CHAIN: (id) =>
      relational.first(build.selectFrom('rule_chain').select(['tenant_id', nobody]).where('id', '=', id)),
    RULE_NODE: (id) =>
      relational.first(
        build
          .selectFrom('rule_node')
          .innerJoin('rule_chain', 'rule_chain.id', 'rule_node.rule_chain_id')
          .select(['rule_chain.tenant_id', nobody])
          .where('rule_node.id', '=', id),
      ),
    ALARM: (id) =>
      relational.first(build.selectFrom('alarm').select(['tenant_id', 'customer_id']).where('id', '=', id)),
    RPC: (id) =>
      relational.first(
        build
          .selectFrom('rpc')
          .innerJoin('device', 'device.id', 'rpc.device_id')
          .select(['device.tenant_id', 'device.customer_id'])
          .where('rpc.id', '=', id),
      ),
    ASSET: (id) =>
      relational.first(build.selectFrom('asset').select(['tenant_id', 'customer_id']).where('id', '=', id)),
    EDGE: (id) => relational.first(build.selectFrom('edge').select(['tenant_id', 'customer_id']).where('id', '=', id)),
    ENTITY_VIEW: (id) =>
      relational.first(build.selectFrom('entity_view').select(['tenant_id', 'customer_id']).where('id', '=', id)),
    API_USAGE_STATE: (id) =>
      relational.first(
        build
          .selectFrom('api_usage_state')
          .select(['tenant_id', nobody])
          .where('id', '=', id)
          .unionAll(build.selectFrom('customer_usage').select(['tenant_id', nobody]).where('id', '=', id)),
      ),
    WIDGETS_BUNDLE: (id) =>
      relational.first(build.selectFrom('widgets_bundle').select(['tenant_id', nobody]).where('id', '=', id)),
    WIDGET_TYPE: (id) =>
      relational.first(build.selectFrom('widget_type').select(['tenant_id', nobody]).where('id', '=', id)),
    TB_RESOURCE: (id) =>
      relational.first(build.selectFrom('resource').select(['tenant_id', nobody]).where('id', '=', id)),
    OTA_PACKAGE: (id) =>
      relational.first(build.selectFrom('ota_package').select(['tenant_id', nobody]).where('id', '=', id)),
  }

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
    const row = await rows[entityType](id)
    if (!row) return undefined
    const owned = { id: entityId(entityType, id), tenantId: row.tenant_id, customerId: row.customer_id }
    if (entityType === 'USER') return { ...owned, authority: row.authority as Authority }
    if (entityType !== 'DASHBOARD') return owned
    const customers = await relational.all(
      build.selectFrom('dashboard_customer').select('customer_id').where('dashboard_id', '=', id),
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
