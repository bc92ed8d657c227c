/** Stores dashboards and their assigned customers in the relational store. */

import type { AssignedCustomer, Dashboard, DashboardInfo } from '@sonde/model/dashboards/dashboard'
import { badRequest } from '@sonde/model/errors'
import { parseJson } from '@sonde/model/exact-json'
import { type CustomerId, entityId, type TenantId, type Uuid } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import type { ListDeps } from '../entity-query/entity-list.ts'
import { createResultCache, linkName } from '../entity-query/result-cache.ts'
import { createTitleSearch } from '../entity-query/title-search.ts'
import { assignedToEdge } from '../storage/edge-contents.ts'
import type { Statement } from '../storage/relational.ts'
import type { DashboardTable } from '../storage/schema.ts'
import { likePattern } from '../storage/text-search.ts'

/** Sort columns. Texts are sorted by code point, so uppercase comes before lowercase. */
/** Texts are sorted by `sortKey`. */
const sortColumns: Record<string, string | RawBuilder<unknown>> = {
  createdTime: sql.ref('dashboard.created_time'),
  title: 'dashboard.title',
  name: 'dashboard.title',
  id: sql.ref('dashboard.id'),
  tenantId: sql.ref('dashboard.tenant_id'),
  mobileHide: sql.ref('dashboard.mobile_hide'),
  mobileOrder: sql.ref('dashboard.mobile_order'),
}

export interface DashboardFilter {
  readonly tenantId: TenantId
  readonly customerId?: string | undefined
  /** Only dashboards assigned to the edge. */
  readonly edgeId?: string | undefined
  /** Creation time range, epoch ms, both inclusive. */
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
  /** Only dashboards shown in the mobile app, in its order. */
  readonly mobile?: boolean | undefined
}

/** Home dashboard in the settings of a user, customer or tenant. */
export interface HomeSetting {
  readonly dashboardId: string
  readonly hideToolbar: boolean
}

const infoColumns = [
  'dashboard.id',
  'dashboard.created_time',
  'dashboard.tenant_id',
  'dashboard.title',
  'dashboard.image',
  'dashboard.mobile_hide',
  'dashboard.mobile_order',
] as const

export type DashboardStore = ReturnType<typeof createDashboardStore>

/** Cache size: number of dashboards on cached pages, plus the size of their images in KB. */
const cachedMax = 20_000

export function createDashboardStore(lists: Omit<ListDeps, 'counts'>) {
  const { relational, live } = lists
  const { build, dialect } = relational
  const pages = createResultCache<PageData<DashboardInfo>>({
    live,
    weightOf: ({ data }) => data.reduce((sum, { image }) => sum + 1 + (image?.length ?? 0) / 1024, 1),
    weightMax: cachedMax,
    heaviest: cachedMax / 8,
  })

  const search = createTitleSearch(lists, {
    entityType: 'DASHBOARD',
    // Here, texts are sorted by code point.
    orders: { createdTime: 'createdTime', title: 'name', name: 'name' },
    query: build.selectFrom('dashboard').select(infoColumns),
    idColumn: 'dashboard.id',
    itemsOf: withCustomers,
  })

  /** Cached page, which callers share: it must not be modified. Throws 400 for an unknown sort property. */
  async function page(filter: DashboardFilter, link: PageLink): Promise<PageData<DashboardInfo>> {
    const { tenantId, customerId, edgeId, startTime, endTime, mobile } = filter
    // Assignments to an edge are relations, changes of which don't invalidate the cache.
    if (edgeId !== undefined) return readPage(filter, link)
    const what = `${JSON.stringify([customerId, startTime, endTime, mobile])} ${linkName(link)}`
    return pages.of('DASHBOARD', tenantId, what, () => searchPage(filter, link))
  }

  /**
   * Uses the title index, which covers all dashboards of the tenant. Filtered lists and the order of the mobile app
   * are queried in SQL.
   */
  function searchPage(filter: DashboardFilter, link: PageLink): Promise<PageData<DashboardInfo>> {
    const { tenantId, customerId, startTime, endTime, mobile } = filter
    const read = () => readPage(filter, link)
    const isNarrowed = mobile || [customerId, startTime, endTime].some((each) => each !== undefined)
    return isNarrowed ? read() : search.page({ tenantId }, link, read)
  }

  async function readPage(filter: DashboardFilter, link: PageLink): Promise<PageData<DashboardInfo>> {
    const property = link.sortProperty ?? 'createdTime'
    const column = Object.hasOwn(sortColumns, property) ? sortColumns[property] : undefined
    if (!column) {
      throw badRequest(`Dashboards can’t be sorted by ${property}. Use ${Object.keys(sortColumns).join(', ')}.`)
    }
    const direction = link.sortOrder === 'DESC' ? 'desc' : 'asc'
    let matching = build.selectFrom('dashboard').where('dashboard.tenant_id', '=', filter.tenantId)
    if (filter.customerId !== undefined) {
      matching = matching.where(
        'dashboard.id',
        'in',
        build.selectFrom('dashboard_customer').select('dashboard_id').where('customer_id', '=', filter.customerId),
      )
    }
    if (filter.edgeId !== undefined)
      matching = matching.where('dashboard.id', 'in', assignedToEdge(build, filter.edgeId))
    if (filter.startTime !== undefined) matching = matching.where('dashboard.created_time', '>=', filter.startTime)
    if (filter.endTime !== undefined) matching = matching.where('dashboard.created_time', '<=', filter.endTime)
    if (filter.mobile) matching = matching.where('dashboard.mobile_hide', '=', 0)
    if (link.textSearch) {
      matching = matching.where(dialect.isLike(sql.ref('dashboard.title'), likePattern(link.textSearch)))
    }
    let rows = matching.select(infoColumns)
    if (filter.mobile) {
      rows = rows.orderBy(sql`dashboard.mobile_order is null`).orderBy('dashboard.mobile_order')
    }
    const [found, counted] = await Promise.all([
      relational.scan(
        rows
          .orderBy(typeof column === 'string' ? dialect.sortKey(sql.ref(column)) : column, direction)
          .orderBy('dashboard.id', direction)
          .limit(link.pageSize)
          .offset(link.page * link.pageSize),
      ),
      relational.scan(matching.select(({ fn }) => fn.countAll<number>().as('count'))),
    ])
    return pageOf(await withCustomers(found), Number(counted[0]?.count ?? 0), link)
  }

  async function withCustomers(rows: readonly Omit<DashboardTable, 'configuration'>[]): Promise<DashboardInfo[]> {
    const customers = await assigned(rows.map((row) => row.id))
    return rows.map((row) => infoOf(row, customers.get(row.id) ?? []))
  }

  async function findInfo(tenantId: TenantId, id: Uuid<'DASHBOARD'>): Promise<DashboardInfo | undefined> {
    const row = await relational.first(
      build.selectFrom('dashboard').select(infoColumns).where('tenant_id', '=', tenantId).where('id', '=', id),
    )
    return row && infoOf(row, (await assigned([id])).get(id) ?? [])
  }

  async function find(tenantId: TenantId, id: Uuid<'DASHBOARD'>): Promise<Dashboard | undefined> {
    const row = await relational.first(
      build.selectFrom('dashboard').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id),
    )
    if (!row) return undefined
    const configuration: unknown = row.configuration === null ? null : parseJson(row.configuration)
    return { ...infoOf(row, (await assigned([id])).get(id) ?? []), configuration }
  }

  /** Configuration of a dashboard assigned to this public customer. Undefined: it isn't public. */
  async function publicConfiguration(
    id: string,
    customerId: CustomerId,
  ): Promise<{ configuration: unknown } | undefined> {
    const row = await relational.first(
      build
        .selectFrom('dashboard')
        .innerJoin('dashboard_customer', 'dashboard_customer.dashboard_id', 'dashboard.id')
        .innerJoin('customer', 'customer.id', 'dashboard_customer.customer_id')
        .select('dashboard.configuration as configuration')
        .where('dashboard.id', '=', id)
        .where('customer.id', '=', customerId)
        .where('customer.is_public', '=', 1),
    )
    return row && { configuration: row.configuration === null ? null : parseJson(row.configuration) }
  }

  async function configuration(id: string): Promise<{ configuration: unknown } | undefined> {
    const row = await relational.first(build.selectFrom('dashboard').select('configuration').where('id', '=', id))
    return row && { configuration: row.configuration === null ? null : parseJson(row.configuration) }
  }

  async function assigned(ids: readonly string[]): Promise<Map<string, AssignedCustomer[]>> {
    const found = new Map<string, AssignedCustomer[]>()
    if (ids.length === 0) return found
    const rows = await relational.scan(
      build
        .selectFrom('dashboard_customer')
        .innerJoin('customer', 'customer.id', 'dashboard_customer.customer_id')
        .select(['dashboard_customer.dashboard_id as dashboard_id', 'customer.id as id'])
        .select(['customer.title as title', 'customer.is_public as is_public'])
        .where('dashboard_customer.dashboard_id', 'in', ids)
        .orderBy(dialect.sortKey(sql.ref('customer.title')))
        .orderBy('customer.id'),
    )
    for (const row of rows) {
      const customer = {
        customerId: entityId('CUSTOMER', row.id),
        title: row.title,
        public: row.is_public === 1,
      }
      const list = found.get(row.dashboard_id)
      if (list) list.push(customer)
      else found.set(row.dashboard_id, [customer])
    }
    return found
  }

  /** Home dashboards from the settings of the user, the customer and the tenant, in this order. */
  async function homeSettings(owner: {
    readonly userId: Uuid<'USER'>
    readonly customerId: CustomerId
    readonly tenantId: TenantId
  }): Promise<HomeSetting[]> {
    const rows = await Promise.all([
      relational.first(build.selectFrom('user').select('additional_info').where('id', '=', owner.userId)),
      relational.first(build.selectFrom('customer').select('additional_info').where('id', '=', owner.customerId)),
      relational.first(build.selectFrom('tenant').select('additional_info').where('id', '=', owner.tenantId)),
    ])
    return rows.flatMap((row) => homeSettingOf(row?.additional_info ?? null) ?? [])
  }

  /** Home dashboard from the tenant's settings. Undefined if there is none. */
  async function tenantHome(tenantId: TenantId): Promise<HomeSetting | undefined> {
    const row = await relational.first(build.selectFrom('tenant').select('additional_info').where('id', '=', tenantId))
    return homeSettingOf(row?.additional_info ?? null)
  }

  /** Changes the home dashboard in the tenant's settings and keeps the other settings. Null removes it. */
  async function setTenantHome(tenantId: TenantId, home: HomeSetting | null): Promise<Statement> {
    const row = await relational.first(build.selectFrom('tenant').select('additional_info').where('id', '=', tenantId))
    const before = row?.additional_info ?? null
    const settings: unknown = before === null ? null : parseJson(before)
    const changed = {
      ...(typeof settings === 'object' && !Array.isArray(settings) ? settings : {}),
      homeDashboardId: home?.dashboardId ?? null,
      homeDashboardHideToolbar: home?.hideToolbar ?? true,
    }
    const query = build
      .updateTable('tenant')
      .set({ additional_info: JSON.stringify(changed) })
      .where('id', '=', tenantId)
      // Optimistic lock: fails if another request changed them.
      .where('additional_info', before === null ? 'is' : '=', before)
    return relational.statement(query, { expectRows: 1 })
  }

  async function isUsedByProfile(tenantId: TenantId, id: Uuid<'DASHBOARD'>): Promise<boolean> {
    const row = await relational.first(
      build
        .selectFrom('device_profile')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('default_dashboard_id', '=', id)
        .limit(1),
    )
    return row !== undefined
  }

  const insert = (dashboard: Dashboard): Statement =>
    relational.statement(build.insertInto('dashboard').values(rowOf(dashboard)), { expectRows: 1 })

  function update(dashboard: Dashboard): Statement {
    const { id, tenant_id, created_time: _, ...values } = rowOf(dashboard)
    return relational.statement(
      build.updateTable('dashboard').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
      { expectRows: 1 },
    )
  }

  const assign = (id: string, customerId: CustomerId): Statement =>
    relational.statement(
      build
        .insertInto('dashboard_customer')
        .values({ dashboard_id: id, customer_id: customerId })
        .onConflict((conflict) => conflict.doNothing()),
    )

  const unassign = (id: string, customerId: CustomerId): Statement =>
    relational.statement(
      build.deleteFrom('dashboard_customer').where('dashboard_id', '=', id).where('customer_id', '=', customerId),
    )

  /** Deletes a dashboard. The purge deletes the attributes. */
  const remove = (tenantId: TenantId, id: Uuid<'DASHBOARD'>): Statement[] => [
    relational.statement(
      build.deleteFrom('relation').where((where) => where.or([where('from_id', '=', id), where('to_id', '=', id)])),
    ),
    relational.statement(build.deleteFrom('dashboard').where('tenant_id', '=', tenantId).where('id', '=', id), {
      expectRows: 1,
    }),
  ]

  return {
    page,
    find,
    publicConfiguration,
    configuration,
    findInfo,
    homeSettings,
    tenantHome,
    setTenantHome,
    isUsedByProfile,
    insert,
    update,
    assign,
    unassign,
    remove,
  }
}

function homeSettingOf(additionalInfo: string | null): HomeSetting | undefined {
  if (additionalInfo === null) return undefined
  const json = JSON.parse(additionalInfo) as { homeDashboardId?: unknown; homeDashboardHideToolbar?: unknown } | null
  if (typeof json?.homeDashboardId !== 'string') return undefined
  return { dashboardId: json.homeDashboardId, hideToolbar: json.homeDashboardHideToolbar !== false }
}

const infoOf = (row: Omit<DashboardTable, 'configuration'>, assignedCustomers: AssignedCustomer[]): DashboardInfo => ({
  id: entityId('DASHBOARD', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  title: row.title,
  name: row.title,
  image: row.image,
  assignedCustomers,
  mobileHide: row.mobile_hide === 1,
  mobileOrder: row.mobile_order,
})

const rowOf = (dashboard: Dashboard): DashboardTable => ({
  id: dashboard.id.id,
  created_time: dashboard.createdTime,
  tenant_id: dashboard.tenantId.id,
  title: dashboard.title,
  image: dashboard.image,
  mobile_hide: dashboard.mobileHide ? 1 : 0,
  mobile_order: dashboard.mobileOrder,
  configuration: dashboard.configuration == null ? null : JSON.stringify(dashboard.configuration),
})
