/** Reads attributes. Commits write them, as `AttributeWrite`. */

import type { TenantId, Uuid } from '@sonde/model/ids'
import type { AttributeScope, KeyedValue, ValueType } from '@sonde/model/telemetry/values'
import type { RelationalStore } from '../storage/relational.ts'
import { valueOfStoredText } from '../storage/series/value-codec.ts'

export interface StoredAttribute extends KeyedValue {
  readonly scope: AttributeScope
  /** Epoch ms. */
  readonly lastUpdateTs: number
}

/** Maximum entities per statement. */
const entitiesPerQuery = 1000

export type AttributeStore = ReturnType<typeof createAttributeStore>

export function createAttributeStore({ relational }: { relational: RelationalStore }) {
  const { build, dialect } = relational
  const columns = ['entity_id', 'scope', 'key', 'last_update_ts', 'value_type', 'value'] as const

  /** Attributes of an entity by key. Null: every scope, or every key. */
  async function attributes(
    entityId: string,
    scope: AttributeScope | null,
    keys: readonly string[] | null,
  ): Promise<StoredAttribute[]> {
    if (keys?.length === 0) return []
    let query = build.selectFrom('attribute').select(columns).where('entity_id', '=', entityId)
    if (scope) query = query.where('scope', '=', scope)
    if (keys) query = query.where('key', 'in', [...new Set(keys)])
    const sorted = query.orderBy('scope').orderBy('key')
    // Reads by key are small, and devices wait for them.
    return keys ? (await relational.all(sorted)).map(attributeOf) : relational.scan(sorted, attributeOf)
  }

  /** Attributes of several entities. Entities without any are omitted. */
  async function attributesOfMany(
    entityIds: readonly string[],
    scope: AttributeScope | null,
    keys: readonly string[],
  ): Promise<Map<string, StoredAttribute[]>> {
    const found = new Map<string, StoredAttribute[]>()
    if (keys.length === 0) return found
    for (let at = 0; at < entityIds.length; at += entitiesPerQuery) {
      let query = build
        .selectFrom('attribute')
        .select(columns)
        .where('entity_id', 'in', dialect.idList(entityIds.slice(at, at + entitiesPerQuery)))
        .where('key', 'in', dialect.idList([...new Set(keys)]))
      if (scope) query = query.where('scope', '=', scope)
      await relational.scan(query.orderBy('entity_id').orderBy('scope').orderBy('key'), (row) => {
        const list = found.get(row.entity_id)
        if (list) list.push(attributeOf(row))
        else found.set(row.entity_id, [attributeOf(row)])
      })
    }
    return found
  }

  /** Distinct attribute keys of an entity. */
  async function attributeKeys(entityId: string, scope: AttributeScope | null): Promise<string[]> {
    let query = build.selectFrom('attribute').select('key').distinct().where('entity_id', '=', entityId)
    if (scope) query = query.where('scope', '=', scope)
    return relational.scan(query.orderBy('key'), (row) => row.key)
  }

  /** Distinct attribute keys of the tenant's devices, optionally of one device profile. */
  async function attributeKeysOfDevices(
    tenantId: TenantId,
    deviceProfileId: Uuid<'DEVICE_PROFILE'> | null,
  ): Promise<string[]> {
    let devices = build.selectFrom('device').select('device.id').where('device.tenant_id', '=', tenantId)
    if (deviceProfileId) devices = devices.where('device.device_profile_id', '=', deviceProfileId)
    return relational.scan(
      build
        .selectFrom('attribute')
        .select('key')
        .distinct()
        .where('tenant_id', '=', tenantId)
        .where('entity_type', '=', 'DEVICE')
        .where('entity_id', 'in', devices)
        .orderBy('key'),
      (row) => row.key,
    )
  }

  return { attributes, attributesOfMany, attributeKeys, attributeKeysOfDevices }
}

function attributeOf(row: {
  scope: string
  key: string
  last_update_ts: number
  value_type: number
  value: string
}): StoredAttribute {
  const type = row.value_type as ValueType
  return {
    scope: row.scope as AttributeScope,
    key: row.key,
    lastUpdateTs: row.last_update_ts,
    type,
    value: valueOfStoredText(type, row.value),
  }
}
