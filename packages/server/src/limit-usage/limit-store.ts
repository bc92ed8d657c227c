/** Stores the history of the limits and reads the names of causers. */

import { type EntityId, type EntityType, entityId, NIL_UUID, type TenantId } from '@sonde/model/ids'
import { isTenantLimitKey, type TenantLimitKey, tenantLimitOf } from '@sonde/model/limits/profile-limits'
import { sql } from 'kysely'
import type { Authority, Owned } from '../access/scope.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { StoredCauses } from '../limits/causers.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'

/** One limit within one hour. `used` is null if it wasn't measured. */
export interface HourCounts {
  readonly used: number | null
  readonly refused: number
}
export type StoredHour = ReadonlyMap<TenantLimitKey, HourCounts>

export interface CauserName {
  readonly name: string
  readonly owner: Owned
  /** Set for rule nodes. */
  readonly ruleChainId: string | null
}

export type LimitStore = ReturnType<typeof createLimitStore>

export function createLimitStore(relational: RelationalStore) {
  const { build } = relational

  /** Does nothing if the tenant doesn't exist anymore. */
  const putHour = (tenantId: TenantId, ts: number, hour: StoredHour): Statement =>
    relational.statement(
      build
        .insertInto('limit_hour')
        .columns(['tenant_id', 'ts', 'used'])
        .expression(
          build
            .selectFrom('tenant')
            .select(['id', sql<number>`${ts}`.as('ts'), sql<string>`${textOfHour(hour)}`.as('used')])
            .where('id', '=', tenantId),
        )
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'ts']).doUpdateSet({ used: sql<string>`excluded.used` }),
        ),
    )

  const putCausers = (tenantId: TenantId, dayTs: number, causes: StoredCauses): Statement =>
    relational.statement(
      build
        .insertInto('limit_causer')
        .columns(['tenant_id', 'day_ts', 'causers'])
        .expression(
          build
            .selectFrom('tenant')
            .select(['id', sql<number>`${dayTs}`.as('day_ts'), sql<string>`${JSON.stringify(causes)}`.as('causers')])
            .where('id', '=', tenantId),
        )
        .onConflict((conflict) =>
          conflict.columns(['tenant_id', 'day_ts']).doUpdateSet({ causers: sql<string>`excluded.causers` }),
        ),
    )

  /** Deletes a tenant's history before a time. */
  const dropBefore = (tenantId: TenantId, ts: number): Statement[] => [
    relational.statement(build.deleteFrom('limit_hour').where('tenant_id', '=', tenantId).where('ts', '<', ts)),
    relational.statement(build.deleteFrom('limit_causer').where('tenant_id', '=', tenantId).where('day_ts', '<', ts)),
  ]

  /** Hours of a tenant from a time on, in ascending order. */
  async function hours(tenantId: TenantId, fromTs: number): Promise<{ ts: number; hour: StoredHour }[]> {
    const rows = await relational.all(
      build
        .selectFrom('limit_hour')
        .select(['ts', 'used'])
        .where('tenant_id', '=', tenantId)
        .where('ts', '>=', fromTs)
        .orderBy('ts'),
    )
    return rows.map(({ ts, used }) => ({ ts, hour: hourOfText(used) }))
  }

  /** Entries of all tenants for the hour that starts at `ts`. */
  async function hoursAt(ts: number): Promise<{ tenantId: TenantId; hour: StoredHour }[]> {
    const rows = await relational.all(build.selectFrom('limit_hour').select(['tenant_id', 'used']).where('ts', '=', ts))
    return rows.map(({ tenant_id, used }) => ({ tenantId: tenant_id, hour: hourOfText(used) }))
  }

  async function causers(tenantId: TenantId, fromTs: number): Promise<{ dayTs: number; causes: StoredCauses }[]> {
    const rows = await relational.all(
      build
        .selectFrom('limit_causer')
        .select(['day_ts', 'causers'])
        .where('tenant_id', '=', tenantId)
        .where('day_ts', '>=', fromTs)
        .orderBy('day_ts'),
    )
    return rows.map(({ day_ts, causers }) => ({ dayTs: day_ts, causes: JSON.parse(causers) as StoredCauses }))
  }

  async function causersAt(dayTs: number): Promise<{ tenantId: TenantId; causes: StoredCauses }[]> {
    const rows = await relational.all(
      build.selectFrom('limit_causer').select(['tenant_id', 'causers']).where('day_ts', '=', dayTs),
    )
    return rows.map(({ tenant_id, causers }) => ({
      tenantId: tenant_id,
      causes: JSON.parse(causers) as StoredCauses,
    }))
  }

  /** Names by id. Entities that are deleted or now belong to another tenant are omitted. */
  async function namesOf(tenantId: TenantId, entities: readonly EntityId[]): Promise<Map<string, CauserName>> {
    const names = new Map<string, CauserName>()
    const idsOf = (entityType: EntityType) => [
      ...new Set(entities.filter((each) => each.entityType === entityType).map(({ id }) => id)),
    ]
    for (const entityType of new Set(entities.map((each) => each.entityType))) {
      const { table, nameColumn, owner: of } = entityDescriptors[entityType]
      if (nameColumn === undefined || of.tenant !== 'tenant_id') continue
      const rows = await relational.all(
        build
          .selectFrom(table as 'device')
          .select([
            'id',
            sql<string>`${sql.ref(nameColumn)}`.as('name'),
            sql<string | null>`${of.authority ? sql.ref(of.authority) : sql.lit(null)}`.as('authority'),
          ])
          .where('tenant_id', '=', tenantId)
          .where('id', 'in', idsOf(entityType)),
      )
      for (const { id, name, authority } of rows) {
        const owner: Owned = { id: entityId(entityType, id), tenantId, customerId: NIL_UUID }
        const known = authority === null ? owner : { ...owner, authority: authority as Authority }
        names.set(id, { name, owner: known, ruleChainId: null })
      }
    }
    const nodes = idsOf('RULE_NODE')
    if (nodes.length === 0) return names
    const rows = await relational.all(
      build
        .selectFrom('rule_node')
        .innerJoin('rule_chain', 'rule_chain.id', 'rule_node.rule_chain_id')
        .select(['rule_node.id', 'rule_node.name', 'rule_node.rule_chain_id'])
        .where('rule_chain.tenant_id', '=', tenantId)
        .where('rule_node.id', 'in', nodes),
    )
    for (const { id, name, rule_chain_id } of rows) {
      const owner: Owned = { id: entityId('RULE_NODE', id), tenantId, customerId: NIL_UUID }
      names.set(id, { name, owner, ruleChainId: rule_chain_id })
    }
    return names
  }

  async function tenantOf(tenantId: TenantId) {
    const row = await relational.first(
      build
        .selectFrom('tenant')
        .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
        .select([
          'tenant.title',
          'tenant.email',
          'tenant_profile.id as profile_id',
          'tenant_profile.name as profile_name',
        ])
        .where('tenant.id', '=', tenantId),
    )
    return row && { title: row.title, email: row.email, profile: { id: row.profile_id, name: row.profile_name } }
  }

  /** Active alarms on tenants with this type prefix, as left by the previous run of the server. */
  async function activeAlarms(prefix: string): Promise<{ tenantId: TenantId; type: string }[]> {
    const rows = await relational.all(
      build
        .selectFrom('tenant')
        .innerJoin('alarm', 'alarm.originator_id', 'tenant.id')
        .select(['tenant.id', 'alarm.type'])
        .where(sql<boolean>`alarm.cleared = 0`)
        .where(sql<boolean>`substr(alarm.type, 1, ${prefix.length}) = ${prefix}`),
    )
    return rows.map(({ id, type }) => ({ tenantId: id, type }))
  }

  return {
    putHour,
    putCausers,
    dropBefore,
    hours,
    hoursAt,
    causers,
    causersAt,
    namesOf,
    tenantOf,
    activeAlarms,
  }
}

/** True if the limit's value persists until it changes, so that 0 isn't the same as unknown. */
export const isLasting = (key: TenantLimitKey): boolean => ['amount', 'month'].includes(tenantLimitOf(key).kind)

function textOfHour(hour: StoredHour): string {
  const values: Record<string, number | null | [number | null, number]> = {}
  for (const [key, { used, refused: rejected }] of hour) {
    if (rejected > 0) values[key] = [used, rejected]
    else if (used !== null && (used !== 0 || isLasting(key))) values[key] = used
  }
  return JSON.stringify(values)
}

/** Ignores limits of older or newer versions. */
function hourOfText(text: string): StoredHour {
  const hour = new Map<TenantLimitKey, HourCounts>()
  const values = JSON.parse(text) as Record<string, number | [number | null, number]>
  for (const [key, value] of Object.entries(values)) {
    if (!isTenantLimitKey(key)) continue
    const [used, rejected] = Array.isArray(value) ? value : [value, 0]
    hour.set(key, { used, refused: rejected })
  }
  return hour
}
