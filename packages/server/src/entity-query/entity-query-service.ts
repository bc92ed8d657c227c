/**
 * Entity queries: find the entities that match and return their values, in pages.
 *
 * A query is answered in one of three ways. A page sorted by an indexed field, without key filters and text search, is
 * read by SQL. Other queries for devices and similar numerous types search an in-memory copy (entity-indexes.ts). For
 * types that a tenant has few of and for entities listed by ID, the rows are read and examined once.
 */

import type {
  EntityCountQuery,
  EntityData,
  EntityDataQuery,
  EntityKey,
  EntityKeysInfo,
  EntitySortOrder,
  KeyFilter,
} from '@sonde/model/entity-query/entity-query'
import { entitiesPerPageMax } from '@sonde/model/entity-query/entity-query'
import { dynamicKey, dynamicValuesOf, type ResolveDynamic } from '@sonde/model/entity-query/key-filters'
import { badRequest, forbidden } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import { emptyPage, type PageData, pageOf } from '@sonde/model/paging'
import type { TypedValue } from '@sonde/model/telemetry/values'
import { nothingReadable, shownFields, type VisitorReads, type VisitorView } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { Storage } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { createEntityIndexes } from './entity-indexes.ts'
import type { ListDeps } from './entity-list.ts'
import { createEntityQueryStore, type EntityRow, idsPerQuery } from './entity-query-store.ts'
import { createEntityRows } from './entity-rows.ts'
import { type Selection, selectionsOf } from './entity-selection.ts'
import { latestOf, loadValues, seenBy, type ValueLookup } from './entity-values.ts'
import { createNameSearch } from './name-search.ts'
import { createResultCache } from './result-cache.ts'
import { copyQuestion, type RowQuestion, rowMatcher, searchCopy } from './row-search.ts'
import { createTopRows, rowOrderOf } from './top-rows.ts'

/**
 * Maximum entities that one query may examine without an in-memory copy: from relations, ID lists or types with few
 * entities.
 */
export const candidatesMax = 50_000
/** Maximum entities whose keys are collected. */
export const keysEntitiesMax = 100

/** Estimated bytes in memory of an examined row, and of a value in a response. */
const candidateBytes = 64
const cellBytes = 64

/** Maximum cached counts. */
const countsMax = 10_000
/** Maximum rows in cached sorted pages, about 200 bytes each. */
const sortedRowsMax = 100_000

export interface EntityQueryDeps {
  readonly storage: Pick<Storage, 'relational' | 'series'>
  readonly attributes: AttributeStore
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly limits: Pick<Limits, 'of' | 'reject' | 'measure'>
  readonly visitorReads: Pick<VisitorReads, 'of'>
}

export interface EntityQuery {
  /** Throws 400 when the query must examine too many entities. */
  find(scope: Scope, query: EntityDataQuery): Promise<PageData<EntityData>>
  count(scope: Scope, query: EntityCountQuery): Promise<number>
  /** Keys in use on the first 100 entities that match. */
  keys(
    scope: Scope,
    query: EntityDataQuery,
    wanted: { timeseries: boolean; attributes: boolean },
  ): Promise<EntityKeysInfo>
  /** The first `max` entities that match, newest first by default, and the total number of matches. */
  matching(
    scope: Scope,
    query: EntityCountQuery,
    max: number,
    sortOrder: EntitySortOrder | null,
  ): Promise<{ entities: readonly EntityId[]; total: number }>
  /** Values of entities that a query of the caller found, by ID. */
  values(scope: Scope, entities: readonly EntityId[], keys: readonly EntityKey[]): Promise<Map<string, EntityData>>
  /** IDs of the entities that the caller may see. */
  visible(scope: Scope, entities: readonly EntityId[]): Promise<ReadonlySet<string>>
  /** Entities whose SERVER_SCOPE attributes are the dynamic values of the filters. */
  dynamicSources(scope: Scope, filters: readonly KeyFilter[] | null | undefined): { entity: EntityId; key: string }[]
  /** Dependencies for lists, which filter by tenant and customer themselves. */
  readonly lists: ListDeps
  /** Drops in-memory copies that no query used in the last ten minutes. */
  dropIdle(): void
  /** Drops all in-memory copies. */
  close(): void
}

/** Parts of a query besides its entity filter. */
interface RequestedRows {
  readonly filters: readonly KeyFilter[]
  readonly search: { readonly text: string; readonly keys: readonly EntityKey[] } | null
  readonly sort: { readonly key: EntityKey; readonly direction: 'ASC' | 'DESC' }
  /** Restricts which values the caller sees; null: sees all. */
  readonly view: VisitorView | null
}

const byCreation = { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' } as const
/** Fields whose order an index provides for numerous types. */
const indexedFields: readonly string[] = ['createdTime', 'name']

export function createEntityQuery({
  storage,
  attributes,
  live,
  clock,
  limits,
  visitorReads,
}: EntityQueryDeps): EntityQuery {
  const { relational, series } = storage
  const { turns } = relational
  const store = createEntityQueryStore(relational)
  const rowsOf = createEntityRows(relational)
  const sources = { attributes, series }
  const copies = createEntityIndexes({ store, ...sources, live, clock, turns, limits })
  const counts = createResultCache<number>({ live, weightOf: () => 1, weightMax: countsMax })
  const sorted = createResultCache<readonly EntityRow[]>({
    live,
    weightOf: ({ length }) => length + 1,
    weightMax: sortedRowsMax,
  })
  const names = createNameSearch({ copies, counts, countAll: store.countAll, turns })
  const lists: ListDeps = { relational, live, counts, searchNames: names.search, prepareNames: names.prepare }

  function dynamicSources(scope: Scope, filters: readonly KeyFilter[] | null | undefined) {
    return dynamicValuesOf(filters).map(({ sourceType, sourceAttribute }) => ({
      entity: sourceEntity(scope, sourceType),
      key: sourceAttribute,
      id: dynamicKey({ sourceType, sourceAttribute }),
    }))
  }

  async function dynamicResolver(
    scope: Scope,
    { filters, view }: Pick<RequestedRows, 'filters' | 'view'>,
  ): Promise<ResolveDynamic> {
    // Comparing a value with values of the caller's choice reveals it: only what public dashboards compare is allowed.
    if (view && !dynamicValuesOf(filters).every(view.mayCompare)) throw forbidden()
    const values = new Map<string, TypedValue>()
    for (const { entity, key, id } of dynamicSources(scope, filters)) {
      const [attribute] = await attributes.attributes(entity.id, 'SERVER_SCOPE', [key])
      if (attribute) values.set(id, attribute)
    }
    return (dynamic) => values.get(dynamicKey(dynamic))
  }

  /** Counts a selection. Cached for numerous types, whose visibility depends only on columns of the rows. */
  const countOf = (scope: Scope, selection: Selection): Promise<number> => {
    const count = () => store.count(selection)
    if (!isCopied(selection)) return count()
    return counts.of(selection.table.entityType, scope.tenantId, store.nameOf(selection), count)
  }

  /** Reads the rows of a page. Cached when only IDs are needed: alarm queries use those of thousands of entities. */
  const sortedRows = (
    scope: Scope,
    selection: Selection,
    fields: readonly string[],
    order: { readonly field: string; readonly direction: 'ASC' | 'DESC' },
    limit: number,
    offset: number,
  ): Promise<readonly EntityRow[]> => {
    const read = () => store.page(selection, fields, order, limit, offset)
    if (fields.length > 0 || !isCopied(selection)) return read()
    const what = JSON.stringify([store.nameOf(selection), order, limit, offset])
    return sorted.of(selection.table.entityType, scope.tenantId, what, read)
  }

  /** Selects the rows of a page and counts all matches. `fields`: fields that the rows must contain. */
  async function select(
    scope: Scope,
    entityFilter: EntityCountQuery['entityFilter'],
    request: RequestedRows,
    fields: readonly string[],
    offset: number,
    limit: number,
  ): Promise<{ rows: readonly EntityRow[]; total: number }> {
    const selections = await selectionsOf(relational, scope, entityFilter)
    const [only] = selections
    if (!only) return { rows: [], total: 0 }
    if (selections.length === 1 && isSortedBySql(only, request)) {
      const order = { field: request.sort.key.key, direction: request.sort.direction }
      const rows = await sortedRows(scope, only, fields, order, limit, offset)
      const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
      return { rows, total: isLast ? offset + rows.length : await countOf(scope, only) }
    }
    const resolve = await dynamicResolver(scope, request)
    if (selections.length === 1 && isCopied(only)) return fromCopy(scope, only, request, resolve, fields, offset, limit)
    return fromRows(selections, request, resolve, fields, offset, limit)
  }

  async function fromCopy(
    scope: Scope,
    selection: Selection,
    request: RequestedRows,
    resolve: ResolveDynamic,
    fields: readonly string[],
    offset: number,
    limit: number,
  ) {
    const { table } = selection
    const keys = keysOf(request)
    const question = copyQuestion(scope, selection, request, resolve)
    const found = await copies.look(scope.tenantId, table.entityType, question.columns, fieldsOf(keys), (copy) =>
      searchCopy(copy, question, { nowMs: clock.nowMs(), offset, limit }, turns),
    )
    // The copy may hold other fields than the response needs.
    const ids = found.rows.map(({ entityId }) => entityId.id)
    const full = ids.length > 0 ? await store.fieldsOf(table, fields, ids) : new Map<string, EntityRow>()
    return { rows: found.rows.map((row) => full.get(row.entityId.id) ?? row), total: found.total }
  }

  async function fromRows(
    selections: readonly Selection[],
    request: RequestedRows,
    resolve: ResolveDynamic,
    fields: readonly string[],
    offset: number,
    limit: number,
  ) {
    const keys = keysOf(request)
    const wanted = withShown([...new Set([...fields, ...fieldsOf(keys)])], request.view)
    const candidates: EntityRow[] = []
    for (const selection of selections) {
      const left = candidatesMax + 1 - candidates.length
      for (const row of await store.rows(selection, wanted, left)) {
        if (turns.isOver) await turns.next()
        const all = withParents(row, selection)
        turns.budget?.spend(all.length * candidateBytes)
        candidates.push(...all)
      }
      if (candidates.length > candidatesMax) {
        throw badRequest(
          `entityFilter: the query examines more than ${candidatesMax} entities. Narrow the entity filter.`,
        )
      }
    }
    const lookUp = seenBy(request.view, await loadValues(sources, candidates, keys, clock.nowMs(), turns))
    const question: RowQuestion = { ...request, resolve, reader: (key) => (row) => lookUp(row, key) }
    const matches = rowMatcher(question)
    const first = createTopRows<EntityRow>(
      rowOrderOf(request.sort, (key) => (row) => lookUp(row, key)),
      offset + limit,
      turns,
    )
    let total = 0
    for (const row of candidates) {
      if (turns.isOver) await turns.next()
      if (!matches(row)) continue
      total++
      first.add(row)
    }
    return { rows: (await first.rows()).slice(offset), total }
  }

  async function dataOf(
    rows: readonly EntityRow[],
    keys: readonly EntityKey[],
    view: VisitorView | null,
  ): Promise<EntityData[]> {
    const lookUp = seenBy(view, await loadValues(sources, rows, keys, clock.nowMs(), turns))
    return turns.each(rows, (row) => {
      turns.budget?.spend(keys.length * cellBytes)
      return dataOfRow(row, keys, lookUp)
    })
  }

  async function find(scope: Scope, query: EntityDataQuery): Promise<PageData<EntityData>> {
    const { page, sortOrder, textSearch } = query.pageLink
    const pageSize = Math.min(query.pageLink.pageSize, entitiesPerPageMax)
    const keys = [...(query.entityFields ?? []), ...(query.latestValues ?? [])]
    const searchKeys = keys.filter(({ type, key }) => type !== 'ENTITY_FIELD' || key !== 'additionalInfo')
    const text = textSearch?.trim()
    const view = await visitorReads.of(scope)
    const request: RequestedRows = {
      filters: query.keyFilters ?? [],
      search: text && searchKeys.length > 0 ? { text, keys: searchKeys } : null,
      sort: orderOf(sortOrder),
      view,
    }
    const fields = withShown(fieldsOf(keys), view)
    const { rows, total } = await select(scope, query.entityFilter, request, fields, page * pageSize, pageSize)
    return total === 0 ? emptyPage : pageOf(await dataOf(rows, keys, view), total, { page, pageSize })
  }

  async function count(scope: Scope, { entityFilter, keyFilters }: EntityCountQuery): Promise<number> {
    const view = await visitorReads.of(scope)
    if (keyFilters?.length || view?.isShown) {
      const request: RequestedRows = { filters: keyFilters ?? [], search: null, sort: byCreation, view }
      return (await select(scope, entityFilter, request, [], 0, 0)).total
    }
    let total = 0
    for (const selection of await selectionsOf(relational, scope, entityFilter))
      total += await countOf(scope, selection)
    return total
  }

  async function matching(
    scope: Scope,
    { entityFilter, keyFilters }: EntityCountQuery,
    max: number,
    sortOrder: EntitySortOrder | null,
  ) {
    const request: RequestedRows = {
      filters: keyFilters ?? [],
      search: null,
      sort: sortOrder ? orderOf(sortOrder) : byCreation,
      view: await visitorReads.of(scope),
    }
    const { rows, total } = await select(scope, entityFilter, request, [], 0, max)
    return { entities: rows.map(({ entityId }) => entityId), total }
  }

  async function values(
    scope: Scope,
    entities: readonly EntityId[],
    keys: readonly EntityKey[],
  ): Promise<Map<string, EntityData>> {
    const view = await visitorReads.of(scope)
    const rows = await rowsOf(entities, withShown(fieldsOf(keys), view))
    return new Map((await dataOf(rows, keys, view)).map((data) => [data.entityId.id, data]))
  }

  async function keys(
    scope: Scope,
    query: EntityDataQuery,
    wanted: { timeseries: boolean; attributes: boolean },
  ): Promise<EntityKeysInfo> {
    const pageSize = Math.min(query.pageLink.pageSize, keysEntitiesMax)
    const view = await visitorReads.of(scope)
    const { data } = await find(scope, { ...query, pageLink: { ...query.pageLink, pageSize } })
    const timeseries = new Set<string>()
    const attribute = new Set<string>()
    const add = (keys: readonly string[], to: Set<string>) => {
      const added = keys.filter((key) => !to.has(key))
      for (const key of added) to.add(key)
      turns.budget?.spend(added.reduce((bytes, { length }) => bytes + cellBytes + length, 0))
    }
    const readable = await view?.ofEntities(data.map(({ entityId }) => entityId))
    for (const { entityId } of data) {
      const { may } = view ? (readable?.get(entityId.id) ?? nothingReadable) : { may: () => true }
      const seen = (keys: readonly string[], type: EntityKey['type']) => keys.filter((key) => may(type, key))
      if (wanted.timeseries) add(seen(await series.keys(entityId.id), 'TIME_SERIES'), timeseries)
      // Entities mostly share their keys: the step releases what the read used, and only new keys count as used memory.
      if (wanted.attributes) {
        add(seen(await turns.step(() => attributes.attributeKeys(entityId.id, null)), 'ATTRIBUTE'), attribute)
      }
      if (turns.isOver) await turns.next()
    }
    return {
      entityTypes: [...new Set(data.map(({ entityId }) => entityId.entityType))].sort(),
      timeseries: [...timeseries].sort(),
      attribute: [...attribute].sort(),
    }
  }

  async function visible(scope: Scope, entities: readonly EntityId[]): Promise<Set<string>> {
    const found = new Set<string>()
    const isShown = (await visitorReads.of(scope))?.isShown
    for (const [entityType, some] of Map.groupBy(entities, (entity) => entity.entityType)) {
      const entityList = some.map(({ id }) => id)
      for (const selection of await selectionsOf(relational, scope, { type: 'entityList', entityType, entityList })) {
        for (const row of await store.rows(selection, isShown ? shownFields : [], entityList.length)) {
          if (!isShown || isShown(row)) found.add(row.entityId.id)
        }
      }
    }
    return found
  }

  return {
    find,
    count,
    keys,
    matching,
    values,
    visible,
    dynamicSources,
    lists,
    dropIdle: copies.dropIdle,
    close: copies.close,
  }
}

/** Whether SQL sorts the page: an index provides the order, or few rows need sorting. */
function isSortedBySql(
  { table, ids, narrowing, parents }: Selection,
  { filters, search, sort, view }: RequestedRows,
): boolean {
  if (view?.isShown) return false
  // A caller with a restricted view may not see other sort fields of every row.
  if (view && !indexedFields.includes(sort.key.key)) return false
  if (filters.length > 0 || search || parents || sort.key.type !== 'ENTITY_FIELD') return false
  if (ids) return ids.length <= idsPerQuery
  if (!table.isNumerous) return true
  return narrowing.namePrefix === undefined && indexedFields.includes(sort.key.key)
}

const isCopied = ({ table, ids }: Selection): boolean => table.isNumerous === true && ids === null

/** One row for each root that leads to the entity, for walks from several roots. */
function withParents(row: EntityRow, { parents }: Selection): EntityRow[] {
  if (!parents) return [row]
  const ofRow = parents.get(row.entityId.id) ?? []
  return ofRow.map((parentId) => ({ ...row, fields: { ...row.fields, parentId } }))
}

const dataOfRow = (row: EntityRow, keys: readonly EntityKey[], lookUp: ValueLookup): EntityData => ({
  entityId: row.entityId,
  latest: latestOf(row, keys, lookUp),
  timeseries: {},
})

const keysOf = ({ filters, search, sort }: RequestedRows): EntityKey[] => [
  ...filters.map(({ key }) => key),
  ...(search?.keys ?? []),
  sort.key,
]

/** Adds the fields that determine which values of a row the caller may see. */
const withShown = (fields: readonly string[], view: VisitorView | null): readonly string[] =>
  view ? [...new Set([...fields, ...shownFields])] : fields

const fieldsOf = (keys: readonly EntityKey[]): string[] => [
  ...new Set(keys.filter(({ type }) => type === 'ENTITY_FIELD').map(({ key }) => key)),
]

const orderOf = (sortOrder: EntitySortOrder | null | undefined): RequestedRows['sort'] =>
  sortOrder ? { key: sortOrder.key, direction: sortOrder.direction ?? 'ASC' } : byCreation

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
