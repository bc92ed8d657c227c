/** Customers: list, drawer with details, add dialog; and the page of one customer. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { useCustomerActions } from './customer-actions.tsx'
import { customerRoom, useCustomer, useCustomerManagement } from './customer-calls.ts'
import { CustomerDetails } from './customer-details.tsx'
import { customerTable } from './customer-table.tsx'

const AddCustomerDialog = lazy(() => import('./add-customer-dialog.tsx'))

export function CustomersPage() {
  const client = useClient()
  const management = useCustomerManagement()
  const adding = useListDialogs({ room: customerRoom, add: 'customers.add' })
  const actions = useCustomerActions()
  const { openPage, all } = actions
  const description = useMemo(
    () => customerTable({ client, management, quickAction: openPage, actions: all }),
    [client, management, openPage, all],
  )
  return (
    <EntityPage<Customer>
      description={description}
      primary={adding.primary}
      renderOpen={(open) => <CustomerDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>{adding.open && <AddCustomerDialog onClose={adding.close} />}</Suspense>
    </EntityPage>
  )
}

interface CustomerDrawerProps {
  readonly open: OpenEntity<Customer>
  readonly parts: ReturnType<typeof useCustomerActions>
}

function CustomerDrawer({ open: { id, row, onClose, onStep }, parts: { all, links, openPage } }: CustomerDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useCustomer(id, row)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.CUSTOMER')}
      failed={t('customers.customerFailed')}
      onClose={onClose}
    >
      {(customer) => (
        <CustomerDetails
          customer={customer}
          actions={all}
          links={links}
          openPage={openPage}
          onClose={onClose}
          onStep={onStep}
        />
      )}
    </EntityDrawer>
  )
}

export function CustomerPage() {
  const t = useText()
  const { entityId } = useParams({ from: '/guarded/shell/customers/$entityId' })
  const { all, links, dialogs } = useCustomerActions()
  return (
    <EntityOwnPage
      entity={useCustomer(entityId)}
      nameOf={({ title }) => title}
      kind={t('entityTypes.CUSTOMER')}
      failed={t('customers.customerFailed')}
    >
      {(customer) => (
        <>
          <CustomerDetails customer={customer} actions={all.filter(({ id }) => id !== 'open')} links={links} />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
