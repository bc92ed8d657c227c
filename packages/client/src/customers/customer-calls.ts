/** Customers. */

import type { EntityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { pageQuery } from '../rest/page-query.ts'
import type { RequestOptions, Rest } from '../rest/rest.ts'

type Options = Pick<RequestOptions, 'signal' | 'ignoreErrors' | 'ignoreLoading'>

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
    list: (link: PageLink, options: Options = {}) =>
      rest.request<PageData<Customer>>('GET', '/api/customers', { ...options, query: pageQuery(link) }),

    get: (customerId: string, options: Options = {}) =>
      rest.request<Customer>('GET', `/api/customer/${customerId}`, options),

    shortInfo: (customerId: string, options: Options = {}) =>
      rest.request<CustomerShortInfo>('GET', `/api/customer/${customerId}/shortInfo`, options),
  }
}
