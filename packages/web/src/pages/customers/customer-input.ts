/** Form of a customer: draft, validation and request body. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import type { CustomerInput } from '@sonde/model/customers/customer'
import { area, fieldList, line } from '../../entities/field-list.ts'
import { draftOfOwner, emptyOwner, type OwnerDraft, ownerErrors, wireOwner } from '../../entities/owner-input.ts'
import type { Translate } from '../../locale/texts.ts'

/** Title of the public customer; no other customer may have it. */
const publicTitle = 'Public'

export const customerFields = fieldList({
  title: line({
    label: 'customers.name',
    help: 'customers.nameHelp',
    required: 'customers.titleRequired',
    check: (title, t) => (title.trim() === publicTitle ? t('customers.titleReserved') : undefined),
  }),
  description: area({ label: 'customers.description' }),
})

export type CustomerDraft = OwnerDraft

export const emptyCustomer: CustomerDraft = { ...emptyOwner, ...customerFields.empty }

/** Error messages by field. */
export type CustomerErrors = Partial<Record<keyof CustomerDraft, string>>

export const customerErrors = (draft: CustomerDraft, t: Translate): CustomerErrors => ({
  ...ownerErrors(draft, t),
  ...customerFields.fieldErrorsOf(draft, t),
})

export const draftOfCustomer = (customer: Customer): CustomerDraft => draftOfOwner(customer)

export const wireCustomer = (draft: CustomerDraft, customer: Customer | null): CustomerInput => ({
  ...(customer ? { id: customer.id } : {}),
  ...wireOwner(draft, customer),
})
