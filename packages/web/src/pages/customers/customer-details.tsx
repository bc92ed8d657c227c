/** Details of a customer, for the drawer and the page. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { isPublicCustomer } from './customer-calls.ts'
import { CustomerForm } from './customer-form.tsx'

interface CustomerDetailsProps {
  readonly customer: Customer
  readonly actions: readonly EntityAction<Customer>[]
  /** Most used action. */
  readonly links: readonly EntityAction<Customer>[]
  readonly openPage?: EntityAction<Customer>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function CustomerDetails({ customer, actions, links, openPage, onClose, onStep }: CustomerDetailsProps) {
  const t = useText()
  const authority = useAccount()?.auth.authority
  return (
    <EntityDetails<Customer>
      description={{
        nameOf: ({ title }) => title,
        kindOf: () => t('entityTypes.CUSTOMER'),
        icon: <EntityKindIcon entityType="CUSTOMER" size={14} />,
        status: (row) =>
          isPublicCustomer(row) ? (
            <span>{t('customers.isPublic')}</span>
          ) : (
            <span>{[row.email, row.city, row.country].filter(Boolean).join(', ')}</span>
          ),
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => <CustomerForm key={row.id.id} customer={row} links={links} />,
          },
          ...standardTabs({ entity: customer.id, authority }),
        ],
      }}
      row={customer}
      onClose={onClose}
      onStep={onStep}
    />
  )
}
