/**
 * Ids of the wire: every entity is named by its type and a UUID.
 *
 * The brand keeps a `DeviceId` from being passed where a `CustomerId` is meant; at run time an id is a plain object.
 */

import { type EntityType, entityTypes } from './entities/entity-kinds.ts'

export { type EntityType, entityTypes }

/** The wire's entity id: `{ entityType, id }`, `id` a lower-case UUID. */
export interface EntityId<T extends EntityType = EntityType> {
  readonly entityType: T
  readonly id: string
}

/** The UUID that the wire uses for "none": the system tenant, no customer. */
export const NIL_UUID = '13814000-1dd2-11b2-8080-808080808080'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => UUID.test(text)

export const isEntityType = (text: string): text is EntityType => (entityTypes as readonly string[]).includes(text)

export const entityId = <T extends EntityType>(entityType: T, id: string): EntityId<T> => ({ entityType, id })

/** An id that may be absent: `null` stays `null`. */
export const optionalEntityId = <T extends EntityType>(entityType: T, id: string | null): EntityId<T> | null =>
  id === null ? null : { entityType, id }
