/** Contact data of a tenant or customer: draft, validation, request body. */

import type { Contact } from '@sonde/model/customers/contact'
import type { Translate } from '../locale/texts.ts'
import { tooLong } from '../ui/field/text-errors.ts'
import { countryOf } from './countries.ts'
import { postalExample } from './postal-codes.ts'

/** Field names of the REST API; empty: not given. */
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

/** The server's rule: `admin@localhost` is valid too. */
export const isContactEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim())

/** Error texts. Postal codes are validated only for countries in the list. */
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
