/**
 * Which number stands for which entity and key, and the latest value of each: the main thread's own memory of it.
 *
 * An entity is loaded from the database when it is first asked for and kept. It may be forgotten again only when
 * nothing of it is on its way and its latest values are in the table; so what is here is never behind the table.
 */

import type { DatabaseSync } from 'node:sqlite'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import type { LatestPoint } from '../series.ts'
import { seriesNumberMax } from './points-batch.ts'
import type { NewSeries } from './worker-protocol.ts'

export interface SeriesSlot {
  readonly series: number
  readonly key: string
  readonly entity: EntitySeries
  /** undefined: there is no latest value. */
  latest: LatestPoint | undefined
  /** The first group whose latest value is not in the table; 0: the table is right. */
  dirtyGroup: number
}

export interface EntitySeries {
  readonly id: string
  readonly slots: Map<string, SeriesSlot>
  /** The last group that held a point of it. */
  lastGroup: number
  used: boolean
}

/** Series and entities kept in memory, about 200 bytes each. */
const slotsMax = 100_000

export interface SeriesIndex {
  entity(entityId: string): EntitySeries
  /** Loads those that are missing at once. */
  load(entityIds: readonly string[]): void
  /** The slot, made if the series is new; then it is added to `created`. */
  slot(entity: EntitySeries, tenant: string, key: string, created: NewSeries[]): SeriesSlot
  /** Forgets entities above the bound of which everything up to this group is in the table. */
  shrink(latestThrough: number): void
}

interface SeriesRow {
  entity: string
  series: number
  key: string
  ts: number | null
  type: number
  value: number | string
}

export function createSeriesIndex(database: DatabaseSync, firstNewSeries: number): SeriesIndex {
  const entities = new Map<string, EntitySeries>()
  const keyNames = new Map<string, string>()
  const select = `select entity, id as series, key, ts, type, value from series left join latest on series = id`
  const selectOne = database.prepare(`${select} where entity = ? order by id`)
  const selectMany = database.prepare(`${select} where entity in (select value from json_each(?)) order by id`)
  let nextSeries = firstNewSeries
  let slotCount = 0

  function add(entity: EntitySeries, key: string, series: number): SeriesSlot {
    // One copy of each key for all entities.
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

  function remember(id: string): EntitySeries {
    const entity: EntitySeries = { id, slots: new Map(), lastGroup: 0, used: true }
    entities.set(id, entity)
    slotCount++
    return entity
  }

  function take(entity: EntitySeries, { series, key, ts, type, value }: SeriesRow) {
    const slot = add(entity, key, series)
    if (ts === null) return
    slot.latest = { key: slot.key, ts, type: type as ValueType, value: fromTable(type, value) }
  }

  return {
    entity(entityId) {
      const known = entities.get(entityId)
      if (known) {
        known.used = true
        return known
      }
      const entity = remember(entityId)
      for (const row of selectOne.all(entityId) as unknown as SeriesRow[]) take(entity, row)
      return entity
    },

    load(entityIds) {
      const missing = entityIds.filter((id) => !entities.has(id))
      if (missing.length < 2) return
      for (const id of missing) remember(id)
      for (const row of selectMany.all(JSON.stringify(missing)) as unknown as SeriesRow[]) {
        take(entities.get(row.entity) as EntitySeries, row)
      }
    },

    slot(entity, tenant, key, created) {
      const known = entity.slots.get(key)
      if (known) return known
      if (nextSeries > seriesNumberMax) throw new Error(`There are more than ${seriesNumberMax} series.`)
      const slot = add(entity, key, nextSeries++)
      created.push({ series: slot.series, tenant, entity: entity.id, key: slot.key })
      return slot
    },

    shrink(latestThrough) {
      if (slotCount <= slotsMax) return
      let looks = 1000
      for (const [id, entity] of entities) {
        if (slotCount <= slotsMax || looks-- === 0) return
        // Second chance: what was used since the last look goes to the end.
        entities.delete(id)
        if (entity.used || entity.lastGroup > latestThrough) {
          entity.used = false
          entities.set(id, entity)
        } else slotCount -= entity.slots.size + 1
      }
    },
  }
}

function fromTable(type: number, value: number | string): RawValue {
  if (type === ValueType.BOOLEAN) return value === 1
  if (type === ValueType.LONG && typeof value === 'string') return BigInt(value)
  return value
}
