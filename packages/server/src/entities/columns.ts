/** Columns of tables, written once: the rows' type comes from them, and the trash keeps them all. */

import type { Generated } from 'kysely'

/** What values of a column are. Ids are UUID text, times epoch ms, booleans 0 or 1, JSON text. */
interface Values {
  text: string
  'text or null': string | null
  'text with default': Generated<string>
  number: number
  'number or null': number | null
  'number with default': Generated<number>
}

export type Columns = Readonly<Record<string, keyof Values>>

/** A row of the table with these columns, as Kysely sees it. */
export type Row<C extends Columns> = { -readonly [Name in keyof C]: Values[C[Name]] }

/** Of devices, assets, entity views and edges. */
export const assignableColumns = {
  id: 'text',
  created_time: 'number',
  tenant_id: 'text',
  customer_id: 'text',
  name: 'text',
  type: 'text',
  additional_info: 'text or null',
} as const satisfies Columns

/** Of tenants and customers. */
export const contactColumns = {
  country: 'text or null',
  state: 'text or null',
  city: 'text or null',
  address: 'text or null',
  address2: 'text or null',
  zip: 'text or null',
  phone: 'text or null',
  email: 'text or null',
} as const satisfies Columns
