/** Form of a customer: draft, validation and request body. */

import type { Customer } from '@sonde/client/customers/customer-calls'
import type { CustomerInput } from '@sonde/model/customers/customer'
import {
  type ContactDraft,
  contactFaults,
  draftOfContact,
  emptyContact,
  wireContact,
} from '../../contact/contact-input.ts'
import { additionalInfoOf, infoText } from '../../entities/additional-info.ts'
import {
  type HomeDashboardDraft,
  homeDashboardOf,
  noHomeDashboard,
  wireHomeDashboard,
} from '../../entities/home-dashboard.tsx'
import type { Translate } from '../../locale/texts.ts'
import { tooLong } from '../../ui/field/text-faults.ts'

/** Title of the public customer; no other customer may have it. */
const publicTitle = 'Public'

export interface CustomerDraft extends ContactDraft, HomeDashboardDraft {
  readonly title: string
  readonly description: string
}

export const emptyCustomer: CustomerDraft = { title: '', description: '', ...emptyContact, ...noHomeDashboard }

/** Error messages by field. */
export type CustomerFaults = Partial<Record<keyof CustomerDraft, string>>

export const customerFaults = (draft: CustomerDraft, t: Translate): CustomerFaults => ({
  ...contactFaults(draft, t),
  title: titleFault(draft.title, t),
})

function titleFault(title: string, t: Translate): string | undefined {
  const text = title.trim()
  if (text === '') return t('customers.titleRequired')
  return text === publicTitle ? t('customers.titleReserved') : tooLong(text, t)
}

export function draftOfCustomer(customer: Customer): CustomerDraft {
  const info = additionalInfoOf(customer)
  return {
    title: customer.title,
    description: infoText(info, 'description'),
    ...draftOfContact(customer),
    ...homeDashboardOf(info),
  }
}

/** Request body; additional info that the form does not show is preserved. */
export const wireCustomer = (draft: CustomerDraft, customer: Customer | null): CustomerInput => ({
  ...(customer ? { id: customer.id } : {}),
  title: draft.title.trim(),
  ...wireContact(draft),
  additionalInfo: {
    ...(customer ? additionalInfoOf(customer) : {}),
    ...wireHomeDashboard(draft),
    description: draft.description.trim(),
  },
})
