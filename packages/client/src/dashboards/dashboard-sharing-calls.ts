/** Sharing of dashboards with customers, the public and edges; and the tenant's home dashboard. */

import type { Dashboard, DashboardInfo, HomeDashboardInfo, HomeDashboardInput } from '@sonde/model/dashboards/dashboard'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type DashboardSharingCalls = ReturnType<typeof createDashboardSharingCalls>

export function createDashboardSharingCalls(rest: Rest) {
  const page = (path: string, link: PageLink, options: CallOptions) =>
    rest.request<PageData<DashboardInfo>>('GET', path, { ...options, query: pageQuery(link) })
  const customers = (dashboardId: string, below: string, customerIds: readonly string[], options: CallOptions) =>
    rest.request<Dashboard>('POST', `/api/dashboard/${dashboardId}/customers${below}`, {
      ...options,
      body: customerIds,
    })

  return {
    /** Dashboards of a tenant; system administrators only. */
    listOfTenant: (tenantId: string, link: PageLink, options: CallOptions = {}) =>
      page(`/api/tenant/${tenantId}/dashboards`, link, options),

    /** Dashboards of an edge. */
    listOfEdge: (edgeId: string, link: PageLink, options: CallOptions = {}) =>
      page(`/api/edge/${edgeId}/dashboards`, link, options),

    /** Shares the dashboard with a customer's users. */
    assignToCustomer: (dashboardId: string, customerId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', `/api/customer/${customerId}/dashboard/${dashboardId}`, options),

    /** Ends sharing with a customer. */
    unassignFromCustomer: (dashboardId: string, customerId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('DELETE', `/api/customer/${customerId}/dashboard/${dashboardId}`, options),

    /** Shares the dashboard with everyone who has its link. */
    makePublic: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', `/api/customer/public/dashboard/${dashboardId}`, options),

    /** Limits the dashboard to its tenant and the customers it is assigned to. */
    makePrivate: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('DELETE', `/api/customer/public/dashboard/${dashboardId}`, options),

    /** Assigns the dashboard to exactly these customers. */
    setCustomers: (dashboardId: string, customerIds: readonly string[], options: CallOptions = {}) =>
      customers(dashboardId, '', customerIds, options),

    /** Assigns the dashboard to additional customers. */
    addCustomers: (dashboardId: string, customerIds: readonly string[], options: CallOptions = {}) =>
      customers(dashboardId, '/add', customerIds, options),

    /** Unassigns the dashboard from customers. */
    removeCustomers: (dashboardId: string, customerIds: readonly string[], options: CallOptions = {}) =>
      customers(dashboardId, '/remove', customerIds, options),

    /** Assigns the dashboard to an edge, which is notified by an event. */
    assignToEdge: (dashboardId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', `/api/edge/${edgeId}/dashboard/${dashboardId}`, options),

    /** Unassigns the dashboard from an edge, which is notified by an event. */
    unassignFromEdge: (dashboardId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('DELETE', `/api/edge/${edgeId}/dashboard/${dashboardId}`, options),

    /** Home dashboard of the tenant; `dashboardId` is null if it has none. */
    tenantHome: (options: CallOptions = {}) =>
      rest.request<HomeDashboardInfo>('GET', '/api/tenant/dashboard/home/info', options),

    /** Sets the tenant's home dashboard; null removes it. */
    setTenantHome: (home: HomeDashboardInput, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/tenant/dashboard/home/info', { ...options, body: home }),
  }
}
