/** Checks limits on telemetry keys and attributes, with reads on the main thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { EntityCensus } from '../entity-census.ts'
import type { KeyLimits, KeyRoom } from '../key-limits.ts'
import type { SeriesIndex } from './series-index.ts'

/** Up to this many keys are looked up before the limits are read. */
const fewKeys = 8

export interface KeyRoomDeps {
  readonly database: DatabaseSync
  readonly index: SeriesIndex
  readonly limits: KeyLimits
  readonly census: Pick<EntityCensus, 'note'>
}

export function createKeyRoom({ database, index, limits, census }: KeyRoomDeps): KeyRoom {
  const countAttributes = database.prepare('select count(*) as count from attribute where entity_id = ?')
  const known = database.prepare(
    `select count(*) as count from attribute where entity_id = ? and scope = ?
     and key in (select value from json_each(?))`,
  )
  const numberOf = (row: unknown) => (row as { count: number }).count

  return {
    telemetry(tenantId, entityId, values) {
      const { slots } = index.entity(entityId)
      // Fast path for the usual case: called twice for every message.
      if (values.length <= fewKeys && areKnown(values, slots)) return null
      const ofTenant = index.tenantSeries(tenantId)
      const max = limits.of(tenantId, 'telemetryKeys')
      const tenantMax = limits.of(tenantId, 'tenantTelemetryKeys')
      if (slots.size + values.length <= max && ofTenant + values.length <= tenantMax) return null
      const added = new Set<string>()
      for (const { key } of values) if (!slots.has(key)) added.add(key)
      if (added.size === 0) return null
      if (slots.size + added.size > max) return 'telemetryKeys'
      return ofTenant + added.size > tenantMax ? 'tenantTelemetryKeys' : null
    },

    attributes(tenantId, entityId, scope, values) {
      const max = limits.of(tenantId, 'attributes')
      const count = numberOf(countAttributes.get(entityId))
      census.note('attributes', tenantId, count)
      if (count + values.length <= max) return null
      const keys = [...new Set(values.map(({ key }) => key))]
      const added = keys.length - numberOf(known.get(entityId, scope, JSON.stringify(keys)))
      return added > 0 && count + added > max ? 'attributes' : null
    },

    telemetryKeysOf: (tenantId) => index.tenantSeries(tenantId),
  }
}

function areKnown(values: readonly { readonly key: string }[], slots: ReadonlyMap<string, unknown>): boolean {
  for (let i = 0; i < values.length; i++) if (!slots.has((values[i] as { key: string }).key)) return false
  return true
}
