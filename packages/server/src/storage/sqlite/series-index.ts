/**
 * Maps entities and keys to series numbers and latest values, in the memory of the main thread.
 *
 * An entity is loaded from the database at first use and cached. It may be evicted only if none of its points are in
 * flight and its latest values are in the table, so the cache is never behind the table. Long texts stay in the table,
 * so the memory is bounded by the number of keys.
 *
 * A new key creates a new series. The index rejects a series that exceeds the limit of its entity or tenant.
 */

import type { DatabaseSync } from 'node:sqlite'
import { type Point, type RawValue, ValueType } from '@sonde/model/telemetry/values'
import type { EntityCensus } from '../entity-census.ts'
import { defaultKeyLimits, KeyLimitReached, type KeyLimits } from '../key-limits.ts'
import { seriesNumberMax } from '../series/points-batch.ts'
import type { LatestPoint } from '../series.ts'
import type { NewSeries } from './worker-protocol.ts'

/** Updated in place for each point; callers get copies. */
interface SlotLatest {
  ts: number
  type: ValueType
  /** null: too long to be cached. */
  value: RawValue | null
}

export interface SeriesSlot {
  readonly series: number
  readonly key: string
  readonly entity: EntitySeries
  /** undefined: no latest value. */
  latest: Readonly<SlotLatest> | undefined
  /** The first group whose latest value isn't in the table yet; 0: the table is up to date. */
  dirtyGroup: number
}

export interface EntitySeries {
  readonly id: string
  /** Tenant that its series count for; empty: no series. */
  tenant: string
  readonly slots: Map<string, SeriesSlot>
  /** The last group with a point of this entity. */
  lastGroup: number
  used: boolean
}

/** Maximum number of cached series and entities, about 200 bytes each. */
const slotsMax = 200_000
/** Longer texts (characters) are loaded only when requested. */
const longText = 1024
/** Number of text characters that weigh as much as a slot. */
const charactersPerSlot = 200

export interface SeriesIndex {
  entity(entityId: string): EntitySeries
  /** Loads the missing entities with one query. */
  load(entityIds: readonly string[]): void
  /** Returns the slot. Creates it if the series is new, and adds it to `created`. Throws `KeyLimitReached`. */
  slot(entity: EntitySeries, tenant: string, key: string, created: NewSeries[]): SeriesSlot
  /** Reverts the creation of series for a transaction that isn't stored. */
  uncreate(created: readonly NewSeries[]): void
  /** Removes slots whose series are removed. */
  remove(slots: readonly SeriesSlot[]): void
  /** Number of series of a tenant. */
  readonly tenantSeries: (tenantId: string) => number
  /** The latest value of a slot; a long one is read from the table. */
  latest(slot: SeriesSlot): LatestPoint | undefined
  /** Replaces the latest value with a newer one. */
  setLatest(slot: SeriesSlot, latest: Point | undefined): void
  /** Evicts entities above the limit, except those with points in later groups, which aren't in the table yet. */
  shrink(latestThrough: number): void
}

interface SeriesRow {
  entity: string
  tenant: string
  series: number
  key: string
  ts: number | null
  type: number
  /** null: no value, or a long one. */
  value: number | string | null
}

export function createSeriesIndex(
  database: DatabaseSync,
  firstNewSeries: number,
  keyLimits: KeyLimits = defaultKeyLimits,
  census?: Pick<EntityCensus, 'note'>,
): SeriesIndex {
  const entities = new Map<string, EntitySeries>()
  const keyNames = new Map<string, string>()
  const isLong = `type in (${ValueType.STRING}, ${ValueType.JSON}) and length(value) > ${longText}`
  const select = `select entity, tenant, id as series, key, ts, type, case when ${isLong} then null else value end as value
    from series left join latest on series = id`
  const selectValue = database.prepare('select value from latest where series = ?')
  const counts = new Map<string, number>()
  for (const row of database.prepare('select tenant, count from series_count').iterate()) {
    counts.set(row.tenant as string, row.count as number)
  }
  const selectOne = database.prepare(`${select} where entity = ? order by id`)
  const selectMany = database.prepare(`${select} where entity in (select value from json_each(?)) order by id`)
  let nextSeries = firstNewSeries
  let slotCount = 0

  function add(entity: EntitySeries, key: string, series: number): SeriesSlot {
    // All entities share one string per key.
    let name = keyNames.get(key)
    if (name === undefined) {
      if (keyNames.size > slotsMax) keyNames.clear()
      name = key
      keyNames.set(key, key)
    }
    const slot: SeriesSlot = { series, key: name, entity, latest: undefined, dirtyGroup: 0 }
    entity.slots.set(name, slot)
    slotCount++
    return slot
  }

  function drop(slot: SeriesSlot) {
    slotCount -= 1 + weightOf(slot.latest)
    slot.entity.slots.delete(slot.key)
  }

  const count = (tenant: string, change: number) => {
    counts.set(tenant, Math.max(0, (counts.get(tenant) ?? 0) + change))
  }

  function requireRoom(entity: EntitySeries, tenant: string) {
    if (entity.slots.size >= keyLimits.of(tenant, 'telemetryKeys')) {
      throw new KeyLimitReached('telemetryKeys', tenant, entity.id)
    }
    if ((counts.get(tenant) ?? 0) >= keyLimits.of(tenant, 'tenantTelemetryKeys')) {
      throw new KeyLimitReached('tenantTelemetryKeys', tenant, entity.id)
    }
  }

  function remember(id: string): EntitySeries {
    const entity: EntitySeries = { id, tenant: '', slots: new Map(), lastGroup: 0, used: true }
    entities.set(id, entity)
    slotCount++
    return entity
  }

  function apply(entity: EntitySeries, { tenant, series, key, ts, type, value }: SeriesRow) {
    entity.tenant = tenant
    const slot = add(entity, key, series)
    if (ts === null) return
    slot.latest = { ts, type: type as ValueType, value: value === null ? null : fromTable(type, value) }
    slotCount += weightOf(slot.latest)
  }

  return {
    entity(entityId) {
      const existing = entities.get(entityId)
      if (existing) {
        existing.used = true
        return existing
      }
      const entity = remember(entityId)
      for (const row of selectOne.all(entityId) as unknown as SeriesRow[]) apply(entity, row)
      return entity
    },

    load(entityIds) {
      const missing = entityIds.filter((id) => !entities.has(id))
      if (missing.length < 2) return
      for (const id of missing) remember(id)
      for (const row of selectMany.all(JSON.stringify(missing)) as unknown as SeriesRow[]) {
        apply(entities.get(row.entity) as EntitySeries, row)
      }
    },

    slot(entity, tenant, key, created) {
      const existing = entity.slots.get(key)
      if (existing) return existing
      requireRoom(entity, tenant)
      if (nextSeries > seriesNumberMax) throw new Error(`There are more than ${seriesNumberMax} series.`)
      const slot = add(entity, key, nextSeries++)
      entity.tenant = tenant
      count(tenant, 1)
      census?.note('telemetryKeys', tenant, entity.slots.size)
      created.push({ series: slot.series, tenant, entity: entity.id, key: slot.key })
      return slot
    },

    uncreate(created) {
      for (const { entity, tenant, key } of created) {
        const slot = entities.get(entity)?.slots.get(key)
        if (slot) drop(slot)
        count(tenant, -1)
      }
    },

    remove(slots) {
      for (const slot of slots) {
        drop(slot)
        count(slot.entity.tenant, -1)
      }
    },

    tenantSeries: (tenantId) => counts.get(tenantId) ?? 0,

    latest(slot) {
      const { key, latest } = slot
      if (latest === undefined) return undefined
      const { ts, type, value } = latest
      if (value !== null) return { key, ts, type, value }
      // The table has the current value: a newer value that isn't in the table yet is in memory.
      const row = selectValue.get(slot.series)
      return row && { key, ts, type, value: row.value as string }
    },

    setLatest(slot, latest) {
      const known: SlotLatest | undefined = slot.latest
      slotCount += weightOf(latest) - weightOf(known)
      if (latest === undefined) slot.latest = undefined
      else if (known === undefined) slot.latest = { ts: latest.ts, type: latest.type, value: latest.value }
      else {
        known.ts = latest.ts
        known.type = latest.type
        known.value = latest.value
      }
    },

    shrink(latestThrough) {
      if (slotCount <= slotsMax) return
      let looks = 1000
      for (const [id, entity] of entities) {
        if (slotCount <= slotsMax || looks-- === 0) return
        // Second-chance eviction: entities used since the last pass move to the end.
        entities.delete(id)
        if (entity.used || entity.lastGroup > latestThrough) {
          entity.used = false
          entities.set(id, entity)
        } else {
          slotCount -= 1
          for (const { latest } of entity.slots.values()) slotCount -= 1 + weightOf(latest)
        }
      }
    },
  }
}

function fromTable(type: number, value: number | string): RawValue {
  if (type === ValueType.BOOLEAN) return value === 1
  if (type === ValueType.LONG && typeof value === 'string') return BigInt(value)
  return value
}

/** Weight of a latest value in addition to its slot, in slots. */
const weightOf = (latest: SeriesSlot['latest']): number =>
  typeof latest?.value === 'string' ? Math.floor(latest.value.length / charactersPerSlot) : 0
