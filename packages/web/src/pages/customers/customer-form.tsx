/** Form of a customer. The public one stays as it is. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { createCustomerManagementCalls } from '@sonde/client/customers/customer-management-calls'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import type { PlainRoomFormProps } from '../../entity-room/plain-room.ts'
import { definePlainForm, PlainDetails } from '../../entity-room/plain-room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { CustomerFields } from './customer-fields.tsx'
import {
  type CustomerDraft,
  type CustomerFaults,
  customerFaults,
  draftOfCustomer,
  wireCustomer,
} from './customer-input.ts'
import { isPublicCustomer } from './public-customer.ts'

function PublicText() {
  const t = useText()
  return <p className="sd-text-2">{t('customers.publicText')}</p>
}

const form = definePlainForm<Customer, CustomerDraft, CustomerFaults>({
  draftOf: draftOfCustomer,
  faultsOf: customerFaults,
  save: (rest, draft, customer, options) =>
    createCustomerManagementCalls(rest).save(wireCustomer(draft, customer), options),
  Fields: ({ fields, row }) => (
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

export const CustomerForm = (props: PlainRoomFormProps<Customer>) => <PlainDetails {...props} form={form} />
