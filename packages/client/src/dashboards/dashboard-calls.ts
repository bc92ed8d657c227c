/** Dashboards, the home dashboard, and what dashboards ask of the platform before they draw. */

import type {
  Dashboard,
  DashboardInfo,
  DashboardInput,
  HomeDashboard,
  HomeDashboardInfo,
} from '@sonde/model/dashboards/dashboard'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { RequestOptions, Rest } from '../rest/rest.ts'

type Options = Pick<RequestOptions, 'signal' | 'ignoreErrors' | 'ignoreLoading'>

export function createDashboardCalls(rest: Rest) {
  return {
    /** Of the tenant, or of a customer: what customer users must name. */
    list: (link: PageLink, { customerId }: { customerId?: string } = {}, options: Options = {}) =>
      rest.request<PageData<DashboardInfo>>(
        'GET',
        customerId ? `/api/customer/${customerId}/dashboards` : '/api/tenant/dashboards',
        { ...options, query: pageQuery(link) },
      ),

    get: (dashboardId: string, options: Options = {}) =>
      rest.request<Dashboard>('GET', `/api/dashboard/${dashboardId}`, options),

    /** Without its configuration. */
    info: (dashboardId: string, options: Options = {}) =>
      rest.request<DashboardInfo>('GET', `/api/dashboard/info/${dashboardId}`, options),

    save: (dashboard: DashboardInput, options: Options = {}) =>
      rest.request<Dashboard>('POST', '/api/dashboard', { ...options, body: dashboard }),

    delete: (dashboardId: string, options: Options = {}) =>
      rest.request<void>('DELETE', `/api/dashboard/${dashboardId}`, options),

    /** The dashboard that the user starts with; null when there is none. */
    home: async (options: Options = {}): Promise<HomeDashboard | null> =>
      (await rest.request<HomeDashboard | null | undefined>('GET', '/api/dashboard/home', options)) ?? null,

    homeInfo: async (options: Options = {}): Promise<HomeDashboardInfo | null> =>
      (await rest.request<HomeDashboardInfo | null | undefined>('GET', '/api/dashboard/home/info', options)) ?? null,

    /** Epoch ms. */
    serverTime: (options: Options = {}) => rest.request<number>('GET', '/api/dashboard/serverTime', options),

    /** Points that one series of a dashboard may ask for. */
    maxDatapointsLimit: (options: Options = {}) =>
      rest.request<number>('GET', '/api/dashboard/maxDatapointsLimit', options),
  }
}
