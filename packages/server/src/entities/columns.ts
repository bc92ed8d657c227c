/** Columns of tables, defined once: row types are derived from them, and the trash stores all of them. */

import type { Generated } from 'kysely'

/** Types of the values of a column. IDs are UUID text, times epoch ms, booleans 0 or 1, JSON text. */
interface Values {
  text: string
  'text or null': string | null
  'text with default': Generated<string>
  number: number
  'number or null': number | null
  'number with default': Generated<number>
}

export type Columns = Readonly<Record<string, keyof Values>>

/** Kysely row type of a table with these columns. */
export type Row<C extends Columns> = { -readonly [Name in keyof C]: Values[C[Name]] }

/** Common columns of devices, assets, entity views and edges. */
export const assignableColumns = {
  id: 'text',
  created_time: 'number',
  tenant_id: 'text',
  customer_id: 'text',
  name: 'text',
  type: 'text',
  additional_info: 'text or null',
} as const satisfies Columns

/** Contact columns of tenants and customers. */
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
