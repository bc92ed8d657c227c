/** Where a tenant or a customer can be reached: what is typed, what is wrong with it, what is sent. */

import type { Contact } from '@sonde/model/customers/contact'
import type { Translate } from '../locale/texts.ts'
import { tooLong } from '../ui/field/text-errors.ts'
import { countryOf } from './countries.ts'
import { postalExample } from './postal-codes.ts'

/** By the names of the wire; empty: not given. */
export interface ContactDraft {
  readonly country: string
  readonly state: string
  readonly city: string
  readonly zip: string
  readonly address: string
  readonly address2: string
  readonly phone: string
  readonly email: string
}

export const emptyContact: ContactDraft = {
  country: '',
  state: '',
  city: '',
  zip: '',
  address: '',
  address2: '',
  phone: '',
  email: '',
}

const fields = Object.keys(emptyContact) as (keyof ContactDraft)[]

export type ContactErrors = Partial<Record<keyof ContactDraft, string>>

export const draftOfContact = (contact: Contact): ContactDraft =>
  Object.fromEntries(fields.map((field) => [field, contact[field] ?? ''])) as unknown as ContactDraft

/** The platform's rule: `admin@localhost` is an address too. */
export const isContactEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())

/** In words. A country that is none of the list has no form of postal codes. */
export function contactErrors(draft: ContactDraft, t: Translate): ContactErrors {
  const fieldErrors: ContactErrors = {}
  for (const field of fields) fieldErrors[field] = tooLong(draft[field], t)
  const zip = draft.zip.trim()
  const example = zip === '' ? null : postalExample(countryOf(draft.country)?.code, zip)
  if (example !== null) fieldErrors.zip ??= t('contact.zipInvalid', { example })
  if (draft.email.trim() !== '' && !isContactEmail(draft.email)) fieldErrors.email ??= t('contact.emailInvalid')
  return fieldErrors
}

export const wireContact = (draft: ContactDraft): Contact =>
  Object.fromEntries(fields.map((field) => [field, draft[field].trim() || null])) as unknown as Contact
