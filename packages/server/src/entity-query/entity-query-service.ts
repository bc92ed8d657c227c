/**
 * Entity queries: which entities match, what they hold, in pages (dashboards.md §7).
 *
 * A query without key filters and text search, sorted by a field of the entity, is one page of SQL. Every other looks
 * at all candidates of its entity filter in memory, up to a bound.
 */

import type {
  EntityCountQuery,
  EntityData,
  EntityDataQuery,
  EntityKey,
  EntityKeysInfo,
  KeyFilter,
} from '@sonde/model/entity-query/entity-query'
import { entitiesPerPageMax } from '@sonde/model/entity-query/entity-query'
import {
  dynamicKey,
  dynamicValuesOf,
  predicateMatches,
  type ResolveDynamic,
} from '@sonde/model/entity-query/key-filters'
import { badRequest } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import { emptyPage, type PageData, pageOf } from '@sonde/model/paging'
import { type TypedValue, ValueType, valueText } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Storage } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { createEntityQueryStore, type EntityRow, idsPerQuery } from './entity-query-store.ts'
import { type Selection, selectionsOf } from './entity-selection.ts'
import { latestOf, loadValues, type ValueLookup } from './entity-values.ts'

/** Entities that a query with key filters, text search or a sort by values may look at. */
export const candidatesMax = 50_000
/** Entities of which keys are collected. */
export const keysEntitiesMax = 100

export interface EntityQueryParts {
  readonly storage: Pick<Storage, 'relational' | 'series'>
  readonly attributes: AttributeStore
  readonly clock: Clock
}

export interface EntityQuery {
  /** Throws 400 when the query has to look at more than `candidatesMax` entities. */
  find(scope: Scope, query: EntityDataQuery): Promise<PageData<EntityData>>
  count(scope: Scope, query: EntityCountQuery): Promise<number>
  /** Keys in use on the first 100 entities that match. */
  keys(
    scope: Scope,
    query: EntityDataQuery,
    wanted: { timeseries: boolean; attributes: boolean },
  ): Promise<EntityKeysInfo>
  /** The first `max` entities that match with the values of these keys, and how many match in all. */
  matching(
    scope: Scope,
    query: EntityCountQuery,
    keys: readonly EntityKey[],
    max: number,
  ): Promise<{ entities: readonly EntityData[]; total: number }>
  /** The entities whose SERVER_SCOPE attributes decide what matches. */
  dynamicSources(scope: Scope, filters: readonly KeyFilter[] | null | undefined): { entity: EntityId; key: string }[]
}

interface Sort {
  readonly key: EntityKey
  readonly direction: 'ASC' | 'DESC'
}

const byCreation: Sort = { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' }

export function createEntityQuery({ storage, attributes, clock }: EntityQueryParts): EntityQuery {
  const { relational, series } = storage
  const store = createEntityQueryStore(relational)
  const sources = { attributes, series }

  function dynamicSources(scope: Scope, filters: readonly KeyFilter[] | null | undefined) {
    return dynamicValuesOf(filters).map(({ sourceType, sourceAttribute }) => ({
      entity: sourceEntity(scope, sourceType),
      key: sourceAttribute,
      id: dynamicKey({ sourceType, sourceAttribute }),
    }))
  }

  async function dynamicResolver(scope: Scope, filters: readonly KeyFilter[]): Promise<ResolveDynamic> {
    const values = new Map<string, TypedValue>()
    for (const { entity, key, id } of dynamicSources(scope, filters)) {
      const [attribute] = await attributes.attributes(entity.id, 'SERVER_SCOPE', [key])
      if (attribute) values.set(id, attribute)
    }
    return (dynamic) => values.get(dynamicKey(dynamic))
  }

  /** Everything that the entity filters, key filters and the search let through, unsorted. */
  async function matched(
    scope: Scope,
    selections: readonly Selection[],
    filters: readonly KeyFilter[],
    search: { text: string; keys: readonly EntityKey[] } | null,
    fields: readonly string[],
  ): Promise<EntityRow[]> {
    const wanted = [
      ...new Set([...fields, ...fieldsOf(filters.map(({ key }) => key)), ...fieldsOf(search?.keys ?? [])]),
    ]
    const candidates: EntityRow[] = []
    for (const selection of selections) {
      for (const row of await store.rows(selection, wanted, candidatesMax + 1 - candidates.length)) candidates.push(row)
      if (candidates.length > candidatesMax) {
        throw badRequest(`The query has to look at more than ${candidatesMax} entities; narrow its entity filter.`)
      }
    }
    if (filters.length === 0 && !search) return candidates
    const keys = [...filters.map(({ key }) => key), ...(search?.keys ?? [])]
    const [lookUp, resolve] = await Promise.all([
      loadValues(sources, candidates, keys, clock.nowMs()),
      dynamicResolver(scope, filters),
    ])
    return candidates.filter(
      (row) =>
        filters.every((filter) => passes(row, filter, lookUp, resolve)) &&
        (!search || textOf(row, search.keys, lookUp).includes(search.text)),
    )
  }

  async function sorted(rows: EntityRow[], sort: Sort): Promise<EntityRow[]> {
    const lookUp = await loadValues(sources, rows, [sort.key], clock.nowMs())
    const sign = sort.direction === 'DESC' ? -1 : 1
    const keyed = rows.map((row) => ({ row, at: sortPlace(lookUp(row, sort.key)) }))
    keyed.sort((a, b) => {
      // What has no value comes last in either direction.
      if (a.at.rank !== b.at.rank) {
        if (a.at.rank === missingRank || b.at.rank === missingRank) return a.at.rank - b.at.rank
        return sign * (a.at.rank - b.at.rank)
      }
      const byValue = a.at.value < b.at.value ? -1 : a.at.value > b.at.value ? 1 : 0
      return sign * (byValue || (a.row.entityId.id < b.row.entityId.id ? -1 : 1))
    })
    return keyed.map(({ row }) => row)
  }

  async function dataOf(rows: readonly EntityRow[], keys: readonly EntityKey[]): Promise<EntityData[]> {
    const lookUp = await loadValues(sources, rows, keys, clock.nowMs())
    return rows.map((row) => ({ entityId: row.entityId, latest: latestOf(row, keys, lookUp), timeseries: {} }))
  }

  async function find(scope: Scope, query: EntityDataQuery): Promise<PageData<EntityData>> {
    const { page, sortOrder } = query.pageLink
    const pageSize = Math.min(query.pageLink.pageSize, entitiesPerPageMax)
    const link = { page, pageSize }
    const keys = [...(query.entityFields ?? []), ...(query.latestValues ?? [])]
    const fields = fieldsOf(keys)
    const filters = query.keyFilters ?? []
    const sort: Sort = sortOrder ? { key: sortOrder.key, direction: sortOrder.direction ?? 'ASC' } : byCreation
    const searchKeys = keys.filter(({ type, key }) => type !== 'ENTITY_FIELD' || key !== 'additionalInfo')
    const text = query.pageLink.textSearch?.trim().toLowerCase()
    const search = text && searchKeys.length > 0 ? { text, keys: searchKeys } : null

    const selections = await selectionsOf(relational, scope, query.entityFilter)
    const [only] = selections
    if (!only) return emptyPage
    const inSql =
      selections.length === 1 &&
      filters.length === 0 &&
      !search &&
      sort.key.type === 'ENTITY_FIELD' &&
      (only.ids?.length ?? 0) <= idsPerQuery
    if (inSql) {
      const order = { field: sort.key.key, direction: sort.direction }
      const [rows, total] = await Promise.all([
        store.page(only, fields, order, pageSize, page * pageSize),
        store.count(only),
      ])
      return pageOf(await dataOf(rows, keys), total, link)
    }
    const rows = await matched(scope, selections, filters, search, [...fields, ...fieldsOf([sort.key])])
    const onPage = (await sorted(rows, sort)).slice(page * pageSize, (page + 1) * pageSize)
    return pageOf(await dataOf(onPage, keys), rows.length, link)
  }

  async function count(scope: Scope, { entityFilter, keyFilters }: EntityCountQuery): Promise<number> {
    const selections = await selectionsOf(relational, scope, entityFilter)
    if (keyFilters?.length) return (await matched(scope, selections, keyFilters, null, [])).length
    let total = 0
    for (const selection of selections) total += await store.count(selection)
    return total
  }

  async function matching(
    scope: Scope,
    { entityFilter, keyFilters }: EntityCountQuery,
    keys: readonly EntityKey[],
    max: number,
  ) {
    const selections = await selectionsOf(relational, scope, entityFilter)
    const rows = await matched(scope, selections, keyFilters ?? [], null, fieldsOf(keys))
    return { entities: await dataOf(rows.slice(0, max), keys), total: rows.length }
  }

  async function keys(
    scope: Scope,
    query: EntityDataQuery,
    wanted: { timeseries: boolean; attributes: boolean },
  ): Promise<EntityKeysInfo> {
    const pageSize = Math.min(query.pageLink.pageSize, keysEntitiesMax)
    const { data } = await find(scope, { ...query, pageLink: { ...query.pageLink, pageSize } })
    const timeseries = new Set<string>()
    const attribute = new Set<string>()
    for (const { entityId } of data) {
      if (wanted.timeseries) for (const key of await series.keys(entityId.id)) timeseries.add(key)
      if (wanted.attributes) for (const key of await attributes.attributeKeys(entityId.id, null)) attribute.add(key)
    }
    return {
      entityTypes: [...new Set(data.map(({ entityId }) => entityId.entityType))].sort(),
      timeseries: [...timeseries].sort(),
      attribute: [...attribute].sort(),
    }
  }

  return { find, count, keys, matching, dynamicSources }
}

const fieldsOf = (keys: readonly EntityKey[]): string[] => [
  ...new Set(keys.filter(({ type }) => type === 'ENTITY_FIELD').map(({ key }) => key)),
]

function sourceEntity(scope: Scope, sourceType: 'CURRENT_TENANT' | 'CURRENT_CUSTOMER' | 'CURRENT_USER'): EntityId {
  switch (sourceType) {
    case 'CURRENT_TENANT':
      return { entityType: 'TENANT', id: scope.tenantId }
    case 'CURRENT_CUSTOMER':
      return { entityType: 'CUSTOMER', id: scope.customerId }
    case 'CURRENT_USER':
      return { entityType: 'USER', id: scope.userId }
  }
}

/** A filter on a field that the entity's type does not have means nothing. */
function passes(row: EntityRow, { key, predicate }: KeyFilter, lookUp: ValueLookup, resolve: ResolveDynamic): boolean {
  if (key.type === 'ENTITY_FIELD' && key.key !== 'entityType' && !Object.hasOwn(row.fields, key.key)) return true
  return predicateMatches(predicate, lookUp(row, key), resolve)
}

const textOf = (row: EntityRow, keys: readonly EntityKey[], lookUp: ValueLookup): string =>
  keys
    .map((key) => {
      const value = lookUp(row, key)
      return value ? valueText(value).toLowerCase() : ''
    })
    .join(' ')

const missingRank = 2

/** Numbers and booleans first, then texts, then what is missing. */
function sortPlace(value: TypedValue | undefined): { rank: number; value: number | string } {
  if (!value) return { rank: missingRank, value: '' }
  const isText = value.type === ValueType.STRING || value.type === ValueType.JSON
  return isText ? { rank: 1, value: String(value.value) } : { rank: 0, value: Number(value.value) }
}
