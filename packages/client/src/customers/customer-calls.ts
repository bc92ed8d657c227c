/** Customers of a tenant: who devices, assets, dashboards and users are assigned to. */

import type { CustomerInput } from '@sonde/model/customers/customer'
import type { EntityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, Rest } from '../rest/rest.ts'

export interface Customer {
  readonly id: EntityId<'CUSTOMER'>
  readonly createdTime: number
  readonly tenantId: EntityId<'TENANT'>
  readonly title: string
  /** The title once more. */
  readonly name: string
  /** `isPublic: true` for the customer that stands for the public. */
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

export function createCustomerCalls(rest: Rest) {
  return {
    /** A page of the tenant's customers. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<Customer>>('GET', '/api/customers', { ...options, query: pageQuery(link) }),

    /** Throws `ApiError` 404. */
    get: (customerId: string, options: CallOptions = {}) =>
      rest.request<Customer>('GET', `/api/customer/${customerId}`, options),

    /** Its title, and whether it stands for everybody. */
    shortInfo: (customerId: string, options: CallOptions = {}) =>
      rest.request<CustomerShortInfo>('GET', `/api/customer/${customerId}/shortInfo`, options),

    /** Its title alone. */
    title: (customerId: string, options: CallOptions = {}) =>
      rest.request<string>('GET', `/api/customer/${customerId}/title`, { ...options, answer: 'text' }),

    /** The customer of exactly this title. Throws `ApiError` 404. */
    byTitle: (customerTitle: string, options: CallOptions = {}) =>
      rest.request<Customer>('GET', '/api/tenant/customers', { ...options, query: { customerTitle } }),

    /** Makes a customer, or changes it when it has an id. Throws `ApiError` 400 when the title is taken. */
    save: (customer: CustomerInput, options: CallOptions = {}) =>
      rest.request<Customer>('POST', '/api/customer', { ...options, body: customer }),

    /** Deletes a customer with its users, and unassigns what it had. */
    delete: (customerId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/customer/${customerId}`, options),
  }
}
