/** Calls for administrators to manage customers. */

import type { CustomerInput } from '@sonde/model/customers/customer'
import type { CallOptions, Rest } from '../rest/rest.ts'
import type { Customer } from './customer-calls.ts'

export type CustomerManagementCalls = ReturnType<typeof createCustomerManagementCalls>

export function createCustomerManagementCalls(rest: Rest) {
  return {
    /** Title of the customer. */
    title: (customerId: string, options: CallOptions = {}) =>
      rest.request<string>('GET', `/api/customer/${customerId}/title`, { ...options, answer: 'text' }),

    /** The customer of exactly this title. Throws `ApiError` 404. */
    byTitle: (customerTitle: string, options: CallOptions = {}) =>
      rest.request<Customer>('GET', '/api/tenant/customers', { ...options, query: { customerTitle } }),

    /** Creates a customer, or updates it if it has an id. Throws `ApiError` 400 if the title is taken. */
    save: (customer: CustomerInput, options: CallOptions = {}) =>
      rest.request<Customer>('POST', '/api/customer', { ...options, body: customer }),

    /** Deletes a customer with its users and unassigns its entities. */
    delete: (customerId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `/api/customer/${customerId}`, options),
  }
}
