/** Loads fields, attributes and latest values of entities for responses and filters. */

import type { EntityKey, EntityKeyType, LatestValues, TsValue } from '@sonde/model/entity-query/entity-query'
import { type AttributeScope, type TypedValue, ValueType, valueText } from '@sonde/model/telemetry/values'
import type { VisitorView } from '../access/readable-values.ts'
import type { LatestPoint, SeriesStore } from '../storage/series.ts'
import type { AttributeStore, StoredAttribute } from '../telemetry/attribute-store.ts'
import type { Turns } from '../turns/turns.ts'
import type { EntityRow } from './entity-query-store.ts'

export interface KnownValue extends TypedValue {
  /** Epoch ms. */
  readonly ts: number
}

/** Looks up a loaded value of an entity; undefined: no value. */
export type ValueLookup = (row: EntityRow, key: EntityKey) => KnownValue | undefined

const scopes: { readonly [T in EntityKeyType]?: AttributeScope | null } = {
  ATTRIBUTE: null,
  CLIENT_ATTRIBUTE: 'CLIENT_SCOPE',
  SHARED_ATTRIBUTE: 'SHARED_SCOPE',
  SERVER_ATTRIBUTE: 'SERVER_SCOPE',
}

/** Attribute scope of a key type. null: all scopes; undefined: not an attribute. */
export const attributeScopeOf = (type: EntityKeyType): AttributeScope | null | undefined => scopes[type]

export interface ValueSources {
  readonly attributes: Pick<AttributeStore, 'attributesOfMany'>
  readonly series: Pick<SeriesStore, 'latestOfMany'>
}

/** Entities per batch of loaded values; small enough for a quick read. */
const idsAtOnce = 250

/** Loads the values of the keys, with one attribute read and one series read per batch of entities. */
export async function loadValues(
  { attributes, series }: ValueSources,
  rows: readonly EntityRow[],
  keys: readonly EntityKey[],
  nowMs: number,
  turns: Pick<Turns, 'isOver' | 'next'>,
): Promise<ValueLookup> {
  const ids = rows.map(({ entityId }) => entityId.id)
  const named = (wanted: (type: EntityKeyType) => boolean) => [
    ...new Set(keys.filter(({ type }) => wanted(type)).map(({ key }) => key)),
  ]
  const attributeKeys = named((type) => attributeScopeOf(type) !== undefined)
  const seriesKeys = named((type) => type === 'TIME_SERIES')
  const stored = new Map<string, readonly StoredAttribute[]>()
  const latest = new Map<string, readonly LatestPoint[]>()
  const isRequested = attributeKeys.length > 0 || seriesKeys.length > 0
  for (let at = 0; isRequested && at < ids.length; at += idsAtOnce) {
    if (turns.isOver) await turns.next()
    const some = ids.slice(at, at + idsAtOnce)
    const [ofAttributes, ofSeries] = await Promise.all([
      attributeKeys.length > 0 ? attributes.attributesOfMany(some, null, attributeKeys) : null,
      seriesKeys.length > 0 ? series.latestOfMany(some, seriesKeys) : [],
    ])
    for (const [id, found] of ofAttributes ?? []) stored.set(id, found)
    for (const [i, points] of ofSeries.entries()) latest.set(some[i] as string, points)
  }

  return (row, { type, key }) => {
    if (type === 'ENTITY_FIELD') return fieldValue(row, key, nowMs)
    if (type === 'TIME_SERIES') return latest.get(row.entityId.id)?.find((point) => point.key === key)
    const scope = attributeScopeOf(type)
    if (scope === undefined) return undefined
    return newest(stored.get(row.entityId.id) ?? [], scope, key)
  }
}

/** Wraps a lookup so that values the caller may not read are missing. Each row must have the `shownFields`. */
export function seenBy(view: VisitorView | null, lookUp: ValueLookup): ValueLookup {
  if (!view) return lookUp
  return (row, { type, key }) => {
    const readable = view.ofRow(row)
    if (readable.may(type, key)) return lookUp(row, { type, key })
    const isDescribed = type === 'ENTITY_FIELD' && key === 'additionalInfo' && readable.description
    return isDescribed ? descriptionOf(lookUp(row, { type, key })) : undefined
  }
}

/** Reduces `additionalInfo` to its description. */
function descriptionOf(value: KnownValue | undefined): KnownValue | undefined {
  if (typeof value?.value !== 'string' || value.value === '') return undefined
  const { description } = (JSON.parse(value.value) ?? {}) as { readonly description?: unknown }
  return typeof description === 'string' ? { ...value, value: JSON.stringify({ description }) } : undefined
}

function newest(attributes: readonly StoredAttribute[], scope: AttributeScope | null, key: string) {
  let found: StoredAttribute | undefined
  for (const attribute of attributes) {
    if (attribute.key !== key || (scope !== null && attribute.scope !== scope)) continue
    if (!found || attribute.lastUpdateTs > found.lastUpdateTs) found = attribute
  }
  return found && { ts: found.lastUpdateTs, type: found.type, value: found.value }
}

/** Value of a field, with the current time as `ts`; an empty text if the entity doesn't have the field. */
export function fieldValue({ entityId, fields }: EntityRow, key: string, nowMs: number): KnownValue {
  const value = key === 'entityType' ? entityId.entityType : ((Object.hasOwn(fields, key) ? fields[key] : null) ?? '')
  return typeof value === 'number'
    ? { ts: nowMs, type: ValueType.LONG, value }
    : { ts: nowMs, type: ValueType.STRING, value }
}

const missing: TsValue = { ts: 0, value: '' }

/** Values of the keys as text, by key type and key. */
export function latestOf(row: EntityRow, keys: readonly EntityKey[], lookUp: ValueLookup): LatestValues {
  const latest: { [T in EntityKeyType]?: Record<string, TsValue> } = {}
  for (const key of keys) {
    const value = lookUp(row, key)
    const ofType = latest[key.type] ?? {}
    latest[key.type] = ofType
    ofType[key.key] = value ? { ts: value.ts, value: valueText(value) } : missing
  }
  return latest
}
