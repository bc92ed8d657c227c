/** Dashboards: saves and lists them, assigns them to customers, publishes them and sets home dashboards. */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import type {
  AssignedCustomer,
  Dashboard,
  DashboardInfo,
  DashboardInput,
  HomeDashboard,
  HomeDashboardInfo,
  HomeDashboardInput,
} from '@sonde/model/dashboards/dashboard'
import { countChanges, type DashboardContent, dashboardChanges } from '@sonde/model/dashboards/dashboard-changes'
import type { DashboardVersion } from '@sonde/model/dashboards/dashboard-version'
import { namedEntities, visitorConfiguration } from '@sonde/model/dashboards/visitor-dashboard'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, DomainError, ErrorCode, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { requireNamedCustomer } from '../access/named-customer.ts'
import type { Access, Operation } from '../access/operations.ts'
import type { VisitorReads } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { CustomersOfTenant } from '../customers/customers-of-tenant.ts'
import type { EntityQuery } from '../entity-query/entity-query-service.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { type EntityAction, entityAction, entityActions } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { Statement } from '../storage/relational.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import type { DashboardStore, HomeSetting } from './dashboard-store.ts'
import type { DashboardVersionStore } from './dashboard-version-store.ts'

export interface DashboardDeps {
  readonly store: DashboardStore
  readonly versions: DashboardVersionStore
  readonly quotas: EntityLimits
  readonly customers: CustomersOfTenant
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly visitorReads: Pick<VisitorReads, 'of'>
  readonly entityQuery: Pick<EntityQuery, 'visible'>
}

/** A dashboard and the number of its newest version. */
export interface VersionedDashboard {
  readonly dashboard: Dashboard
  readonly version: number
}

export interface SaveOptions {
  /** Whether the caller's changes are based on this version. Absent: overwrites any version. */
  readonly isBasedOn?: ((version: number) => boolean) | undefined
  /** Number of the version whose content is saved. */
  readonly restoredFrom?: number
}

/** Number of the version that a former version of Sonde saved without recording it. */
const firstVersion = 1
/** Attempts of a save when others save the same dashboard at the same time. */
const attemptsMax = 5

export type DashboardService = ReturnType<typeof createDashboardService>

export function createDashboardService(deps: DashboardDeps) {
  const { store, versions, quotas, customers, access, commit, clock, visitorReads, entityQuery } = deps

  async function getFor(scope: Scope, operation: Operation, id: string): Promise<Dashboard> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('DASHBOARD', id))
    const dashboard = await store.find(tenantId, id)
    if (!dashboard) throw notFound('DASHBOARD', id)
    return dashboard
  }

  const get = async (scope: Scope, id: string): Promise<Dashboard> => seenBy(scope, await getFor(scope, 'READ', id))

  /** Reduces a dashboard to what visitors need to render it. */
  async function seenBy<T extends Dashboard>(scope: Scope, dashboard: T): Promise<T> {
    if (!scope.isPublic || !(await visitorReads.of(scope))) return dashboard
    const visible = await entityQuery.visible(scope, namedEntities(dashboard.configuration))
    const configuration = visitorConfiguration(dashboard.configuration, (id) => visible.has(id.toLowerCase()))
    return { ...forOwn(scope, dashboard), configuration }
  }

  /** Hides other assigned customers from visitors. */
  const forOwn = <T extends DashboardInfo>(scope: Scope, info: T): T =>
    scope.isPublic ? { ...info, assignedCustomers: (info.assignedCustomers ?? []).filter(isOwnOf(scope)) } : info

  async function getInfo(scope: Scope, id: string): Promise<DashboardInfo> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entityId('DASHBOARD', id))
    const info = await store.findInfo(tenantId, id)
    if (!info) throw notFound('DASHBOARD', id)
    return forOwn(scope, info)
  }

  const list = (scope: Scope, mobile: boolean | undefined, link: PageLink): Promise<PageData<DashboardInfo>> =>
    store.page({ tenantId: scope.tenantId, mobile }, link)

  /** Dashboards of a tenant, for the system administrator. */
  async function listOfTenant(scope: Scope, tenantId: string, link: PageLink): Promise<PageData<DashboardInfo>> {
    await access.requireEntity(scope, 'READ', entityId('TENANT', tenantId))
    return store.page({ tenantId }, link)
  }

  async function listOfCustomer(
    scope: Scope,
    customerId: string,
    mobile: boolean | undefined,
    link: PageLink,
  ): Promise<PageData<DashboardInfo>> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entityId('CUSTOMER', customerId))
    if (scope.share) return pageOf([await getInfo(scope, scope.share.dashboardId)], 1, link)
    const page = await store.page({ tenantId, customerId, mobile }, link)
    return scope.isPublic ? { ...page, data: page.data.map((info) => forOwn(scope, info)) } : page
  }

  /** Dashboards assigned to an edge that the caller can read. Customer users only see those of their customer. */
  async function listOfEdge(
    scope: Scope,
    edgeId: string,
    times: { readonly startTime?: number | undefined; readonly endTime?: number | undefined },
    link: PageLink,
  ): Promise<PageData<DashboardInfo>> {
    const { tenantId } = await access.requireEntity(scope, 'READ', entityId('EDGE', edgeId))
    const customerId = scope.authority === 'CUSTOMER_USER' ? scope.customerId : undefined
    return store.page({ tenantId, edgeId, customerId, startTime: times.startTime, endTime: times.endTime }, link)
  }

  /** Reads a dashboard together with the number of its version. */
  async function getVersioned(scope: Scope, id: string): Promise<VersionedDashboard> {
    // Before the dashboard: if another save comes in between, the number is too old, and a later save is rejected.
    const newest = await versions.newest(id)
    return { dashboard: await get(scope, id), version: newest?.number ?? firstVersion }
  }

  const save = async (scope: Scope, input: DashboardInput): Promise<Dashboard> =>
    (await saveVersion(scope, input)).dashboard

  /**
   * Creates a dashboard, or updates it if the input has an id, and records a version unless nothing changes.
   * Assignments don't change. Throws 412 when someone else saved the dashboard since the version that the changes are
   * based on.
   */
  async function saveVersion(
    scope: Scope,
    input: DashboardInput,
    options: SaveOptions = {},
  ): Promise<VersionedDashboard> {
    checkEntityTexts('dashboard', { title: input.title })
    for (let attempt = 1; ; attempt++) {
      try {
        return await trySave(scope, input, options)
      } catch (error) {
        const isOvertaken =
          error instanceof RowsMismatch || (error instanceof UniqueViolation && error.table === 'dashboard_version')
        if (!isOvertaken) throw error
        if (attempt === attemptsMax) throw badRequest('Someone else changed this dashboard. Reload and try again.')
      }
    }
  }

  /** Fails with `RowsMismatch` or `UniqueViolation` when another save or a deletion comes first. */
  async function trySave(scope: Scope, input: DashboardInput, options: SaveOptions): Promise<VersionedDashboard> {
    // Before the dashboard: if another save comes in between, this one fails instead of replacing it.
    const newest = input.id ? await versions.newest(input.id.id) : undefined
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) {
      const none = { id: entityId('DASHBOARD', NIL_UUID), tenantId: scope.tenantId, customerId: NIL_UUID }
      access.require(scope, 'CREATE', none)
    }
    const now = newest?.number ?? firstVersion
    if (before && options.isBasedOn && !options.isBasedOn(now)) throw overtakenBy(now, newest)
    const nowMs = clock.nowMs()
    const dashboard: Dashboard = {
      id: before?.id ?? entityId('DASHBOARD', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      tenantId: entityId('TENANT', scope.tenantId),
      title: input.title,
      name: input.title,
      image: input.image ?? null,
      assignedCustomers: before?.assignedCustomers ?? [],
      mobileHide: input.mobileHide ?? false,
      mobileOrder: input.mobileOrder ?? null,
      configuration: input.configuration ?? null,
    }
    const json = JSON.stringify(contentOf(dashboard))
    const jsonBefore = before && JSON.stringify(contentOf(before))
    // As texts, because the order of states is that of their keys.
    const isNewVersion = json !== jsonBefore
    const version = before && isNewVersion ? now + 1 : now
    const recorded = { tenantId: scope.tenantId, dashboardId: dashboard.id.id }
    const statements: Statement[] = []
    if (before && jsonBefore !== undefined && isNewVersion) {
      const unrecorded = { number: now, createdTime: before.createdTime, author: null, changes: null }
      statements.push(
        newest
          ? await versions.complete(before.id.id, now, jsonBefore)
          : await versions.insertWhole({ ...recorded, ...unrecorded, restoredFrom: null, json: jsonBefore }),
        store.update(dashboard),
      )
    }
    if (!before) statements.push(store.insert(dashboard))
    if (isNewVersion) {
      statements.push(
        versions.insert({
          ...recorded,
          number: version,
          createdTime: nowMs,
          author: { id: scope.userId, name: nameOf(scope) },
          changes: before ? countChanges(dashboardChanges(before, dashboard)) : null,
          restoredFrom: options.restoredFrom ?? null,
          json,
        }),
        ...versions.trim(scope.tenantId, dashboard.id.id, version),
      )
    }
    const write = () =>
      commit({
        statements,
        changes: [changeOf(before ? 'updated' : 'created', dashboard)],
        ...actionOf(scope, before ? 'UPDATED' : 'ADDED', dashboard, nowMs),
      })
    await (before ? write() : quotas.withRoom('DASHBOARD', scope.tenantId, write))
    return { dashboard, version }
  }

  async function remove(scope: Scope, id: string): Promise<void> {
    const dashboard = await getFor(scope, 'DELETE', id)
    if (await store.isUsedByProfile(scope.tenantId, id)) {
      throw badRequest('Device profiles use this dashboard. Choose another mobile dashboard in them first.')
    }
    await written(
      id,
      commit({
        statements: store.remove(scope.tenantId, id),
        changes: [changeOf('deleted', dashboard)],
        ...actionOf(scope, 'DELETED', dashboard, clock.nowMs()),
      }),
    )
  }

  const assign = (scope: Scope, id: string, customerId: string): Promise<Dashboard> =>
    reassign(scope, id, { add: [customerId], remove: [] })

  const unassign = (scope: Scope, id: string, customerId: string): Promise<Dashboard> =>
    reassign(scope, id, { add: [], remove: [customerId] })

  async function makePublic(scope: Scope, id: string): Promise<Dashboard> {
    const dashboard = await getFor(scope, 'ASSIGN_TO_CUSTOMER', id)
    const everybody = await customers.publicCustomer(scope)
    return write(scope, dashboard, { add: [everybody], remove: [] })
  }

  async function makePrivate(scope: Scope, id: string): Promise<Dashboard> {
    const dashboard = await getFor(scope, 'UNASSIGN_FROM_CUSTOMER', id)
    const everybody = dashboard.assignedCustomers?.filter((customer) => customer.public) ?? []
    return write(scope, dashboard, {
      add: [],
      remove: everybody.map(({ customerId, title }) => ({ id: customerId.id, title })),
    })
  }

  /** Assigns the dashboard to exactly these customers. */
  async function setCustomers(scope: Scope, id: string, customerIds: readonly string[]): Promise<Dashboard> {
    const { assignedCustomers } = await getFor(scope, 'ASSIGN_TO_CUSTOMER', id)
    const now = (assignedCustomers ?? []).map((customer) => customer.customerId.id)
    return reassign(scope, id, {
      add: customerIds.filter((customerId) => !now.includes(customerId)),
      remove: now.filter((customerId) => !customerIds.includes(customerId)),
      areInBody: true,
    })
  }

  /**
   * Adds and removes assigned customers. Adding an assigned customer or removing one that isn't assigned is no error.
   * `areInBody`: a customer to add that doesn't exist causes 400 (error in the body) instead of 404 (error in the
   * path), and one to remove needn't exist.
   */
  async function reassign(
    scope: Scope,
    id: string,
    wanted: { readonly add: readonly string[]; readonly remove: readonly string[]; readonly areInBody?: boolean },
  ): Promise<Dashboard> {
    const dashboard = await getFor(scope, wanted.add.length > 0 ? 'ASSIGN_TO_CUSTOMER' : 'UNASSIGN_FROM_CUSTOMER', id)
    if (wanted.areInBody) for (const customerId of wanted.add) await requireNamedCustomer(access, scope, customerId)
    else {
      for (const customerId of [...wanted.add, ...wanted.remove]) {
        await access.requireEntity(scope, 'READ', entityId('CUSTOMER', customerId))
      }
    }
    const titled = (ids: readonly string[]) =>
      Promise.all(
        [...new Set(ids)].map(async (customerId) => ({
          id: customerId,
          title: (await customers.title(scope.tenantId, customerId)) ?? '',
        })),
      )
    return write(scope, dashboard, { add: await titled(wanted.add), remove: await titled(wanted.remove) })
  }

  async function write(scope: Scope, dashboard: Dashboard, { add, remove }: Reassignment): Promise<Dashboard> {
    const id = dashboard.id.id
    const isAssigned = (customer: { readonly id: string }) =>
      dashboard.assignedCustomers?.some(({ customerId }) => customerId.id === customer.id) ?? false
    const added = add.filter((customer) => !isAssigned(customer))
    const removed = remove.filter(isAssigned)
    if (added.length + removed.length === 0) return dashboard
    const nowMs = clock.nowMs()
    const statements: Statement[] = [
      ...added.map((customer) => store.assign(id, customer.id)),
      ...removed.map((customer) => store.unassign(id, customer.id)),
    ]
    const actions = [
      ...added.map((customer) =>
        actionOf(scope, 'ASSIGNED_TO_CUSTOMER', dashboard, nowMs, {
          assignedCustomerId: customer.id,
          assignedCustomerName: customer.title,
        }),
      ),
      ...removed.map((customer) =>
        actionOf(scope, 'UNASSIGNED_FROM_CUSTOMER', dashboard, nowMs, {
          unassignedCustomerId: customer.id,
          unassignedCustomerName: customer.title,
        }),
      ),
    ]
    const changes = [changeOf('updated', dashboard, 'assignment')]
    await commit({ statements, changes, ...entityActions(actions), ...(added.length > 0 ? {} : { cannotWait: true }) })
    const saved = await store.find(dashboard.tenantId.id, id)
    if (!saved) throw notFound('DASHBOARD', id)
    return saved
  }

  /** First home dashboard that the caller can read: that of the user, the customer or the tenant. */
  async function readableHome(
    scope: Scope,
  ): Promise<{ readonly setting: HomeSetting; readonly tenantId: string } | undefined> {
    if (scope.authority === 'SYS_ADMIN') return undefined
    for (const setting of await store.homeSettings(scope)) {
      try {
        const { tenantId } = await access.requireEntity(scope, 'READ', entityId('DASHBOARD', setting.dashboardId))
        return { setting, tenantId }
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
      }
    }
    return undefined
  }

  async function getHome(scope: Scope): Promise<HomeDashboard | undefined> {
    const home = await readableHome(scope)
    const dashboard = home && (await store.find(home.tenantId, home.setting.dashboardId))
    return dashboard && { ...(await seenBy(scope, dashboard)), hideDashboardToolbar: home.setting.hideToolbar }
  }

  async function getHomeInfo(scope: Scope): Promise<HomeDashboardInfo | undefined> {
    const home = await readableHome(scope)
    return (
      home && {
        dashboardId: entityId('DASHBOARD', home.setting.dashboardId),
        hideDashboardToolbar: home.setting.hideToolbar,
      }
    )
  }

  /** Home dashboard from the tenant's settings. */
  async function getTenantHome(scope: Scope): Promise<HomeDashboardInfo> {
    const home = await store.tenantHome(scope.tenantId)
    return {
      dashboardId: home ? entityId('DASHBOARD', home.dashboardId) : null,
      hideDashboardToolbar: home?.hideToolbar ?? true,
    }
  }

  /** Sets the tenant's home dashboard. Without a dashboard, the setting is removed. */
  async function setTenantHome(scope: Scope, input: HomeDashboardInput): Promise<void> {
    const id = input.dashboardId?.id.toLowerCase()
    if (id !== undefined) await getFor(scope, 'READ', id)
    const home = id === undefined ? null : { dashboardId: id, hideToolbar: input.hideDashboardToolbar ?? true }
    const tenant = entityId('TENANT', scope.tenantId)
    await written(
      scope.tenantId,
      commit({
        statements: [await store.setTenantHome(scope.tenantId, home)],
        changes: [{ kind: 'updated', entity: tenant, tenantId: scope.tenantId, customerId: NIL_UUID }],
      }),
    )
  }

  return {
    get,
    getVersioned,
    getInfo,
    list,
    listOfTenant,
    listOfCustomer,
    listOfEdge,
    getTenantHome,
    setTenantHome,
    save,
    saveVersion,
    remove,
    assign,
    unassign,
    makePublic,
    makePrivate,
    setCustomers,
    reassign,
    getHome,
    getHomeInfo,
  }
}

/** 412 that names the newest version; `newest` is undefined when it isn't recorded. */
function overtakenBy(number: number, newest: DashboardVersion | undefined): DomainError {
  const by = newest?.author?.name
  return new DomainError(
    ErrorCode.BAD_REQUEST_PARAMS,
    `${by ? `${by} changed` : 'Someone else changed'} this dashboard. Reload and try again.`,
    {
      status: 412,
      details: { newest: { number, createdTime: newest?.createdTime ?? null, author: newest?.author ?? null } },
    },
  )
}

const contentOf = ({ title, image, mobileHide, mobileOrder, configuration }: Dashboard): DashboardContent => ({
  title,
  image,
  mobileHide,
  mobileOrder,
  configuration,
})

/** Name of the caller, as shown to others. */
const nameOf = ({ firstName, lastName, email }: Scope): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email

interface Reassignment {
  readonly add: readonly { readonly id: string; readonly title: string }[]
  readonly remove: readonly { readonly id: string; readonly title: string }[]
}

const isOwnOf =
  (scope: Scope) =>
  ({ customerId }: AssignedCustomer): boolean =>
    customerId.id === scope.customerId

const changeOf = (kind: EntityChange['kind'], dashboard: Dashboard, aspect?: 'assignment'): EntityChange => ({
  kind,
  entity: dashboard.id,
  tenantId: dashboard.tenantId.id,
  customerId: NIL_UUID,
  ...(aspect && { aspect }),
})

/** Omits the configuration, because it can be large and rule chains don't read it. */
const actionOf = (
  scope: Scope,
  action: AuditAction,
  dashboard: Dashboard,
  nowMs: number,
  metadata: Record<string, string> = {},
): EntityAction => entityAction(scope, action, { ...dashboard, configuration: '' }, nowMs, { metadata })

async function written(id: string, commit: Promise<unknown>): Promise<void> {
  try {
    await commit
  } catch (error) {
    if (error instanceof RowsMismatch) throw notFound('DASHBOARD', id)
    throw error
  }
}
