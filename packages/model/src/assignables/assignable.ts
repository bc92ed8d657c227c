/**
 * What devices, assets, entity views and edges have in common: a tenant has them, one customer may have each, and they
 * have a name and a type.
 */

import Type, { type TSchema } from 'typebox'
import type { TypesWith } from '../entities/entity-kinds.ts'
import { additionalInfo, epochMs, idOf, looseIdOf, name, nullable, nullish, text } from '../schema-parts.ts'

export type AssignableType = TypesWith<{ readonly customers: 'one' }>

/** Fields of one as answers carry it. */
export const assignableFields = <T extends AssignableType>(entityType: T) => ({
  id: idOf(entityType),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  customerId: idOf('CUSTOMER'),
  name,
  type: text,
  additionalInfo,
})

/** What lists show of the customer beside one. */
export const ownerFields = {
  customerTitle: nullable(Type.String()),
  customerIsPublic: Type.Boolean(),
}

/** Fields of what callers save: with an id the entity is changed, without one it is created. */
export const assignableInputFields = <T extends AssignableType>(entityType: T) => ({
  id: nullish(looseIdOf(entityType)),
  name,
  type: Type.String({ minLength: 1, maxLength: 255 }),
  /** Only read at creation; afterwards it is assigned by calls of their own. */
  customerId: nullish(looseIdOf('CUSTOMER')),
  additionalInfo: Type.Optional(additionalInfo as TSchema),
})

export interface Assignable {
  readonly id: { readonly entityType: AssignableType; readonly id: string }
  readonly createdTime: number
  readonly tenantId: { readonly entityType: 'TENANT'; readonly id: string }
  readonly customerId: { readonly entityType: 'CUSTOMER'; readonly id: string }
  readonly name: string
  readonly type: string
  readonly additionalInfo: unknown
}

export type Info<T> = T & { readonly customerTitle: string | null; readonly customerIsPublic: boolean }
