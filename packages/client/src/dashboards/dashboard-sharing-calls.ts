/** Whom dashboards are shown to: customers, everybody, edges; and the dashboard that a tenant starts with. */

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
    /** Of a tenant; system administrators only. */
    listOfTenant: (tenantId: string, link: PageLink, options: CallOptions = {}) =>
      page(`/api/tenant/${tenantId}/dashboards`, link, options),

    /** Of an edge. */
    listOfEdge: (edgeId: string, link: PageLink, options: CallOptions = {}) =>
      page(`/api/edge/${edgeId}/dashboards`, link, options),

    /** Shows it to a customer's users. */
    assignToCustomer: (dashboardId: string, customerId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', `/api/customer/${customerId}/dashboard/${dashboardId}`, options),

    /** Takes it from a customer. */
    unassignFromCustomer: (dashboardId: string, customerId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('DELETE', `/api/customer/${customerId}/dashboard/${dashboardId}`, options),

    /** Shows it to everybody who knows its link. */
    makePublic: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', `/api/customer/public/dashboard/${dashboardId}`, options),

    /** Shows it to its tenant and its customers only. */
    makePrivate: (dashboardId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('DELETE', `/api/customer/public/dashboard/${dashboardId}`, options),

    /** Assigns it to exactly these customers. */
    setCustomers: (dashboardId: string, customerIds: readonly string[], options: CallOptions = {}) =>
      customers(dashboardId, '', customerIds, options),

    /** Assigns it to further customers. */
    addCustomers: (dashboardId: string, customerIds: readonly string[], options: CallOptions = {}) =>
      customers(dashboardId, '/add', customerIds, options),

    /** Takes it from customers. */
    removeCustomers: (dashboardId: string, customerIds: readonly string[], options: CallOptions = {}) =>
      customers(dashboardId, '/remove', customerIds, options),

    /** Assigns it to an edge, which gets an event. */
    assignToEdge: (dashboardId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('POST', `/api/edge/${edgeId}/dashboard/${dashboardId}`, options),

    /** Takes it from an edge, which gets an event. */
    unassignFromEdge: (dashboardId: string, edgeId: string, options: CallOptions = {}) =>
      rest.request<Dashboard>('DELETE', `/api/edge/${edgeId}/dashboard/${dashboardId}`, options),

    /** The tenant's own home dashboard; `dashboardId` is null when it has none. */
    tenantHome: (options: CallOptions = {}) =>
      rest.request<HomeDashboardInfo>('GET', '/api/tenant/dashboard/home/info', options),

    /** Names the tenant's home dashboard, or with null none. */
    setTenantHome: (home: HomeDashboardInput, options: CallOptions = {}) =>
      rest.request<void>('POST', '/api/tenant/dashboard/home/info', { ...options, body: home }),
  }
}
