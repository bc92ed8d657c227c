/** Details of a customer: what it is, and how it is changed. The public one stays as it is. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ContactFields } from '../../contact/contact-fields.tsx'
import { ActionRow } from '../../entities/action-row.tsx'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { HomeDashboardFields } from '../../entities/home-dashboard.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import { customerRoom, isPublicCustomer, useCustomerManagement } from './customer-calls.ts'
import {
  type CustomerDraft,
  type CustomerFaults,
  customerFaults,
  draftOfCustomer,
  wireCustomer,
} from './customer-input.ts'

interface CustomerFormProps {
  readonly customer: Customer
  readonly links: readonly EntityAction<Customer>[]
}

export function CustomerForm(props: CustomerFormProps) {
  const t = useText()
  const { customer, links } = props
  if (!isPublicCustomer(customer)) return <EditableCustomer {...props} />
  return (
    <div className="sd-tab-body">
      <ActionRow row={customer} actions={links} />
      <p className="sd-text-2">{t('customers.publicText')}</p>
      <EntityFacts id={customer.id.id} createdTime={customer.createdTime} />
    </div>
  )
}

function EditableCustomer({ customer, links }: CustomerFormProps) {
  const t = useText()
  const client = useClient()
  const management = useCustomerManagement()
  const queries = useQueryClient()
  const customerId = customer.id.id
  const form = useEntityForm({
    stored: draftOfCustomer(customer),
    faultsOf: (draft: CustomerDraft) => customerFaults(draft, t),
    reload: async () =>
      draftOfCustomer(
        await queries.fetchQuery({
          queryKey: [customerRoom, 'one', customerId],
          // The cached entity may be seconds old: reading it again shows changes of another user.
          staleTime: 0,
          queryFn: () => client.customers.get(customerId, { ignoreErrors: true }),
        }),
      ),
    async save(draft) {
      await management.save(wireCustomer(draft, customer), { ignoreErrors: true })
      await refreshRoom(queries, customerRoom)
    },
    saved: t('customers.saved'),
  })
  return (
    <EntityForm form={form} facts={<EntityFacts id={customerId} createdTime={customer.createdTime} />}>
      <ActionRow row={customer} actions={links} />
      <CustomerFields fields={form}>
        <HomeDashboardFields of={{ kind: 'customer', customerId }} draft={form.draft} onChange={form.change} />
      </CustomerFields>
    </EntityForm>
  )
}

interface CustomerFieldsProps {
  readonly fields: EntityFields<CustomerDraft, CustomerFaults>
  /** Before the contact. */
  readonly children?: ReactNode
}

export function CustomerFields({ fields: { draft, change, touch, faults }, children }: CustomerFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('customers.name')}
        help={t('customers.nameHelp')}
        value={draft.title}
        error={faults.title}
        onBlur={() => touch('title')}
        onChange={(title) => change({ title })}
        autoComplete="off"
      />
      <TextArea
        label={t('customers.description')}
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      {children}
      <ContactFields draft={draft} onChange={change} onBlur={touch} faults={faults} />
    </>
  )
}
