/** Finds the owner of an entity by its ID, for access decisions. Owners of devices are cached until they change. */

import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import type { ChangeStream } from '../changes/change-stream.ts'
import { createFollowedCache } from '../changes/followed-cache.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { createEntityOwnerStore } from './entity-owner-store.ts'
import type { Authority, Owned } from './scope.ts'

/** Maximum cached owners of devices. */
export const rememberedOwnersMax = 20_000
/** How long a cached owner may be outdated after a change in another process, ms. With one process it is 0. */
export const ownersStaleMsMax = 1_000

export interface EntityOwners {
  /** Undefined if the entity doesn't exist. IDs are compared in lower case. */
  find(entity: EntityId): Promise<Owned | undefined>
}

export interface EntityOwnersDeps {
  readonly relational: RelationalStore
  /** Reports changes of cached owners; without it nothing is cached. */
  readonly live?: Pick<ChangeStream, 'watchAll' | 'position' | 'lagMs'>
}

export function createEntityOwners({ relational, live }: EntityOwnersDeps): EntityOwners {
  const store = createEntityOwnerStore(relational)

  const devices =
    live && createFollowedCache<Owned>({ stream: live, entriesMax: rememberedOwnersMax, staleMsMax: ownersStaleMsMax })
  live?.watchAll({
    change({ entity, kind }) {
      // Deleting a tenant deletes its devices, deleting a customer unassigns them.
      if (kind === 'deleted' && (entity.entityType === 'TENANT' || entity.entityType === 'CUSTOMER')) devices?.clear()
      else devices?.forget(entity.id)
    },
  })

  async function read(entityType: EntityType, id: string): Promise<Owned | undefined> {
    const row = await store.find(entityType, id)
    if (!row) return undefined
    const owned = { id: entityId(entityType, id), tenantId: row.tenant_id, customerId: row.customer_id }
    const { authority, customers: link } = entityDescriptors[entityType].owner
    if (authority) return { ...owned, authority: row.authority as Authority }
    if (!link) return owned
    return { ...owned, customerIds: await store.customersOf(link, id) }
  }

  return {
    async find({ entityType, id: given }) {
      const id = given.toLowerCase()
      return devices && entityType === 'DEVICE'
        ? (devices.get(id) ?? devices.of(id, () => read(entityType, id)))
        : read(entityType, id)
    },
  }
}
