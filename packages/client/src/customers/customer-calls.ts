/**
 * Customers of a tenant, to which devices, assets, dashboards and users are assigned. Calls that only administrators
 * need are in customer-management-calls.ts.
 */

import type { EntityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface Customer {
  readonly id: EntityId<'CUSTOMER'>
  readonly createdTime: number
  readonly tenantId: EntityId<'TENANT'>
  readonly title: string
  /** Same as the title. */
  readonly name: string
  /** `isPublic: true` for the public customer. */
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  readonly email: string | null
  readonly phone: string | null
  readonly country: string | null
  readonly state: string | null
  readonly city: string | null
  readonly address: string | null
  readonly address2: string | null
  readonly zip: string | null
}

export interface CustomerShortInfo {
  readonly title: string
  readonly isPublic: boolean
}

export type CustomerCalls = ReturnType<typeof createCustomerCalls>

export function createCustomerCalls(rest: Rest) {
  return {
    /** A page of the tenant's customers. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<Customer>>('GET', '/api/customers', { ...options, query: pageQuery(link) }),

    /** Throws `ApiError` 404. */
    get: (customerId: string, options: CallOptions = {}) =>
      rest.request<Customer>('GET', `/api/customer/${customerId}`, options),

    /** Title of the customer, and whether it is the public one. */
    shortInfo: (customerId: string, options: CallOptions = {}) =>
      rest.request<CustomerShortInfo>('GET', `/api/customer/${customerId}/shortInfo`, options),
  }
}
