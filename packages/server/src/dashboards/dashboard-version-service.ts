/** Versions of dashboards: lists, reads and restores them. `dashboard-service.ts` records them. */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { DashboardVersion } from '@sonde/model/dashboards/dashboard-version'
import { notFound } from '@sonde/model/errors'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Scope } from '../access/scope.ts'
import type { DashboardService, SaveOptions, VersionedDashboard } from './dashboard-service.ts'
import type { DashboardVersionStore } from './dashboard-version-store.ts'

export interface DashboardVersionDeps {
  readonly store: DashboardVersionStore
  readonly dashboards: Pick<DashboardService, 'getInfo' | 'getVersioned' | 'saveVersion'>
}

export type DashboardVersionService = ReturnType<typeof createDashboardVersionService>

export function createDashboardVersionService({ store, dashboards }: DashboardVersionDeps) {
  async function list(scope: Scope, dashboardId: string, link: PageLink): Promise<PageData<DashboardVersion>> {
    const { id } = await dashboards.getInfo(scope, dashboardId)
    return store.page(id.id, link)
  }

  /** The dashboard with the content of a version. Assignments are the current ones. */
  async function get(scope: Scope, dashboardId: string, number: number): Promise<Dashboard> {
    const { dashboard, version } = await dashboards.getVersioned(scope, dashboardId)
    if (number === version) return dashboard
    const content = await store.content(dashboard.id.id, number)
    if (!content) throw notFound('Version', String(number))
    return { ...dashboard, ...content, name: content.title } as Dashboard
  }

  /** Saves the content of a version as the newest version. */
  async function restore(
    scope: Scope,
    dashboardId: string,
    number: number,
    options: Pick<SaveOptions, 'isBasedOn'> = {},
  ): Promise<VersionedDashboard> {
    const restored = await get(scope, dashboardId, number)
    return dashboards.saveVersion(scope, restored, { ...options, restoredFrom: number })
  }

  return { list, get, restore }
}
