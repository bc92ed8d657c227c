/** Contact columns of the tenant and customer tables. */

import { type Contact, type ContactInput, contactFields } from '@sonde/model/customers/contact'

/** Missing fields are null; for compatibility, an emptied field is an empty text. */
export const contactColumns = (input: ContactInput): Contact =>
  Object.fromEntries(contactFields.map((field) => [field, input[field] ?? null])) as Contact

export const contactOf = (row: Contact): Contact =>
  Object.fromEntries(contactFields.map((field) => [field, row[field]])) as Contact

/** Column of each contact field, to sort lists. With `table` for queries that read several tables. */
export const contactColumnNames = (table?: string): Readonly<Record<string, string>> =>
  Object.fromEntries(contactFields.map((field) => [field, table === undefined ? field : `${table}.${field}`]))
