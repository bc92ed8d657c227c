/**
 * Common parts of devices, assets, entity views and edges: each belongs to a tenant, can be assigned to one customer,
 * and has a name and a type.
 */

import Type, { type TSchema } from 'typebox'
import type { TypesWith } from '../entities/entity-kinds.ts'
import { additionalInfo, epochMs, idOf, looseIdOf, name, nullable, nullish, text } from '../schema-parts.ts'

export type AssignableType = TypesWith<{ readonly customers: 'one' }>

/** Fields of an assignable entity in responses. */
export const assignableFields = <T extends AssignableType>(entityType: T) => ({
  id: idOf(entityType),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  customerId: idOf('CUSTOMER'),
  name,
  type: text,
  additionalInfo,
})

/** Fields of the customer that lists show with each entity. */
export const ownerFields = {
  customerTitle: nullable(Type.String()),
  customerIsPublic: Type.Boolean(),
}

/** Fields of save requests: with an id the entity is updated, without one it is created. */
export const assignableInputFields = <T extends AssignableType>(entityType: T) => ({
  id: nullish(looseIdOf(entityType)),
  name,
  type: Type.String({ minLength: 1, maxLength: 255 }),
  /** Only read on creation. Later, the assign and unassign calls change it. */
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
