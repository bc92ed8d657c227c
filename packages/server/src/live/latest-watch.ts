/**
 * Tracks the latest values of an entity: the ones that the client knows, and the changes since the last update.
 *
 * Older values, and known values with an unchanged time, aren't sent. A deleted key is sent as ts 0 and "".
 */

import type { EntityKey, EntityKeyType, LatestValues, TsValue } from '@sonde/model/entity-query/entity-query'
import { type AttributeScope, valueText } from '@sonde/model/telemetry/values'
import { attributeScopeOf } from '../entity-query/entity-values.ts'
import type { SeriesStore } from '../storage/series.ts'
import type { AttributeWrite, DeletedLatest, PointWrite } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'

/** Watched keys, indexed for lookups by changes. Entity fields aren't watched. */
export interface WatchedKeys {
  readonly series: ReadonlySet<string>
  readonly attributes: ReadonlyMap<string, readonly { type: EntityKeyType; scope: AttributeScope | null }[]>
}

export function watchedKeys(keys: readonly EntityKey[]): WatchedKeys {
  const series = new Set<string>()
  const attributes = new Map<string, { type: EntityKeyType; scope: AttributeScope | null }[]>()
  for (const { type, key } of keys) {
    if (type === 'TIME_SERIES') series.add(key)
    const scope = attributeScopeOf(type)
    if (scope === undefined) continue
    const ofKey = attributes.get(key)
    if (ofKey) ofKey.push({ type, scope })
    else attributes.set(key, [{ type, scope }])
  }
  return { series, attributes }
}

type Values = { [T in EntityKeyType]?: Record<string, TsValue> }

export type LatestWatch = ReturnType<typeof createLatestWatch>

/**
 * `onDeleted` receives a deleted attribute that another scope may still have; values found there are passed to `offer`.
 * `may` decides which values the caller may read; absent: all.
 */
export function createLatestWatch(
  keys: WatchedKeys,
  known: LatestValues,
  onDeleted: (key: string) => void,
  may?: (type: EntityKeyType, key: string) => boolean,
) {
  const current: Values = {}
  for (const [type, values] of Object.entries(known)) current[type as EntityKeyType] = { ...values }
  let changed: Values | null = null

  /** Returns true if the value is new for the client. */
  function offer(type: EntityKeyType, key: string, value: TsValue): boolean {
    if (may && !may(type, key)) return false
    const ofType = current[type] ?? {}
    current[type] = ofType
    const before = ofType[key]
    if (before) {
      if (before.ts === value.ts && before.value === value.value) return false
      if (value.ts < before.ts && value.ts !== 0) return false
    } else if (value.ts === 0 && value.value === '') return false
    ofType[key] = value
    changed ??= {}
    const changedOfType = changed[type] ?? {}
    changed[type] = changedOfType
    changedOfType[key] = value
    return true
  }

  return {
    offer,
    /** Returns true if a value has changed. */
    points(points: readonly PointWrite[]): boolean {
      let hasChanged = false
      for (const point of points) {
        if (!keys.series.has(point.key)) continue
        if (offer('TIME_SERIES', point.key, { ts: point.ts, value: valueText(point) })) hasChanged = true
      }
      return hasChanged
    },
    /** Handles deleted latest values; an older value that takes their place is a change too. */
    deletedLatest(deleted: readonly DeletedLatest[]): boolean {
      let hasChanged = false
      for (const { key, latest } of deleted) {
        if (!keys.series.has(key)) continue
        const gone = offer('TIME_SERIES', key, { ts: 0, value: '' })
        const older = latest !== null && offer('TIME_SERIES', key, { ts: latest.ts, value: valueText(latest) })
        if (gone || older) hasChanged = true
      }
      return hasChanged
    },
    attributes(writes: readonly AttributeWrite[]): boolean {
      let hasChanged = false
      for (const write of writes) {
        for (const { type, scope } of keys.attributes.get(write.key) ?? []) {
          if (scope !== null && scope !== write.scope) continue
          const value = write.value ? { ts: write.lastUpdateTs, value: valueText(write.value) } : { ts: 0, value: '' }
          if (offer(type, write.key, value)) hasChanged = true
          if (!write.value && scope === null) onDeleted(write.key)
        }
      }
      return hasChanged
    },
    /** Returns the values that the client doesn't know yet, and marks them as sent. */
    drain(): LatestValues | null {
      const taken = changed
      changed = null
      return taken
    },
    /** All known values. */
    get values(): LatestValues {
      return current
    },
  }
}

export interface LatestSources {
  readonly attributes: Pick<AttributeStore, 'attributesOfMany'>
  readonly series: Pick<SeriesStore, 'latestOfMany'>
}

/** Offers the stored values to the watch of each entity. Returns the IDs of entities with changed values. */
export async function catchUp(
  { attributes, series }: LatestSources,
  watches: ReadonlyMap<string, Pick<LatestWatch, 'offer'>>,
  keys: WatchedKeys,
): Promise<Set<string>> {
  const ids = [...watches.keys()]
  const changedKeys = new Set<string>()
  if (ids.length === 0) return changedKeys
  const [stored, latest] = await Promise.all([
    attributes.attributesOfMany(ids, null, [...keys.attributes.keys()]),
    keys.series.size > 0 ? series.latestOfMany(ids, [...keys.series]) : [],
  ])
  ids.forEach((id, at) => {
    const watch = watches.get(id)
    if (!watch) return
    const offer = (type: EntityKeyType, key: string, ts: number, value: string) => {
      if (watch.offer(type, key, { ts, value })) changedKeys.add(id)
    }
    for (const point of latest[at] ?? []) offer('TIME_SERIES', point.key, point.ts, valueText(point))
    for (const attribute of stored.get(id) ?? []) {
      for (const { type, scope } of keys.attributes.get(attribute.key) ?? []) {
        if (scope === null || scope === attribute.scope) {
          offer(type, attribute.key, attribute.lastUpdateTs, valueText(attribute))
        }
      }
    }
  })
  return changedKeys
}
