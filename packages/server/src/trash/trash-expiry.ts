/**
 * Deletes entities from the trash permanently: after `SONDE_TRASH_DAYS`, when a user empties the trash, or with the
 * tenant. Each entity leaves a tombstone, by which the purge deletes its points, attributes and events.
 */

import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { createTrashExpiryStore, type Ended } from './trash-expiry-store.ts'

/** Maximum entities in a tenant's trash; above that the oldest are deleted early. */
export const trashEntitiesMax = 100_000
/** Maximum bytes of files and resources in a tenant's trash; above that the oldest are deleted early. */
export const trashBytesMax = 4 * 1024 ** 3
/** Entities deleted per commit. */
const deletedAtOnce = 200
const dayMs = 86_400_000

/** The last statement changes one row per deleted entity. */
export const tombstoneStatements = (relational: RelationalStore, nowMs: number, ended: Ended): Statement[] =>
  createTrashExpiryStore(relational).tombstones(nowMs, ended)

export interface TrashExpiryDeps {
  readonly relational: RelationalStore
  readonly commit: Commit
  readonly clock: Clock
  /** `SONDE_TRASH_DAYS` */
  readonly days: number
  readonly entitiesMax?: number
  readonly bytesMax?: number
}

export type TrashExpiry = ReturnType<typeof createTrashExpiry>

export function createTrashExpiry(deps: TrashExpiryDeps) {
  const { relational, commit, clock, days, entitiesMax = trashEntitiesMax, bytesMax = trashBytesMax } = deps
  const store = createTrashExpiryStore(relational)
  /** How long an entity stays in the trash, ms. */
  const retentionMs = days * dayMs

  /**
   * Permanently deletes entities that were in the trash for too long, and the oldest above the limits. Returns the
   * number of entities.
   */
  async function expire(): Promise<number> {
    return (await expireOld()) + (await expireTooMany()) + (await expireTooLarge())
  }

  async function expireTooMany(): Promise<number> {
    const tenants = await store.tenantsWithMore(entitiesMax)
    let count = 0
    for (const tenant of tenants) {
      for (let over = Number(tenant.entities) - entitiesMax; over > 0; over -= deletedAtOnce) {
        const old = await store.oldestOf(tenant.tenant_id, Math.min(over, deletedAtOnce))
        await commit({ statements: store.tombstones(clock.nowMs(), { ids: old.map((row) => row.id) }) })
        count += old.length
      }
    }
    return count
  }

  async function expireTooLarge(): Promise<number> {
    const tenants = await store.tenantsWithMoreBytes(bytesMax)
    let count = 0
    for (const tenant of tenants) {
      for (let over = Number(tenant.held) - bytesMax; over > 0; ) {
        const old = await store.oldestWithBytes(tenant.tenant_id, deletedAtOnce)
        const ids: string[] = []
        for (const { id, bytes } of old) {
          if (over <= 0) break
          ids.push(id)
          over -= bytes
        }
        if (ids.length === 0) break
        await commit({ statements: store.tombstones(clock.nowMs(), { ids }) })
        count += ids.length
      }
    }
    return count
  }

  async function expireOld(): Promise<number> {
    let count = 0
    for (;;) {
      const old = await store.deletedUntil(clock.nowMs() - retentionMs, deletedAtOnce)
      if (old.length === 0) return count
      await commit({ statements: store.tombstones(clock.nowMs(), { ids: old.map((row) => row.id) }) })
      count += old.length
    }
  }

  return { expire, keptMs: retentionMs }
}
