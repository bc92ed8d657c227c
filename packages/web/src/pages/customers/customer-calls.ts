/** Queries and calls shared by the customer pages. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { createCustomerManagementCalls } from '@sonde/client/customers/customer-management-calls'
import { useMemo } from 'react'
import { additionalInfoOf } from '../../entities/additional-info.ts'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'

export const customerRoom = 'customers'

/** Public customer: it cannot be edited or deleted, and has no users. */
export const isPublicCustomer = (customer: Customer): boolean => additionalInfoOf(customer).isPublic === true

export function useCustomerManagement() {
  const { rest } = useClient()
  return useMemo(() => createCustomerManagementCalls(rest), [rest])
}

/** Query of one customer; the list's copy is shown while it loads. */
export function useCustomer(customerId: string, known?: Customer) {
  const client = useClient()
  return useEntity({
    room: customerRoom,
    id: customerId,
    load: (id, signal) => client.customers.get(id, { signal, ignoreErrors: true }),
    known,
  })
}
