/**
 * Dashboards, the home dashboard, and what dashboards ask of the platform before they draw. Whom they are shown to is in
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
     * Of the tenant, or of a customer: what customer users must name. `mobile`: without those that the mobile app
     * hides, in its order.
     */
    list: (link: PageLink, { customerId, mobile }: DashboardListFilter = {}, options: CallOptions = {}) =>
      rest.request<PageData<DashboardInfo>>(
        'GET',
        customerId ? `/api/customer/${customerId}/dashboards` : '/api/tenant/dashboards',
        { ...options, query: { ...pageQuery(link), mobile } },
      ),

    /** With its configuration. Throws `ApiError` 404. */
    get: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('GET', `/api/dashboard/${dashboardId}`, options),

    /** Without its configuration. Throws `ApiError` 404. */
    info: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<DashboardInfo>('GET', `/api/dashboard/info/${dashboardId}`, options),

    /** Makes a dashboard, or changes it when it has an id. */
    save: (dashboard: DashboardInput, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', '/api/dashboard', { ...options, body: dashboard }),

    /** Deletes it; nobody sees it any more. */
    delete: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/dashboard/${dashboardId}`, options),

    /** The dashboard that the user starts with; null when there is none. */
    home: async (options: CallOptions = {}): Promise<HomeDashboard | null> =>
      (await rest.request<HomeDashboard | null | undefined>('GET', '/api/dashboard/home', options)) ?? null,

    /** Its id alone; null when there is none. */
    homeInfo: async (options: CallOptions = {}): Promise<HomeDashboardInfo | null> =>
      (await rest.request<HomeDashboardInfo | null | undefined>('GET', '/api/dashboard/home/info', options)) ?? null,

    /** The platform's clock, epoch ms. */
    serverTime: (options: CallOptions = {}) => rest.request<number>('GET', '/api/dashboard/serverTime', options),

    /** Points that one series of a dashboard may ask for. */
    maxDatapointsLimit: (options: CallOptions = {}) =>
      rest.request<number>('GET', '/api/dashboard/maxDatapointsLimit', options),
  }
}
