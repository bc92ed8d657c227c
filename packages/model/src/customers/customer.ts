/** API schemas of customers. */

import Type, { type Static } from 'typebox'
import { additionalInfo, epochMs, idOf, looseIdOf, name, nullish } from '../schema-parts.ts'
import { contact, contactInput } from './contact.ts'

/** Title of the public customer; no other customer may have it. */
export const publicCustomerTitle = 'Public'

export const customer = Type.Object({
  id: idOf('CUSTOMER'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  title: name,
  /** Same as the title. */
  name,
  ...contact.properties,
  additionalInfo,
})
export type Customer = Static<typeof customer>

/** With an id the customer is updated, without one it is created. */
export const customerInput = Type.Object({
  id: nullish(looseIdOf('CUSTOMER')),
  title: name,
  ...contactInput.properties,
  additionalInfo: Type.Optional(additionalInfo),
})
export type CustomerInput = Static<typeof customerInput>

export const customerShortInfo = Type.Object({ title: name, isPublic: Type.Boolean() })
export type CustomerShortInfo = Static<typeof customerShortInfo>
