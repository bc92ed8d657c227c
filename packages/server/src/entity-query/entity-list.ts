/**
 * Lists of devices, assets, entity views and edges: filtered, searched, sorted and paged, with joined columns.
 *
 * The rows of a page are selected in their table alone, so that an index provides their order. Joined columns are read
 * only for those rows. Text search uses the in-memory names; SQL answers what the names can't. Pages and counts are
 * cached until something that they show changes.
 */

import type { AssignableType } from '@sonde/model/assignables/assignable'
import { badRequest } from '@sonde/model/errors'
import type { EntityType } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type AliasedExpression, type Compilable, type RawBuilder, sql } from 'kysely'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Descriptors } from '../entities/entity-descriptors.ts'
import { assignedToEdge } from '../storage/edge-contents.ts'
import { type Parameter, preparedQuery } from '../storage/prepared-query.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { AssetTable } from '../storage/schema.ts'
import { likePattern } from '../storage/text-search.ts'
import type { NameOrder, NameSearch } from './name-search.ts'
import { createResultCache, type ResultCache } from './result-cache.ts'

/** Dependencies shared by all lists. */
export interface ListDeps {
  readonly relational: RelationalStore
  readonly counts: ResultCache<number>
  readonly searchNames: NameSearch
  /** Builds the name index of the tenant's entities of a type in the background if there are many. */
  readonly prepareNames: (tenantId: string, entityType: EntityType, total: number) => void
  readonly live: Pick<ChangeStream, 'watchAll'>
}

export interface ListFilter {
  readonly tenantId: string
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  /** Restricts the list to entities assigned to the edge. */
  readonly edgeId?: string | undefined
  /** Range of the creation time, both ends inclusive, epoch ms. */
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  /** Values of the list's own conditions; null: not requested. */
  readonly own?: Readonly<Record<string, string | number | null>>
}

export interface ListOrder {
  /** Column of `x` (the list's table) or of `customer`. */
  readonly column: string
  /** Sorted by `sortKey`; otherwise by the value. */
  readonly isText?: true
  /** Name of the same order in the name search; null: not supported there. */
  readonly inMemory: NameOrder['by'] | null
}

/** Condition that only one list has. */
export interface OwnCondition {
  readonly on: (value: RawBuilder<string>) => RawBuilder<boolean>
  /** Whether it depends only on a column of the row, so that only changes of the entities change the count. */
  readonly isColumn: boolean
}

export interface EntityListOf<Row, T> {
  readonly table: Descriptors[AssignableType]['table']
  readonly entityType: EntityType
  /** Plural for error messages: `Devices`. */
  readonly many: string
  /** Columns that text search covers, in addition to customer titles. */
  readonly texts: readonly string[]
  /** Sort orders in addition to the common ones. */
  readonly orders?: Readonly<Record<string, ListOrder>>
  readonly own?: Readonly<Record<string, OwnCondition>>
  /**
   * Maps the request to a type for the name search, null for any; undefined: SQL must answer. Without this function,
   * SQL answers all requests with own conditions.
   */
  readonly requestedType?: (requested: Values) => Promise<string | null | undefined>
  /** Additional expressions selected for each row, by column name. */
  readonly beside?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Keys of attributes that `beside` reads. */
  readonly attributes?: readonly string[]
  /** Maximum bytes of cached pages, as stored in the database; they take about twice that in memory. */
  readonly cachedBytesMax: number
  readonly of: (row: Row & BesideCustomer) => T
}

/** Joined customer columns of a row. */
interface BesideCustomer {
  readonly customer_title: string | null
  readonly customer_is_public: number | null
}

/** Parameters of a list request; null: not requested. */
interface Values extends Readonly<Record<string, string | number | null>> {
  readonly tenantId: string
  readonly customerId: string | null
  readonly type: string | null
  readonly edgeId: string | null
  readonly startTime: number | null
  readonly endTime: number | null
  readonly pattern: string | null
  readonly limit: number
  readonly offset: number
}

type InfoRow = AssetTable & BesideCustomer

interface CachedPage<T> {
  readonly page: PageData<T>
  readonly bytes: number
}

/** Estimated bytes of a row besides its texts. */
const rowBytes = 400

function bytesOf(row: object): number {
  let bytes = rowBytes
  for (const value of Object.values(row)) if (typeof value === 'string') bytes += value.length
  return bytes
}

/** Maximum cached queries, one per combination of conditions and order. */
const shapesMax = 200

const commonOrders: Readonly<Record<string, ListOrder>> = {
  createdTime: { column: 'x.created_time', inMemory: 'createdTime' },
  name: { column: 'x.name', isText: true, inMemory: 'name' },
  type: { column: 'x.type', isText: true, inMemory: 'type' },
  customerTitle: { column: 'customer.title', isText: true, inMemory: null },
}
const labelOrder: ListOrder = { column: 'x.label', isText: true, inMemory: 'label' }

export function createEntityList<Row, T>(deps: ListDeps, list: EntityListOf<Row, T>) {
  const { relational, counts, searchNames, prepareNames, live } = deps
  const { entityType, own = {}, beside = {}, requestedType } = list
  const { build, dialect } = relational
  // The tables share all columns used here; for the type checker each is the asset table.
  const table = list.table as 'asset'
  const all = sql.table<AssetTable>(table).as('x')
  const orders: Readonly<Record<string, ListOrder>> = {
    ...commonOrders,
    ...(list.texts.includes('label') && { label: labelOrder }),
    ...list.orders,
  }
  const ownNames = Object.keys(own)
  const queries = new Map<string, (values: Values) => Compilable<InfoRow>>()
  const pages = createResultCache<CachedPage<T>>({
    live,
    attributes: list.attributes ?? [],
    weightOf: ({ bytes }) => bytes,
    weightMax: list.cachedBytesMax,
    heaviest: list.cachedBytesMax / 8,
  })
  const infoOf = (row: InfoRow): T => list.of(row as unknown as Row & BesideCustomer)

  /** Query of the matching rows. Its conditions depend only on which values are null. */
  function filtered(given: Values, parameter: Parameter<Values>) {
    const text = (name: string) => parameter(name) as RawBuilder<string>
    const number = (name: string) => parameter(name) as RawBuilder<number>
    let query = build.selectFrom(`${table} as x`).where('x.tenant_id', '=', text('tenantId'))
    if (given.customerId !== null) query = query.where('x.customer_id', '=', text('customerId'))
    if (given.type !== null) query = query.where('x.type', '=', text('type'))
    if (given.startTime !== null) query = query.where('x.created_time', '>=', number('startTime'))
    if (given.endTime !== null) query = query.where('x.created_time', '<=', number('endTime'))
    if (given.edgeId !== null) query = query.where('x.id', 'in', assignedToEdge(build, text('edgeId')))
    for (const [name, { on }] of Object.entries(own)) if (given[name] !== null) query = query.where(on(text(name)))
    if (given.pattern !== null) {
      const matches = list.texts.map((column) => dialect.isLike(sql.ref(`x.${column}`), text('pattern')))
      query = query.where((where) => where.or([...matches, where('x.customer_id', 'in', customersNamed(parameter))]))
    }
    return query
  }

  const customersNamed = (parameter: Parameter<Values>) =>
    build
      .selectFrom('customer')
      .select('customer.id')
      .where('customer.tenant_id', '=', parameter('tenantId'))
      .where(dialect.isLike(sql.ref('customer.title'), parameter('pattern')))

  const titledLike = preparedQuery<{ id: string }, Values>(customersNamed)

  /** Joins the customer and selects the list's own expressions. */
  const infosOf = (rows: AliasedExpression<AssetTable, 'x'>) =>
    build
      .selectFrom(rows)
      .leftJoin('customer', 'customer.id', 'x.customer_id')
      .selectAll('x')
      .select(['customer.title as customer_title', 'customer.is_public as customer_is_public'])
      .select(Object.entries(beside).map(([name, value]) => value.as(name)))

  const infoById = preparedQuery<InfoRow, { tenantId: string; id: string }>((parameter) =>
    infosOf(all).where('x.tenant_id', '=', parameter('tenantId')).where('x.id', '=', parameter('id')),
  )

  /** Has no tenant condition, which would make SQL scan all of the tenant's rows: callers check the tenant. */
  const infosByIds = preparedQuery<InfoRow, { ids: string }>((parameter) =>
    infosOf(all).where('x.id', 'in', dialect.preparedIdList(parameter('ids'))),
  )

  const pageOfShape = (requested: Values, { column, isText }: ListOrder, direction: 'asc' | 'desc') =>
    preparedQuery<InfoRow, Values>((parameter) => {
      const key = isText ? dialect.sortKey(sql.ref(column)) : sql.ref(column)
      const rows = filtered(requested, parameter)
        .$if(column.startsWith('customer.'), (query) => query.leftJoin('customer', 'customer.id', 'x.customer_id'))
        .selectAll('x')
        .orderBy(key, direction)
        .orderBy('x.id', direction)
        .limit(parameter('limit'))
        .offset(parameter('offset'))
      return infosOf(rows.as('x')).orderBy(key, direction).orderBy('x.id', direction)
    })

  function pageQuery(requested: Values, order: ListOrder, direction: 'asc' | 'desc'): Compilable<InfoRow> {
    const shape = `${order.column} ${direction} ${Object.values(requested).map((value) => (value === null ? 0 : 1))}`
    let query = queries.get(shape)
    if (!query) {
      if (queries.size >= shapesMax) queries.delete(queries.keys().next().value as string)
      query = pageOfShape(requested, order, direction)
      queries.set(shape, query)
    }
    return query(requested)
  }

  /**
   * Whether the count can be cached, as only changes of the entities change it. Other counts also depend on attributes,
   * relations and customers.
   */
  const isCounted = (requested: Values) =>
    [requested.pattern, requested.edgeId, requested.startTime, requested.endTime].every((each) => each === null) &&
    ownNames.every((name) => requested[name] === null || own[name]?.isColumn)

  async function count(requested: Values): Promise<number> {
    const read = async () => {
      const query = filtered(requested, (name) => sql`${requested[name]}`)
      const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
      const [total] = await relational.scan(counted, (row) => Number(row.count))
      return total ?? 0
    }
    if (!isCounted(requested)) return read()
    const { tenantId, customerId, type } = requested
    const what = JSON.stringify([customerId, type, ...ownNames.map((name) => requested[name])])
    return counts.of(entityType, tenantId, what, read)
  }

  /** Type for the name search, null for any; undefined: SQL must answer. */
  async function typeInMemory(requested: Values): Promise<string | null | undefined> {
    if ([requested.edgeId, requested.startTime, requested.endTime].some((each) => each !== null)) return undefined
    if (requestedType) return requestedType(requested)
    return ownNames.every((name) => requested[name] === null) ? requested.type : undefined
  }

  /** Page from the in-memory name search; null: SQL must answer. */
  async function pageByNames(requested: Values, by: NameOrder['by'], link: PageLink): Promise<CachedPage<T> | null> {
    const { tenantId, customerId, offset, limit } = requested
    const type = await typeInMemory(requested)
    if (type === undefined) return null
    const owners = await relational.scan(titledLike(requested), ({ id }) => id)
    const found = await searchNames({
      tenantId,
      entityType,
      text: link.textSearch ?? '',
      owners,
      narrowing: { customerId, type },
      order: { by, direction: link.sortOrder ?? 'ASC' },
      offset,
      limit,
    })
    if (found === null) return null
    let bytes = 0
    const byId = new Map<string, T>()
    await relational.scan(infosByIds({ ids: dialect.idListText(found.ids) }), (row) => {
      if (row.tenant_id === tenantId) byId.set(row.id, infoOf(row))
      bytes += bytesOf(row)
    })
    const infos = found.ids.flatMap((id) => byId.get(id) ?? [])
    return { page: pageOf(infos, found.total, link), bytes }
  }

  async function readPage(requested: Values, order: ListOrder, link: PageLink): Promise<CachedPage<T>> {
    const { inMemory } = order
    const found = link.textSearch && inMemory ? await pageByNames(requested, inMemory, link) : null
    if (found) return found
    const direction = link.sortOrder === 'DESC' ? 'desc' : 'asc'
    let bytes = 0
    const read = relational.scan(pageQuery(requested, order, direction), (row) => {
      bytes += bytesOf(row)
      return infoOf(row)
    })
    const [infos, total] = await Promise.all([read, count(requested)])
    // A user who opens a long list will probably search it next.
    if (requested.pattern === null) prepareNames(requested.tenantId, entityType, total)
    return { page: pageOf(infos, total, link), bytes }
  }

  const valuesOf = (filter: ListFilter, { textSearch, pageSize, page }: PageLink): Values => ({
    tenantId: filter.tenantId,
    customerId: filter.customerId ?? null,
    type: filter.type || null,
    edgeId: filter.edgeId ?? null,
    startTime: filter.startTime ?? null,
    endTime: filter.endTime ?? null,
    pattern: textSearch ? likePattern(textSearch) : null,
    limit: pageSize,
    offset: page * pageSize,
    ...Object.fromEntries(ownNames.map((name) => [name, filter.own?.[name] ?? null])),
  })

  /** Returns a page that other requests may share: don't modify it. Throws 400 for an unknown sort property. */
  async function page(filter: ListFilter, link: PageLink): Promise<PageData<T>> {
    const property = link.sortProperty ?? 'createdTime'
    const order = Object.hasOwn(orders, property) ? orders[property] : undefined
    if (!order) {
      throw badRequest(`${list.many} can’t be sorted by ${property}. Use ${Object.keys(orders).join(', ')}.`)
    }
    const requested = valuesOf(filter, link)
    const read = () => readPage(requested, order, link)
    // Edge assignments are relations, whose changes don't invalidate cached pages.
    if (requested.edgeId !== null) return (await read()).page
    const what = JSON.stringify([Object.values(requested), property, link.sortOrder])
    return (await pages.of(entityType, requested.tenantId, what, read)).page
  }

  async function findInfo(tenantId: string, id: string): Promise<T | undefined> {
    const row = await relational.first(infoById({ tenantId, id }))
    return row && infoOf(row)
  }

  return { page, findInfo }
}
