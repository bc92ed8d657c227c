/**
 * Lists of devices: filtered, searched, sorted, in pages, with what stands beside a device.
 *
 * The rows of a page are chosen in the table of devices alone, so that an index gives their order; what stands beside
 * them is looked up for those few. A text search asks the names in memory; SQL answers what those do not know. Pages and
 * counts are kept until something that they show changes.
 */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { badRequest } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type AliasedExpression, type Compilable, type RawBuilder, sql } from 'kysely'
import { createKeptAnswers, type KeptAnswers } from '../entity-query/kept-answers.ts'
import type { NameOrder, NameSearch } from '../entity-query/name-search.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { assignedToEdge } from '../storage/edge-contents.ts'
import { type Parameter, preparedQuery } from '../storage/prepared-query.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { DeviceTable } from '../storage/schema.ts'
import { likePattern } from '../storage/text-search.ts'
import { deviceOf } from './device-rows.ts'

export interface DeviceFilter {
  readonly tenantId: string
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  readonly deviceProfileId?: string | undefined
  readonly active?: boolean | undefined
  /** Only those that are assigned to the edge. */
  readonly edgeId?: string | undefined
  /** Made at this time or later, and not after the other, epoch ms. */
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

interface Order {
  readonly column: string
  /** What the search by names calls the same order; null: it does not know it. */
  readonly inMemory: NameOrder['by'] | null
}

/** Texts sort by code point, as recorded: upper case before lower case. A device's type is its profile's name. */
const orders: Readonly<Record<string, Order>> = {
  createdTime: { column: 'device.created_time', inMemory: 'createdTime' },
  name: { column: 'device.name', inMemory: 'name' },
  type: { column: 'device.type', inMemory: 'type' },
  label: { column: 'device.label', inMemory: 'label' },
  customerTitle: { column: 'customer.title', inMemory: null },
  deviceProfileName: { column: 'device.type', inMemory: 'type' },
}

/** What a list is asked, as the values of its queries; null: not asked. */
type Values = {
  readonly tenantId: string
  readonly customerId: string | null
  readonly type: string | null
  readonly deviceProfileId: string | null
  readonly edgeId: string | null
  readonly active: number | null
  readonly startTime: number | null
  readonly endTime: number | null
  readonly pattern: string | null
  readonly limit: number
  readonly offset: number
}

interface InfoRow extends DeviceTable {
  customer_title: string | null
  customer_is_public: number | null
  active: string | null
}

export interface DeviceListParts {
  readonly relational: RelationalStore
  readonly counts: KeptAnswers<number>
  readonly searchNames: NameSearch
  readonly live: Pick<LiveHub, 'watchAll'>
}

/** Shapes of lists whose queries are kept. */
const shapesMax = 200
/** Devices on the pages that are kept, about 1 KB each. */
const keptDevicesMax = 20_000

export type DeviceList = ReturnType<typeof createDeviceList>

export function createDeviceList({ relational, counts, searchNames, live }: DeviceListParts) {
  const { build } = relational
  const queries = new Map<string, (values: Values) => Compilable<InfoRow>>()
  const pages = createKeptAnswers<PageData<DeviceInfo>>({
    live,
    attributes: ['active'],
    weightOf: ({ data }) => data.length + 1,
    weightMax: keptDevicesMax,
  })

  /** The devices that pass; which conditions there are depends on what is null alone. */
  function filtered(given: Values, parameter: Parameter<Values>) {
    const text = (name: keyof Values) => parameter(name) as RawBuilder<string>
    const number = (name: keyof Values) => parameter(name) as RawBuilder<number>
    let query = build.selectFrom('device').where('device.tenant_id', '=', parameter('tenantId'))
    if (given.customerId !== null) query = query.where('device.customer_id', '=', text('customerId'))
    if (given.type !== null) query = query.where('device.type', '=', text('type'))
    if (given.deviceProfileId !== null) query = query.where('device.device_profile_id', '=', text('deviceProfileId'))
    if (given.startTime !== null) query = query.where('device.created_time', '>=', number('startTime'))
    if (given.endTime !== null) query = query.where('device.created_time', '<=', number('endTime'))
    if (given.edgeId !== null) query = query.where('device.id', 'in', assignedToEdge(build, text('edgeId')))
    if (given.active !== null) {
      const active = sql`(select value from attribute
        where entity_id = device.id and scope = 'SERVER_SCOPE' and key = 'active')`
      query = query.where(sql<boolean>`(coalesce(${active}, 'false') = 'true') = ${number('active')}`)
    }
    if (given.pattern !== null) {
      const matches = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${text('pattern')} escape '\\'`
      query = query.where((where) =>
        where.or([
          ...['device.name', 'device.label', 'device.type'].map(matches),
          where('device.customer_id', 'in', customersNamed(parameter)),
        ]),
      )
    }
    return query
  }

  const customersNamed = (parameter: Parameter<Values>) =>
    build
      .selectFrom('customer')
      .select('customer.id')
      .where('customer.tenant_id', '=', parameter('tenantId'))
      .where(sql<boolean>`lower(customer.title) like ${parameter('pattern')} escape '\\'`)

  const titledLike = preparedQuery<{ id: string }, Values>(customersNamed)

  /** With what stands beside them. */
  const infosOf = (devices: AliasedExpression<DeviceTable, 'device'>) =>
    build
      .selectFrom(devices)
      .leftJoin('customer', 'customer.id', 'device.customer_id')
      .leftJoin('attribute', (join) =>
        join
          .onRef('attribute.entity_id', '=', 'device.id')
          .on('attribute.scope', '=', 'SERVER_SCOPE')
          .on('attribute.key', '=', 'active'),
      )
      .selectAll('device')
      .select(['customer.title as customer_title', 'customer.is_public as customer_is_public'])
      .select('attribute.value as active')

  const infoById = preparedQuery<InfoRow, { tenantId: string; id: string }>((parameter) =>
    infosOf(allDevices).where('device.tenant_id', '=', parameter('tenantId')).where('device.id', '=', parameter('id')),
  )

  /** Ids as a JSON list. Their tenant is looked at afterwards: SQL would go by it, over all that the tenant has. */
  const infosByIds = preparedQuery<InfoRow, { ids: string }>((parameter) =>
    infosOf(allDevices).where(sql<boolean>`device.id in (select value from json_each(${parameter('ids')}))`),
  )

  const pageOfShape = (asked: Values, column: string, direction: 'asc' | 'desc') =>
    preparedQuery<InfoRow, Values>((parameter) => {
      const devices = filtered(asked, parameter)
        .$if(column === customerTitle, (query) => query.leftJoin('customer', 'customer.id', 'device.customer_id'))
        .selectAll('device')
        .orderBy(sql.ref(column), direction)
        .orderBy('device.id', direction)
        .limit(parameter('limit'))
        .offset(parameter('offset'))
      return infosOf(devices.as('device')).orderBy(sql.ref(column), direction).orderBy('device.id', direction)
    })

  function pageQuery(asked: Values, column: string, direction: 'asc' | 'desc'): Compilable<InfoRow> {
    const shape = `${column} ${direction} ${Object.values(asked).map((value) => (value === null ? 0 : 1))}`
    let query = queries.get(shape)
    if (!query) {
      if (queries.size >= shapesMax) queries.delete(queries.keys().next().value as string)
      query = pageOfShape(asked, column, direction)
      queries.set(shape, query)
    }
    return query(asked)
  }

  /** Changes of devices alone change how many pass; attributes, relations and customers change the others. */
  const isCounted = ({ pattern, active, edgeId, startTime, endTime }: Values) =>
    [pattern, active, edgeId, startTime, endTime].every((each) => each === null)

  async function count(asked: Values): Promise<number> {
    const read = async () => {
      const query = filtered(asked, (name) => sql<Values[typeof name]>`${asked[name]}`)
      return Number((await relational.first(query.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0)
    }
    if (!isCounted(asked)) return read()
    const { tenantId, customerId, type, deviceProfileId } = asked
    return counts.of('DEVICE', tenantId, JSON.stringify([customerId, type, deviceProfileId]), read)
  }

  /** A profile is as good as its name, which is its devices' type; undefined where it is not one type. */
  async function typeAsked({ tenantId, type, deviceProfileId }: Values): Promise<string | null | undefined> {
    if (deviceProfileId === null) return type
    const profile = await relational.first(
      build
        .selectFrom('device_profile')
        .select('name')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', deviceProfileId),
    )
    return profile && (type ?? profile.name) === profile.name ? profile.name : undefined
  }

  /** The page by the names in memory; null where SQL has to look. */
  async function pageByNames(asked: Values, by: NameOrder['by'], link: PageLink): Promise<PageData<DeviceInfo> | null> {
    const { tenantId, customerId, active, edgeId, startTime, endTime } = asked
    if ([active, edgeId, startTime, endTime].some((each) => each !== null)) return null
    const type = await typeAsked(asked)
    if (type === undefined) return null
    const owners = (await relational.all(titledLike(asked))).map(({ id }) => id)
    const found = await searchNames({
      tenantId,
      entityType: 'DEVICE',
      text: link.textSearch ?? '',
      owners,
      narrowing: { customerId, type },
      order: { by, direction: link.sortOrder ?? 'ASC' },
      offset: asked.offset,
      limit: asked.limit,
    })
    if (found === null) return null
    const rows = await relational.all(infosByIds({ ids: JSON.stringify(found.ids) }))
    const byId = new Map(rows.map((row) => [row.id, row]))
    const infos = found.ids.flatMap((id) => {
      const row = byId.get(id)
      return row?.tenant_id === tenantId ? [deviceInfoOf(row)] : []
    })
    return pageOf(infos, found.total, link)
  }

  async function readPage(asked: Values, { column, inMemory }: Order, link: PageLink): Promise<PageData<DeviceInfo>> {
    const found = link.textSearch && inMemory ? await pageByNames(asked, inMemory, link) : null
    if (found) return found
    const direction = link.sortOrder === 'DESC' ? 'desc' : 'asc'
    const [rows, total] = await Promise.all([relational.all(pageQuery(asked, column, direction)), count(asked)])
    return pageOf(rows.map(deviceInfoOf), total, link)
  }

  /** Others may hold the same page: it is not to be changed. Throws 400 for an unknown sort property. */
  async function page(filter: DeviceFilter, link: PageLink): Promise<PageData<DeviceInfo>> {
    const property = link.sortProperty ?? 'createdTime'
    const order = Object.hasOwn(orders, property) ? orders[property] : undefined
    if (!order) {
      throw badRequest(`Devices cannot be sorted by ${property}; use ${Object.keys(orders).join(', ')}.`)
    }
    const asked = valuesOf(filter, link)
    const read = () => readPage(asked, order, link)
    // What is assigned to an edge are relations.
    if (asked.edgeId !== null) return read()
    return pages.of('DEVICE', asked.tenantId, JSON.stringify([Object.values(asked), property, link.sortOrder]), read)
  }

  async function findInfo(tenantId: string, id: string): Promise<DeviceInfo | undefined> {
    const row = await relational.first(infoById({ tenantId, id }))
    return row && deviceInfoOf(row)
  }

  return { page, findInfo }
}

const customerTitle = 'customer.title'
const allDevices = sql.table<DeviceTable>('device').as('device')

const valuesOf = (filter: DeviceFilter, { textSearch, pageSize, page }: PageLink): Values => ({
  tenantId: filter.tenantId,
  customerId: filter.customerId ?? null,
  type: filter.type || null,
  deviceProfileId: filter.deviceProfileId || null,
  edgeId: filter.edgeId ?? null,
  active: filter.active === undefined ? null : Number(filter.active),
  startTime: filter.startTime ?? null,
  endTime: filter.endTime ?? null,
  pattern: textSearch ? likePattern(textSearch) : null,
  limit: pageSize,
  offset: page * pageSize,
})

const deviceInfoOf = (row: InfoRow): DeviceInfo => ({
  ...deviceOf(row),
  customerTitle: row.customer_id === NIL_UUID ? null : row.customer_title,
  customerIsPublic: row.customer_is_public === 1,
  deviceProfileName: row.type,
  active: row.active === 'true',
})
