/** Finds time series by their entity's name and their key: `temperature of Pump 3`, `pump`, `vibr`. */

import { type ParsedValue, parseValue } from '@sonde/model/dashboards/series-column'
import { kindOf, sourceTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityData, EntityDataQuery, EntityKey, KeyFilter } from '@sonde/model/entity-query/entity-query'
import type { EntityId, EntityType } from '@sonde/model/ids'
import { type KeyLookup, keyName } from '@sonde/model/key-descriptions/key-lookup'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../session/page-client.ts'

export interface FoundSeries {
  readonly entity: EntityId & { readonly entityType: SearchedType }
  readonly name: string
  readonly key: string
  /** Latest value. */
  readonly value: string
}

/** Entity types whose telemetry is searched. */
const searchedTypes = [...sourceTypes, 'ENTITY_VIEW'] as const
type SearchedType = (typeof searchedTypes)[number]
/** Maximum number of keys that the words can match. */
const keysMax = 2
/** Maximum number of keys read for an entity found by name. */
const keysOfEntityMax = 50
const entitiesMax = 10

const name: EntityKey = { type: 'ENTITY_FIELD', key: 'name' }

export interface SearchWords {
  /** Keys matched by the words; empty: none. */
  readonly keys: readonly string[]
  /** Remaining words, for the entity's name. */
  readonly name: string
}

/** Splits the text: words that are part of a key or its display name select keys; the others form the entity's name. */
export function wordsOf(text: string, keys: readonly string[], lookup: KeyLookup): SearchWords {
  const words = text.trim().split(/\s+/).filter(Boolean)
  const has = (key: string, word: string) =>
    [key, keyName(key, lookup(key))].some((name) => name.toLowerCase().includes(word.toLowerCase()))
  const ofKeys = words.filter((word) => keys.some((key) => has(key, word)))
  const found = ofKeys.length === 0 ? [] : keys.filter((key) => ofKeys.every((word) => has(key, word)))
  if (found.length === 0) return { keys: [], name: words.join(' ') }
  const rest = words.filter((word) => !ofKeys.includes(word))
  // Drops the "of" in `temperature of Pump 3`.
  const isJoined = rest[0]?.toLowerCase() === 'of' && rest.length > 1
  const sorted = found.toSorted((a, b) => a.length - b.length)
  return { keys: sorted.slice(0, keysMax), name: (isJoined ? rest.slice(1) : rest).join(' ') }
}

/** Whether the value can be drawn in a chart. */
const isDrawn = (value: string): boolean => value !== '' && parseValue(value).kind !== 'text'

/** Page and search parameters of a series' chart, in the drawer of its entity. */
export const chartPlace = ({ entity, key }: Pick<FoundSeries, 'entity' | 'key'>) => ({
  path: kindOf(entity.entityType).page,
  search: { open: entity.id, tab: 'telemetry', 'telemetry.key': key },
})

/** Keys in use among entities visible to the caller: the first 100 entities of each type. */
export async function usedKeys(client: Client, signal?: AbortSignal): Promise<readonly string[]> {
  const answers = await Promise.all(
    searchedTypes.map((entityType) =>
      client.entityQuery.keys(
        { entityFilter: { type: 'entityType', entityType }, pageLink: { page: 0, pageSize: 100 } },
        { timeseries: true, attributes: false },
        { signal, ignoreErrors: true, ignoreLoading: true },
      ),
    ),
  )
  return [...new Set(answers.flatMap(({ timeseries }) => timeseries))].sort((a, b) => a.localeCompare(b))
}

const keysStaleMs = 60_000

/** Cached version of `usedKeys`, reloaded at most once a minute. */
export const cachedKeys = (client: Client, queries: QueryClient): Promise<readonly string[]> =>
  queries.fetchQuery({ queryKey: ['telemetry', 'usedKeys'], staleTime: keysStaleMs, queryFn: () => usedKeys(client) })

/** Returns at most `max` series; those with a matching key come first. */
export async function findSeries(
  client: Client,
  text: string,
  { keys, lookup }: { readonly keys: readonly string[]; readonly lookup: KeyLookup },
  max: number,
  signal?: AbortSignal,
): Promise<readonly FoundSeries[]> {
  if (keys.length === 0) return []
  const words = wordsOf(text, keys, lookup)
  const ask = (entityType: SearchedType, part: Partial<EntityDataQuery>, textSearch: string, size: number) =>
    client.entityQuery.find(
      {
        entityFilter: { type: 'entityType', entityType },
        entityFields: [name],
        pageLink: { page: 0, pageSize: size, textSearch, sortOrder: { key: name, direction: 'ASC' } },
        ...part,
      },
      { signal, ignoreErrors: true, ignoreLoading: true },
    )
  const seriesKey = (key: string): EntityKey => ({ type: 'TIME_SERIES', key })
  const byKey = searchedTypes.flatMap((type) =>
    words.keys.map(async (key) => {
      const { data } = await ask(
        type,
        { latestValues: [seriesKey(key)], keyFilters: [hasNumber(key)] },
        words.name,
        max,
      )
      return data.flatMap((row) => seriesOf(type, row, [key]))
    }),
  )
  const readKeys = keys.slice(0, keysOfEntityMax)
  // If the text matches both a key and a name, the whole text isn't searched as a name.
  const byName = (words.keys.length > 0 && words.name !== '' ? [] : searchedTypes).map(async (type) => {
    const { data } = await ask(type, { latestValues: readKeys.map(seriesKey) }, text.trim(), entitiesMax)
    return data.flatMap((row) => seriesOf(type, row, readKeys))
  })
  const found = (await Promise.all([...byKey, ...byName])).flat()
  const unique = new Map(found.map((one) => [`${one.entity.id} ${one.key}`, one]))
  return [...unique.values()].slice(0, max)
}

/** Entities of a type with a value of the key, by name; at most `max`. */
export async function findEntitiesWithKey(
  client: Pick<Client, 'entityQuery'>,
  entityType: EntityType,
  key: string,
  kind: ParsedValue['kind'],
  text: string,
  max: number,
  signal?: AbortSignal,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { data } = await client.entityQuery.find(
    {
      entityFilter: { type: 'entityType', entityType },
      entityFields: [name],
      keyFilters: [kind === 'boolean' ? hasBoolean(key) : hasNumber(key)],
      pageLink: { page: 0, pageSize: max, textSearch: text, sortOrder: { key: name, direction: 'ASC' } },
    },
    { signal, ignoreErrors: true, ignoreLoading: true },
  )
  return data.map(({ entityId, latest }) => ({
    id: entityId.id,
    name: latest.ENTITY_FIELD?.name?.value ?? entityId.id,
  }))
}

/** Filter for entities whose value of the key is true or false. */
const hasBoolean = (key: string): KeyFilter => ({
  key: { type: 'TIME_SERIES', key },
  valueType: 'BOOLEAN',
  predicate: {
    type: 'COMPLEX',
    operation: 'OR',
    predicates: [true, false].map((defaultValue) => ({
      type: 'BOOLEAN' as const,
      operation: 'EQUAL' as const,
      value: { defaultValue },
    })),
  },
})

/** Filter for entities with a numeric value of the key. */
const hasNumber = (key: string): KeyFilter => ({
  key: { type: 'TIME_SERIES', key },
  valueType: 'NUMERIC',
  predicate: { type: 'NUMERIC', operation: 'GREATER_OR_EQUAL', value: { defaultValue: -Number.MAX_VALUE } },
})

function seriesOf(entityType: SearchedType, { entityId, latest }: EntityData, keys: readonly string[]): FoundSeries[] {
  return keys.flatMap((key) => {
    const found = latest.TIME_SERIES?.[key]
    if (!found || found.ts === 0 || !isDrawn(found.value)) return []
    const entityName = latest.ENTITY_FIELD?.name?.value ?? entityId.id
    return [{ entity: { entityType, id: entityId.id }, name: entityName, key, value: found.value }]
  })
}
