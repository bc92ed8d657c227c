/**
 * Caches the number of entities and file bytes of each tenant for the usage page and the warnings. A changed number is
 * counted again in the store. The limits themselves are checked against the store (`entity-limits.ts`).
 */

import { entityKinds, kindOf, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { type EntityType, entityTypes } from '@sonde/model/ids'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { countInStore } from './entity-count-store.ts'

/** Entity types that tenant profiles limit. */
export type CountedType = TypesWith<{ readonly limit: string }>
export type CountedKey = ReturnType<typeof kindOf<CountedType>>['limit']

const countedTypes = entityTypes.filter((type): type is CountedType => entityKinds[type].limit !== undefined)
const typeOfKey = new Map<CountedKey, CountedType>(countedTypes.map((type) => [kindOf(type).limit, type]))
export const countedKeys: readonly CountedKey[] = [...typeOfKey.keys()]

/** Limit of the type. Undefined if the type isn't limited. */
export const limitOfType = (type: EntityType): CountedKey | undefined => entityKinds[type].limit as CountedKey

export const isCountedKey = (key: string): key is CountedKey => (countedKeys as readonly string[]).includes(key)

export interface EntityCounts {
  /** Last known count. Null: not counted yet. */
  known(tenantId: string, key: CountedKey): number | null
  /** Counts again those of the tenant's keys that changed. */
  refresh(tenantId: string, keys: readonly CountedKey[]): Promise<void>
  /** Makes the next `refresh` count everything, so that a missed change is corrected within an hour. */
  expire(): void
}

export interface EntityCountsDeps {
  readonly relational: RelationalStore
  readonly live: Pick<ChangeStream, 'watchAll'>
}

export function createEntityCounts({ relational, live }: EntityCountsDeps): EntityCounts {
  const counts = new Map<string, Map<CountedKey, { value: number; isStale: boolean }>>()

  live.watchAll({
    change({ entity: { entityType, id }, kind, tenantId }) {
      if (entityType === 'TENANT' && kind === 'deleted') counts.delete(id)
      const key = limitOfType(entityType)
      // An OTA package gets its file by an update.
      if (key === undefined || (kind === 'updated' && entityType !== 'OTA_PACKAGE')) return
      const entry = counts.get(tenantId)?.get(key)
      if (entry) entry.isStale = true
    },
  })

  return {
    known: (tenantId, key) => counts.get(tenantId)?.get(key)?.value ?? null,
    async refresh(tenantId, keys) {
      for (const key of keys) {
        const entry = counts.get(tenantId)?.get(key)
        if (entry && !entry.isStale) continue
        if (entry) entry.isStale = false
        const value = await countInStore(relational, key, tenantId)
        let ofTenant = counts.get(tenantId)
        if (!ofTenant) {
          ofTenant = new Map()
          counts.set(tenantId, ofTenant)
        }
        ofTenant.set(key, { value, isStale: ofTenant.get(key)?.isStale ?? false })
      }
    },
    expire() {
      for (const ofTenant of counts.values()) for (const entry of ofTenant.values()) entry.isStale = true
    },
  }
}
