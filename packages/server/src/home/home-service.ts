/**
 * Initial data of pages: combines the responses that a page would request individually, with the permissions of the
 * caller, to save round trips.
 */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { activeDevices } from '@sonde/model/entity-query/active-devices'
import type { HomeFacts, PageStart } from '@sonde/model/home/home'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type UserSettingName, userSettingNames } from '@sonde/model/users/user-settings'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { CustomerService } from '../customers/customer-service.ts'
import type { DashboardService } from '../dashboards/dashboard-service.ts'
import type { EntityQuery } from '../entity-query/entity-query-service.ts'
import type { TenantService } from '../tenants/tenant-service.ts'
import type { UserSettings } from '../users/user-settings.ts'

type List<T = unknown> = (scope: Scope, link: PageLink) => Promise<PageData<T>>

export interface HomeDeps {
  readonly clock: Clock
  readonly edges: boolean
  readonly visitorsReadAll: boolean
  readonly maxDatapoints: number
  readonly dashboards: Pick<DashboardService, 'getHomeInfo'>
  readonly userSettings: Pick<UserSettings, 'get'>
  readonly entityQuery: Pick<EntityQuery, 'count'>
  readonly tenants: Pick<TenantService, 'get'>
  readonly customers: Pick<CustomerService, 'getShortInfo'>
  readonly listDeviceProfiles: List<DeviceProfile>
  /** Lists of entity types that entity queries don't count. */
  readonly lists: Readonly<Record<OfTenants | OfAdministrators, List>>
}

type OfTenants = 'OTA_PACKAGE' | 'RULE_CHAIN' | 'edgeRuleChains' | 'WIDGETS_BUNDLE'
type OfAdministrators = 'WIDGETS_BUNDLE' | 'TENANT' | 'TENANT_PROFILE'

const ofCustomers = ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE', 'DASHBOARD'] as const
const queried = { CUSTOMER_USER: ofCustomers, TENANT_ADMIN: [...ofCustomers, 'CUSTOMER'], SYS_ADMIN: [] } as const
const listed = {
  CUSTOMER_USER: [],
  TENANT_ADMIN: ['OTA_PACKAGE', 'RULE_CHAIN', 'edgeRuleChains', 'WIDGETS_BUNDLE'],
  SYS_ADMIN: ['WIDGETS_BUNDLE', 'TENANT', 'TENANT_PROFILE'],
} as const

/** Maximum device profiles checked for alarm rules. */
const profilesMax = 100

export type HomeService = ReturnType<typeof createHomeService>

export function createHomeService(deps: HomeDeps) {
  const {
    clock,
    edges,
    visitorsReadAll,
    maxDatapoints,
    dashboards,
    userSettings,
    entityQuery,
    tenants,
    customers,
    lists,
  } = deps

  /** Data that every page needs about the caller. */
  async function pageStart(scope: Scope): Promise<PageStart> {
    const names: readonly UserSettingName[] = scope.isPublic ? [] : userSettingNames
    const [home, settings] = await Promise.all([
      dashboards.getHomeInfo(scope),
      Promise.all(names.map(async (name) => [name, await userSettings.get(scope, name)] as const)),
    ])
    return {
      serverTimeMs: clock.nowMs(),
      homeDashboardId: home?.dashboardId?.id ?? null,
      edgesEnabled: edges,
      visitorsReadAll,
      maxDatapoints,
      settings: Object.fromEntries(settings),
    }
  }

  /** Initial data of the caller's home page. */
  async function facts(scope: Scope): Promise<HomeFacts> {
    const isOfTenant = scope.authority !== 'SYS_ADMIN'
    const [title, counts, active, alarmRules] = await Promise.all([
      titleFor(scope),
      countsFor(scope),
      isOfTenant ? entityQuery.count(scope, activeDevices) : 0,
      scope.authority === 'TENANT_ADMIN' ? alarmRulesFor(scope) : null,
    ])
    return { title, counts, activeDevices: active, alarmRules }
  }

  async function titleFor(scope: Scope): Promise<string | null> {
    if (scope.authority === 'TENANT_ADMIN') return (await tenants.get(scope, scope.tenantId)).title
    if (scope.authority === 'CUSTOMER_USER') return (await customers.getShortInfo(scope, scope.customerId)).title
    return null
  }

  async function countsFor(scope: Scope): Promise<HomeFacts['counts']> {
    const one = { page: 0, pageSize: 1 }
    const [byQuery, byList, profiles] = await Promise.all([
      Promise.all(
        queried[scope.authority].map(
          async (entityType) =>
            [entityType, await entityQuery.count(scope, { entityFilter: { type: 'entityType', entityType } })] as const,
        ),
      ),
      Promise.all(
        listed[scope.authority].map(async (name) => [name, (await lists[name](scope, one)).totalElements] as const),
      ),
      scope.authority === 'TENANT_ADMIN' ? deps.listDeviceProfiles(scope, one) : null,
    ])
    return {
      ...Object.fromEntries([...byQuery, ...byList]),
      ...(profiles && { DEVICE_PROFILE: profiles.totalElements }),
    }
  }

  async function alarmRulesFor(scope: Scope): Promise<HomeFacts['alarmRules']> {
    const { data } = await deps.listDeviceProfiles(scope, { page: 0, pageSize: profilesMax })
    return {
      exist: data.some(({ profileData }) => (profileData.alarms?.length ?? 0) > 0),
      defaultProfileId: data.find((profile) => profile.default)?.id.id ?? null,
    }
  }

  return { pageStart, facts }
}
