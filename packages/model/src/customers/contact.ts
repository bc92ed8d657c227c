/** Contact details of tenants and customers. */

import Type, { type Static } from 'typebox'
import { nameLengthMax, nullable, nullish, text } from '../schema-parts.ts'

export const contactFields = ['country', 'state', 'city', 'address', 'address2', 'zip', 'phone', 'email'] as const

/** One `@` with characters on both sides; `admin@localhost` is valid too. */
export const email = Type.String({ maxLength: nameLengthMax, pattern: '^[^\\s@]+@[^\\s@]+$' })

const field = nullable(text)

export const contact = Type.Object({
  country: field,
  state: field,
  city: field,
  address: field,
  address2: field,
  zip: field,
  phone: field,
  email: field,
})
export type Contact = Static<typeof contact>

const input = nullish(text)

/** Forms send an empty text for an omitted field. */
export const contactInput = Type.Object({
  country: input,
  state: input,
  city: input,
  address: input,
  address2: input,
  zip: input,
  phone: input,
  email: nullish(Type.String({ maxLength: nameLengthMax, pattern: '^([^\\s@]+@[^\\s@]+)?$' })),
})
export type ContactInput = Static<typeof contactInput>
