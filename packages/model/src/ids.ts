/**
 * Ids of the API: an entity is identified by its type and a UUID.
 *
 * `EntityId<'DEVICE'>` and its UUID, `Uuid<'DEVICE'>`, can't be passed where those of a customer are expected. At run
 * time, an id is a plain object and a UUID a plain string.
 */

import { type EntityType, entityTypes } from './entities/entity-kinds.ts'

export { type EntityType, entityTypes }

declare const uuidOf: unique symbol

/**
 * UUID of an entity of a type. Text of unknown type, such as a path parameter, is assignable to every type; the UUID of
 * one type isn't assignable to another.
 */
export type Uuid<T extends EntityType> = string & { readonly [uuidOf]?: T }

export type TenantId = Uuid<'TENANT'>
export type CustomerId = Uuid<'CUSTOMER'>

/** Entity id of the API: `{ entityType, id }`, with a lowercase UUID. */
export interface EntityId<T extends EntityType = EntityType> {
  readonly entityType: T
  readonly id: Uuid<T>
}

/** UUID that the API uses for "none": the system tenant, or no customer. */
export const NIL_UUID = '13814000-1dd2-11b2-8080-808080808080'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

export const isEntityType = (text: string): text is EntityType => (entityTypes as readonly string[]).includes(text)

export const entityId = <T extends EntityType>(entityType: T, id: string): EntityId<T> => ({ entityType, id })

export const isIdOf = <T extends EntityType>(entityType: T, id: EntityId): id is EntityId<T> =>
  id.entityType === entityType

/** Optional id: `null` stays `null`. */
export const optionalEntityId = <T extends EntityType>(entityType: T, id: string | null): EntityId<T> | null =>
  id === null ? null : { entityType, id }
