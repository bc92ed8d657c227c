/** REST API of customers. */

import { customer, customerInput, customerShortInfo } from '@sonde/model/customers/customer'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { namedInPath, savedFromBody } from '../http/route-audit.ts'

import type { CustomerService } from './customer-service.ts'

export interface CustomerRouteDeps {
  readonly customers: CustomerService
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const both = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'customers'
const params = Type.Object({ customerId: uuid })

export function registerCustomerRoutes(routes: Routes, { customers }: CustomerRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/customer',
    authorities: tenantAdmin,
    summary: 'Create or update a customer',
    tag,
    audit: savedFromBody('CUSTOMER'),
    example: { title: 'Northern Fleet', email: 'fleet@example.org' },
    schema: { body: customerInput, response: customer },
    handle: ({ scope, body }) => customers.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/customer/:customerId',
    authorities: both,
    summary: 'Get a customer',
    tag,
    schema: { params, response: customer },
    handle: ({ scope, params: { customerId } }) => customers.get(scope, customerId),
  })
  routes.add({
    method: 'GET',
    path: '/api/customer/:customerId/shortInfo',
    authorities: both,
    summary: "Get a customer's title and whether it is public",
    tag,
    schema: { params, response: customerShortInfo },
    handle: ({ scope, params: { customerId } }) => customers.getShortInfo(scope, customerId),
  })
  routes.add({
    method: 'GET',
    path: '/api/customer/:customerId/title',
    authorities: both,
    summary: "Get a customer's title, as text",
    tag,
    schema: { params, response: Type.String({ contentMediaType: 'application/text' }) },
    handle: async ({ scope, params: { customerId }, reply }) =>
      reply.type('application/text').send((await customers.get(scope, customerId)).title),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/customer/:customerId',
    authorities: tenantAdmin,
    summary: 'Delete a customer and its users; unassign its entities',
    tag,
    audit: namedInPath('DELETED', 'CUSTOMER'),
    schema: { params, response: Type.Void() },
    handle: ({ scope, params: { customerId } }) => customers.remove(scope, customerId),
  })
  routes.add({
    method: 'GET',
    path: '/api/customers',
    authorities: tenantAdmin,
    summary: 'List customers of the tenant',
    tag,
    schema: { query: Type.Object(pageQuery), response: pageOf(customer) },
    handle: ({ scope, query }) => customers.list(scope, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/tenant/customers',
    authorities: tenantAdmin,
    summary: 'Get a customer by title',
    tag,
    schema: { query: Type.Object({ customerTitle: Type.String() }), response: customer },
    handle: ({ scope, query }) => customers.getByTitle(scope, query.customerTitle),
  })
}
