/** Form of a customer. The public customer can't be edited. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { createCustomerManagementCalls } from '@sonde/client/customers/customer-management-calls'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import { defineForm } from '../../entity-room/room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { CustomerFields } from './customer-fields.tsx'
import {
  type CustomerDraft,
  type CustomerErrors,
  customerErrors,
  draftOfCustomer,
  wireCustomer,
} from './customer-input.ts'
import { isPublicCustomer } from './public-customer.ts'

function PublicText() {
  const t = useText()
  return <p className="sd-text-2">{t('customers.publicText')}</p>
}

export const customerForm = defineForm<Customer, CustomerDraft, CustomerErrors>({
  draftOf: draftOfCustomer,
  fieldErrorsOf: customerErrors,
  save: (rest, draft, customer, options) =>
    createCustomerManagementCalls(rest).save(wireCustomer(draft, customer), options),
  renderFields: ({ fields, row }) => (
    <CustomerFields fields={fields}>
      <HomeDashboardFields
        of={{ kind: 'customer', customerId: row.id.id }}
        draft={fields.draft}
        onChange={fields.change}
      />
    </CustomerFields>
  ),
  mayEdit: (customer) => !isPublicCustomer(customer),
  ReadOnly: PublicText,
})
