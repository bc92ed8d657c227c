/** Contacts as columns of the tables of tenants and customers. */

import { type Contact, type ContactInput, contactFields } from '@sonde/model/customers/contact'

/** Null for what is missing; an emptied field is an empty text, as on the wire. */
export const contactColumns = (input: ContactInput): Contact =>
  Object.fromEntries(contactFields.map((field) => [field, input[field] ?? null])) as Contact

export const contactOf = (row: Contact): Contact =>
  Object.fromEntries(contactFields.map((field) => [field, row[field]])) as Contact

/** The column of each field, for lists that sort by them; with `table` where a query reads several. */
export const contactColumnNames = (table?: string): Readonly<Record<string, string>> =>
  Object.fromEntries(contactFields.map((field) => [field, table === undefined ? field : `${table}.${field}`]))
