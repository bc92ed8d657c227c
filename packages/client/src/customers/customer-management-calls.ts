/** Customers as administrators keep them. */

import type { CustomerInput } from '@sonde/model/customers/customer'
import type { CallOptions, Rest } from '../rest/rest.ts'
import type { Customer } from './customer-calls.ts'

export type CustomerManagementCalls = ReturnType<typeof createCustomerManagementCalls>

export function createCustomerManagementCalls(rest: Rest) {
  return {
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
