/**
 * Versions of dashboards, and saves that don't overwrite changes of others. Tenant administrators only, except for
 * `getVersioned`. Sonde API.
 */

import type { Dashboard, DashboardInput } from '@sonde/model/dashboards/dashboard'
import type { DashboardVersion } from '@sonde/model/dashboards/dashboard-version'
import { parseJson } from '@sonde/model/exact-json'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

/** A dashboard and the number of its newest version. */
export interface VersionedDashboard {
  readonly dashboard: Dashboard
  readonly version: number
}

/** `basedOn`: version that the changes are based on; absent: overwrites changes of others. */
export interface BasedOn {
  readonly basedOn?: number
}

export type DashboardVersionCalls = ReturnType<typeof createDashboardVersionCalls>

export function createDashboardVersionCalls(rest: Rest) {
  const root = (dashboardId: string) => `/api/v2/dashboards/${dashboardId}/versions`
  const matching = ({ basedOn }: BasedOn) => (basedOn === undefined ? {} : { ifMatch: `"${basedOn}"` })

  return {
    /** Versions of a dashboard without their content; sortable by `number` or `createdTime`. */
    versions: (dashboardId: string, link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<DashboardVersion>>('GET', root(dashboardId), { ...options, query: pageQuery(link) }),

    /** Dashboard as of a version, with its current assignments. Throws `ApiError` 404. */
    version: (dashboardId: string, number: number, options: CallOptions = {}) =>
      rest.request<Dashboard>('GET', `${root(dashboardId)}/${number}`, options),

    /**
     * Saves the content of a version as the newest version. Throws `ApiError` 412 with a `DashboardConflict` if someone
     * else saved the dashboard since `basedOn`.
     */
    restoreVersion: async (dashboardId: string, number: number, based: BasedOn = {}, options: CallOptions = {}) =>
      versionedOf(
        await rest.request<Response>('POST', `${root(dashboardId)}/${number}/restore`, {
          ...options,
          ...matching(based),
          answer: 'response',
        }),
      ),

    /** Dashboard with its configuration and version. Throws `ApiError` 404. */
    getVersioned: async (dashboardId: string, options: CallOptions = {}) =>
      versionedOf(
        await rest.request<Response>('GET', `/api/dashboard/${dashboardId}`, { ...options, answer: 'response' }),
      ),

    /**
     * Creates a dashboard, or updates it if it has an id. Throws `ApiError` 412 with a `DashboardConflict` if someone
     * else saved it since `basedOn`; nothing is changed then.
     */
    saveVersioned: async (dashboard: DashboardInput, based: BasedOn = {}, options: CallOptions = {}) =>
      versionedOf(
        await rest.request<Response>('POST', '/api/dashboard', {
          ...options,
          ...matching(based),
          body: dashboard,
          answer: 'response',
        }),
      ),
  }
}

async function versionedOf(response: Response): Promise<VersionedDashboard> {
  const dashboard = parseJson(await response.text()) as Dashboard
  const [digits = '1'] = /\d+/.exec(response.headers.get('etag') ?? '') ?? []
  return { dashboard, version: Number(digits) }
}
