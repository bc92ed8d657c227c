/** Table of customers: columns and phone layout. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { Globe } from 'lucide-react'
import { contactColumns } from '../../contact/contact-columns.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { RoomTable } from '../../entity-room/room.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { isPublicCustomer } from './public-customer.ts'

export const customerTable: RoomTable<Customer> = {
  columns: [
    {
      id: 'title',
      title: 'customers.name',
      priority: 1,
      minWidth: 200,
      sortProperty: 'title',
      cell: ({ title }) => title,
    },
    ...contactColumns<Customer>(),
    createdColumn<Customer>(6),
  ],
  phone: {
    mark: (customer) =>
      isPublicCustomer(customer) ? (
        <Globe size={18} strokeWidth={1.75} aria-hidden />
      ) : (
        <EntityKindIcon entityType="CUSTOMER" size={18} />
      ),
    line: ({ email, city, country }) => [email, city, country].filter(Boolean).join(', '),
  },
}
