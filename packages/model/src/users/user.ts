/** API schemas of users. */

import Type, { type Static } from 'typebox'
import { email } from '../customers/contact.ts'
import { additionalInfo, epochMs, idOf, looseIdOf, nullable, nullish, text } from '../schema-parts.ts'

export const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const

export const user = Type.Object({
  id: idOf('USER'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  customerId: idOf('CUSTOMER'),
  email: text,
  authority: Type.Enum([...authorities]),
  firstName: nullable(text),
  lastName: nullable(text),
  /** Same as the email address. */
  name: text,
  /** `lang`, `defaultDashboardId` … and values that the server adds: `userCredentialsEnabled`, `lastLoginTs`. */
  additionalInfo,
})
export type User = Static<typeof user>

/** With an id the user is updated, without one it is created. Tenant and customer are only read on creation. */
export const userInput = Type.Object({
  id: nullish(looseIdOf('USER')),
  tenantId: nullish(looseIdOf('TENANT')),
  customerId: nullish(looseIdOf('CUSTOMER')),
  email,
  authority: Type.Enum([...authorities]),
  firstName: nullish(text),
  lastName: nullish(text),
  additionalInfo: Type.Optional(additionalInfo),
})
export type UserInput = Static<typeof userInput>
