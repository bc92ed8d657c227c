/** Customers as a table: the description that the entity page is made of. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import type { CustomerManagementCalls } from '@sonde/client/customers/customer-management-calls'
import { Globe, Trash2 } from 'lucide-react'
import { contactColumns } from '../../contact/contact-columns.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { Client } from '../../session/page-client.ts'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
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
      {
        id: 'created',
        title: 'ui.createdTime',
        priority: 6,
        minWidth: 120,
        sortProperty: 'createdTime',
        cell: ({ createdTime }, { format, nowMs }) => (
          <span className="sd-num" title={format.dateTime(createdTime)}>
            {format.when(createdTime, nowMs)}
          </span>
        ),
      },
    ],
    quickAction,
    rowActions: actions,
    isSelectable: (customer) => !isPublicCustomer(customer),
    bulkActions: [
      {
        id: 'delete',
        label: 'ui.delete',
        icon: <Trash2 size={18} strokeWidth={1.75} aria-hidden />,
        isDanger: true,
        confirm: {
          title: 'customers.deleteManyTitle',
          text: 'customers.deleteManyText',
          action: 'customers.deleteManyAction',
        },
        done: 'customers.deletedMany',
        isUndoable: true,
        isAllowed: (customer) => !isPublicCustomer(customer),
        run: ({ id }) => management.delete(id.id, { ignoreErrors: true }),
      },
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
