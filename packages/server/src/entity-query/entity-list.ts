/**
 * Lists of devices, assets, entity views and edges: filtered, searched, sorted, in pages, with what stands beside a row.
 *
 * The rows of a page are chosen in their table alone, so that an index gives their order; what stands beside them is
 * looked up for those few. A text search asks the names in memory; SQL answers what those do not know. Pages and counts
 * are kept until something that they show changes.
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

/** What all lists are made of. */
export interface ListDeps {
  readonly relational: RelationalStore
  readonly counts: ResultCache<number>
  readonly searchNames: NameSearch
  /** Has the names ready for searches of the tenant's entities of the type, sooner or later, when they are many. */
  readonly prepareNames: (tenantId: string, entityType: EntityType, total: number) => void
  readonly live: Pick<ChangeStream, 'watchAll'>
}

export interface ListFilter {
  readonly tenantId: string
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  /** Only those that are assigned to the edge. */
  readonly edgeId?: string | undefined
  /** Made at this time or later, and not after the other, epoch ms. */
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  /** Of the list's own conditions; null: not asked. */
  readonly own?: Readonly<Record<string, string | number | null>>
}

export interface ListOrder {
  /** Of the table `x`, or of `customer`. */
  readonly column: string
  /** What the search by names calls the same order; null: it does not know it. */
  readonly inMemory: NameOrder['by'] | null
}

/** A condition that only this list has. */
export interface OwnCondition {
  readonly on: (value: RawBuilder<string>) => RawBuilder<boolean>
  /** Whether it is about a column of the row alone, so that only changes of the entities change how many pass. */
  readonly isColumn: boolean
}

export interface EntityListOf<Row, T> {
  readonly table: Descriptors[AssignableType]['table']
  readonly entityType: EntityType
  /** In refusals: `Devices`. */
  readonly many: string
  /** Columns that the search looks into beside the titles of customers. */
  readonly texts: readonly string[]
  /** Orders beyond those that every list has. */
  readonly orders?: Readonly<Record<string, ListOrder>>
  readonly own?: Readonly<Record<string, OwnCondition>>
  /** The type that what is asked comes to; undefined: SQL has to look. Without it the own conditions are SQL's. */
  readonly requestedType?: (requested: Values) => Promise<string | null | undefined>
  /** Stands beside each row, by name. */
  readonly beside?: Readonly<Record<string, RawBuilder<unknown>>>
  /** Attributes that stand there. */
  readonly attributes?: readonly string[]
  /** Bytes of the pages that are kept, as they are in the store; in memory they are about twice as many. */
  readonly cachedBytesMax: number
  readonly of: (row: Row & BesideCustomer) => T
}

/** What is known of the row's customer. */
interface BesideCustomer {
  readonly customer_title: string | null
  readonly customer_is_public: number | null
}

/** What a list is asked, as the values of its queries; null: not asked. */
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

/** What a row takes besides its texts. */
const rowBytes = 400

function bytesOf(row: object): number {
  let bytes = rowBytes
  for (const value of Object.values(row)) if (typeof value === 'string') bytes += value.length
  return bytes
}

/** Shapes of lists whose queries are kept. */
const shapesMax = 200

/** Texts sort by code point: upper case before lower case. */
const commonOrders: Readonly<Record<string, ListOrder>> = {
  createdTime: { column: 'x.created_time', inMemory: 'createdTime' },
  name: { column: 'x.name', inMemory: 'name' },
  type: { column: 'x.type', inMemory: 'type' },
  customerTitle: { column: 'customer.title', inMemory: null },
}
const labelOrder: ListOrder = { column: 'x.label', inMemory: 'label' }

export function createEntityList<Row, T>(deps: ListDeps, list: EntityListOf<Row, T>) {
  const { relational, counts, searchNames, prepareNames, live } = deps
  const { entityType, own = {}, beside = {}, requestedType } = list
  const { build, dialect } = relational
  // The tables share every column that is named here; to the compiler they are all of them this one.
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

  /** The rows that pass; which conditions there are depends on what is null alone. */
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

  /** With what stands beside them. */
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

  /** Their tenant is looked at afterwards: SQL would go by it, over all that the tenant has. */
  const infosByIds = preparedQuery<InfoRow, { ids: string }>((parameter) =>
    infosOf(all).where('x.id', 'in', dialect.preparedIdList(parameter('ids'))),
  )

  const pageOfShape = (requested: Values, column: string, direction: 'asc' | 'desc') =>
    preparedQuery<InfoRow, Values>((parameter) => {
      const rows = filtered(requested, parameter)
        .$if(column.startsWith('customer.'), (query) => query.leftJoin('customer', 'customer.id', 'x.customer_id'))
        .selectAll('x')
        .orderBy(sql.ref(column), direction)
        .orderBy('x.id', direction)
        .limit(parameter('limit'))
        .offset(parameter('offset'))
      return infosOf(rows.as('x')).orderBy(sql.ref(column), direction).orderBy('x.id', direction)
    })

  function pageQuery(requested: Values, column: string, direction: 'asc' | 'desc'): Compilable<InfoRow> {
    const shape = `${column} ${direction} ${Object.values(requested).map((value) => (value === null ? 0 : 1))}`
    let query = queries.get(shape)
    if (!query) {
      if (queries.size >= shapesMax) queries.delete(queries.keys().next().value as string)
      query = pageOfShape(requested, column, direction)
      queries.set(shape, query)
    }
    return query(requested)
  }

  /** Changes of the entities alone change how many pass; attributes, relations and customers change the others. */
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

  /** Undefined where SQL has to look. */
  async function typeInMemory(requested: Values): Promise<string | null | undefined> {
    if ([requested.edgeId, requested.startTime, requested.endTime].some((each) => each !== null)) return undefined
    if (requestedType) return requestedType(requested)
    return ownNames.every((name) => requested[name] === null) ? requested.type : undefined
  }

  /** The page by the names in memory; null where SQL has to look. */
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

  async function readPage(requested: Values, { column, inMemory }: ListOrder, link: PageLink): Promise<CachedPage<T>> {
    const found = link.textSearch && inMemory ? await pageByNames(requested, inMemory, link) : null
    if (found) return found
    const direction = link.sortOrder === 'DESC' ? 'desc' : 'asc'
    let bytes = 0
    const read = relational.scan(pageQuery(requested, column, direction), (row) => {
      bytes += bytesOf(row)
      return infoOf(row)
    })
    const [infos, total] = await Promise.all([read, count(requested)])
    // Who sees so many will search them.
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

  /** Others may hold the same page: it is not to be changed. Throws 400 for an unknown sort property. */
  async function page(filter: ListFilter, link: PageLink): Promise<PageData<T>> {
    const property = link.sortProperty ?? 'createdTime'
    const order = Object.hasOwn(orders, property) ? orders[property] : undefined
    if (!order) {
      throw badRequest(`${list.many} can’t be sorted by ${property}. Use ${Object.keys(orders).join(', ')}.`)
    }
    const requested = valuesOf(filter, link)
    const read = () => readPage(requested, order, link)
    // What is assigned to an edge are relations.
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
