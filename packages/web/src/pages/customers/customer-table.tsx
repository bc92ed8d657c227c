/** Table of customers: columns and filters for the entity page. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import type { CustomerManagementCalls } from '@sonde/client/customers/customer-management-calls'
import { Globe } from 'lucide-react'
import { contactColumns } from '../../contact/contact-columns.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { Client } from '../../session/page-client.ts'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { createdColumn } from '../../ui/entity-table/standard-columns.tsx'
import { customerRoom, isPublicCustomer } from './customer-calls.ts'

interface CustomerTableParts {
  readonly client: Client
  readonly management: CustomerManagementCalls
  readonly quickAction: EntityAction<Customer>
  readonly actions: readonly EntityAction<Customer>[]
}

export function customerTable(parts: CustomerTableParts): EntityTableDescription<Customer> {
  const { client, management, quickAction, actions } = parts
  return {
    name: customerRoom,
    entityType: 'CUSTOMER',
    title: 'customers.title',
    icon: <EntityKindIcon entityType="CUSTOMER" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ title }) => title,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => client.customers.list(link, { signal, ignoreErrors: true }),
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
    quickAction,
    rowActions: actions,
    isSelectable: (customer) => !isPublicCustomer(customer),
    bulkActions: [
      deleteMany<Customer>({
        room: 'customers',
        isUndoable: true,
        isAllowed: (customer) => !isPublicCustomer(customer),
        run: ({ id }) => management.delete(id.id, { ignoreErrors: true }),
      }),
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
    texts: {
      search: 'customers.search',
      emptyTitle: 'customers.emptyTitle',
      emptyText: 'customers.emptyText',
      noMatch: 'customers.noMatch',
      noFilterMatch: 'customers.noMatch',
      failed: 'customers.listFailed',
    },
  }
}
