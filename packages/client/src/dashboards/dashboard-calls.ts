/**
 * Dashboards, the home dashboard, and data that dashboards request before drawing. Sharing is in
 * dashboard-sharing-calls.ts.
 */

import type {
  Dashboard,
  DashboardInfo,
  DashboardInput,
  HomeDashboard,
  HomeDashboardInfo,
} from '@sonde/model/dashboards/dashboard'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface DashboardListFilter {
  readonly customerId?: string
  readonly mobile?: boolean
}

export type DashboardCalls = ReturnType<typeof createDashboardCalls>

export function createDashboardCalls(rest: Rest) {
  return {
    /**
     * Dashboards of the tenant, or of a customer; customer users must pass `customerId`. `mobile`: without those that
     * the mobile app hides, in its order.
     */
    list: (link: PageLink, { customerId, mobile }: DashboardListFilter = {}, options: CallOptions = {}) =>
      rest.request<PageData<DashboardInfo>>(
        'GET',
        customerId ? `/api/customer/${customerId}/dashboards` : '/api/tenant/dashboards',
        { ...options, query: { ...pageQuery(link), mobile } },
      ),

    /** Dashboard with its configuration. Throws `ApiError` 404. */
    get: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('GET', `/api/dashboard/${dashboardId}`, options),

    /** Dashboard without its configuration. Throws `ApiError` 404. */
    info: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<DashboardInfo>('GET', `/api/dashboard/info/${dashboardId}`, options),

    /** Creates a dashboard, or updates it if it has an id. */
    save: (dashboard: DashboardInput, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', '/api/dashboard', { ...options, body: dashboard }),

    /** Deletes the dashboard for all users. */
    delete: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/dashboard/${dashboardId}`, options),

    /** Home dashboard of the user; null if there is none. */
    home: async (options: CallOptions = {}): Promise<HomeDashboard | null> =>
      (await rest.request<HomeDashboard | null | undefined>('GET', '/api/dashboard/home', options)) ?? null,

    /** Id of the user's home dashboard; null if there is none. */
    homeInfo: async (options: CallOptions = {}): Promise<HomeDashboardInfo | null> =>
      (await rest.request<HomeDashboardInfo | null | undefined>('GET', '/api/dashboard/home/info', options)) ?? null,

    /** Current time by the server's clock, epoch ms. */
    serverTime: (options: CallOptions = {}) => rest.request<number>('GET', '/api/dashboard/serverTime', options),

    /** Maximum points that a dashboard may request per series. */
    maxDatapointsLimit: (options: CallOptions = {}) =>
      rest.request<number>('GET', '/api/dashboard/maxDatapointsLimit', options),
  }
}
