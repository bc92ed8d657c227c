/** REST API of dashboards. */

import {
  dashboard,
  dashboardInfo,
  dashboardInput,
  homeDashboard,
  homeDashboardInfo,
  homeDashboardInput,
} from '@sonde/model/dashboards/dashboard'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { assignment, namedInPath, savedFromBody } from '../http/route-audit.ts'
import type { DashboardService } from './dashboard-service.ts'
import { conflictAnswer, etagOf, matchOf } from './dashboard-versioning.ts'

export interface DashboardRouteDeps {
  readonly dashboards: DashboardService
}

const everyone = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'dashboards'
/** Maximum body size. A dashboard can contain images and scripts. */
const dashboardBytesMax = 16 * 1024 * 1024

const byId = Type.Object({ dashboardId: uuid })
const withCustomer = Type.Object({ customerId: uuid, dashboardId: uuid })
const listQuery = Type.Object({ ...pageQuery, mobile: Type.Optional(Type.Boolean()) })
const customerIds = Type.Array(uuid, { maxItems: 10_000 })
const optionalCustomerIds = Type.Union([customerIds, Type.Null()])

export function registerDashboardRoutes(routes: Routes, deps: DashboardRouteDeps): void {
  registerReading(routes, deps)
  registerWriting(routes, deps)
}

function registerReading(routes: Routes, { dashboards }: DashboardRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/dashboard/home',
    authorities: everyone,
    summary: "Get the caller's home dashboard; empty if there is none",
    tag,
    schema: { response: Type.Union([homeDashboard, Type.Void()]) },
    handle: ({ scope }) => dashboards.getHome(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/dashboard/home/info',
    authorities: everyone,
    summary: "Get the ID of the caller's home dashboard; empty if there is none",
    tag,
    schema: { response: Type.Union([homeDashboardInfo, Type.Void()]) },
    handle: ({ scope }) => dashboards.getHomeInfo(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/dashboard/info/:dashboardId',
    authorities: everyone,
    summary: 'Get a dashboard without its configuration',
    tag,
    schema: { params: byId, response: dashboardInfo },
    handle: ({ scope, params }) => dashboards.getInfo(scope, params.dashboardId),
  })
  routes.add({
    method: 'GET',
    path: '/api/dashboard/:dashboardId',
    authorities: tenantUsers,
    summary: 'Get a dashboard',
    tag,
    schema: { params: byId, response: dashboard },
    handle: async ({ scope, params, reply }) => {
      const { dashboard: found, version } = await dashboards.getVersioned(scope, params.dashboardId)
      reply.header('etag', etagOf(version))
      return found
    },
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/dashboards',
    authorities: tenantAdmin,
    summary: 'List dashboards of the tenant',
    tag,
    schema: { query: listQuery, response: pageOf(dashboardInfo) },
    handle: ({ scope, query }) => dashboards.list(scope, query.mobile, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/dashboard/home/info',
    authorities: tenantAdmin,
    summary: "Get the tenant's home dashboard",
    tag,
    schema: { response: homeDashboardInfo },
    handle: ({ scope }) => dashboards.getTenantHome(scope),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/:tenantId/dashboards',
    authorities: ['SYS_ADMIN'],
    summary: 'List dashboards of a tenant',
    tag,
    schema: { params: Type.Object({ tenantId: uuid }), query: Type.Object(pageQuery), response: pageOf(dashboardInfo) },
    handle: ({ scope, params, query }) => dashboards.listOfTenant(scope, params.tenantId, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/customer/:customerId/dashboards',
    authorities: tenantUsers,
    summary: 'List dashboards of a customer',
    tag,
    schema: { params: Type.Object({ customerId: uuid }), query: listQuery, response: pageOf(dashboardInfo) },
    handle: ({ scope, params, query }) =>
      dashboards.listOfCustomer(scope, params.customerId, query.mobile, linkOf(query)),
  })
}

function registerWriting(routes: Routes, { dashboards }: DashboardRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/dashboard',
    authorities: tenantAdmin,
    summary: 'Create or update a dashboard',
    tag,
    audit: savedFromBody('DASHBOARD'),
    bodyBytesMax: dashboardBytesMax,
    schema: { body: dashboardInput, response: dashboard },
    answers: { 412: conflictAnswer },
    handle: async ({ scope, body, request, reply }) => {
      const isBasedOn = matchOf(request.headers['if-match'])
      const { dashboard: saved, version } = await dashboards.saveVersion(scope, body, { isBasedOn })
      reply.header('etag', etagOf(version))
      return saved
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/tenant/dashboard/home/info',
    authorities: tenantAdmin,
    summary: "Set or clear the tenant's home dashboard",
    tag,
    audit: 'none: failures are not logged',
    schema: { body: homeDashboardInput, response: Type.Void() },
    handle: ({ scope, body }) => dashboards.setTenantHome(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/dashboard/:dashboardId',
    authorities: tenantAdmin,
    summary: 'Delete a dashboard',
    tag,
    audit: namedInPath('DELETED', 'DASHBOARD'),
    schema: { params: byId, response: Type.Void() },
    handle: ({ scope, params }) => dashboards.remove(scope, params.dashboardId),
  })
  routes.add({
    method: 'POST',
    path: '/api/customer/:customerId/dashboard/:dashboardId',
    authorities: tenantAdmin,
    summary: 'Assign a dashboard to a customer',
    tag,
    audit: assignment('ASSIGNED_TO_CUSTOMER', 'DASHBOARD'),
    schema: { params: withCustomer, response: dashboard },
    handle: ({ scope, params }) => dashboards.assign(scope, params.dashboardId, params.customerId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/customer/:customerId/dashboard/:dashboardId',
    authorities: tenantAdmin,
    summary: 'Unassign a dashboard from a customer',
    tag,
    audit: assignment('ASSIGNED_TO_CUSTOMER', 'DASHBOARD'),
    schema: { params: withCustomer, response: dashboard },
    handle: ({ scope, params }) => dashboards.unassign(scope, params.dashboardId, params.customerId),
  })
  routes.add({
    method: 'POST',
    path: '/api/customer/public/dashboard/:dashboardId',
    authorities: tenantAdmin,
    summary: 'Make a dashboard public',
    tag,
    audit: assignment('ASSIGNED_TO_CUSTOMER', 'DASHBOARD'),
    schema: { params: byId, response: dashboard },
    handle: ({ scope, params }) => dashboards.makePublic(scope, params.dashboardId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/customer/public/dashboard/:dashboardId',
    authorities: tenantAdmin,
    summary: 'Make a dashboard private',
    tag,
    audit: assignment('ASSIGNED_TO_CUSTOMER', 'DASHBOARD'),
    schema: { params: byId, response: dashboard },
    handle: ({ scope, params }) => dashboards.makePrivate(scope, params.dashboardId),
  })
  routes.add({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/customers',
    authorities: tenantAdmin,
    summary: 'Replace the customers a dashboard is assigned to',
    tag,
    audit: namedInPath('UPDATED', 'DASHBOARD'),
    schema: { params: byId, body: optionalCustomerIds, response: dashboard },
    handle: ({ scope, params, body }) => dashboards.setCustomers(scope, params.dashboardId, body ?? []),
  })
  routes.add({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/customers/add',
    authorities: tenantAdmin,
    summary: 'Assign a dashboard to more customers',
    tag,
    audit: namedInPath('UPDATED', 'DASHBOARD'),
    bodyBeforeAuthority: true,
    schema: { params: byId, body: customerIds, response: dashboard },
    handle: ({ scope, params, body }) =>
      dashboards.reassign(scope, params.dashboardId, { add: body, remove: [], areInBody: true }),
  })
  routes.add({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/customers/remove',
    authorities: tenantAdmin,
    summary: 'Unassign a dashboard from customers',
    tag,
    audit: namedInPath('UPDATED', 'DASHBOARD'),
    bodyBeforeAuthority: true,
    schema: { params: byId, body: customerIds, response: dashboard },
    handle: ({ scope, params, body }) =>
      dashboards.reassign(scope, params.dashboardId, { add: [], remove: body, areInBody: true }),
  })
}
