/** Description of the list of customers and of the page of a customer. */

import { type Customer, createCustomerCalls } from '@sonde/client/customers/customer-calls'
import { createCustomerManagementCalls } from '@sonde/client/customers/customer-management-calls'
import { lazy } from 'react'
import { defineRoom } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useCustomerActions } from './customer-actions.tsx'
import { customerForm } from './customer-form.tsx'
import { customerTable } from './customer-table.tsx'
import { isPublicCustomer } from './public-customer.ts'

function Status({ row }: { readonly row: Customer }) {
  const t = useText()
  const place = [row.email, row.city, row.country].filter(Boolean).join(', ')
  return <span>{isPublicCustomer(row) ? t('customers.isPublic') : place}</span>
}

const room = defineRoom<Customer>({
  kind: 'CUSTOMER',
  name: 'customers',
  words: 'customers',
  path: '/customers',
  deleteManyText: 'customers.deleteManyText',
  oneFailed: 'customers.customerFailed',
  nameOf: ({ title }) => title,
  createCalls(rest) {
    const { get, list } = createCustomerCalls(rest)
    return { info: get, list, delete: createCustomerManagementCalls(rest).delete }
  },
  mayDelete: (customer) => !isPublicCustomer(customer),
  opensQuickly: true,
  useActions: useCustomerActions,
  useTable: () => customerTable,
  Status,
  form: customerForm,
  AddDialog: lazy(() => import('./add-customer-dialog.tsx')),
})

export const CustomersPage = () => <RoomListPage room={room} />
export const CustomerPage = () => <RoomOwnPage room={room} />
