/**
 * Limits the number of entities of a tenant, as set in its profile. Checked at creation only.
 *
 * Invariant: a tenant never exceeds its limit. Entities of a limited type are created one after the other, so that two
 * concurrent creations can't both use the last free slot. Without a limit, creations don't wait for each other.
 */

import { kindOf, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { badRequest } from '@sonde/model/errors'
import { numberRejection } from '@sonde/model/limits/profile-limits'
import type { RelationalStore } from '../storage/relational.ts'
import { countInStore } from './entity-count-store.ts'
import type { CountedType } from './entity-counts.ts'
import type { Limits } from './limits.ts'
import type { TenantLimits } from './tenant-limits.ts'

/** Types limited by the number of entities (`NumberedType`) and by the size of their files (`FileType`). */
export type NumberedType = Exclude<CountedType, FileType>
export type FileType = TypesWith<{ readonly limit: `${string}InBytes` }>

export interface EntityLimits {
  /**
   * Runs `make` if the limit allows one more entity. Throws 400 that names the limit, or `noRoom` for callers who may
   * not see the limit.
   */
  withRoom<T>(type: NumberedType, tenantId: string, make: () => Promise<T>, noRoom?: string): Promise<T>
  /**
   * Like `withRoom` for limits in bytes: `bytes` is the size to add, `used` returns the current usage and is only
   * called if the tenant has a limit.
   */
  withBytes<T>(
    type: FileType,
    tenantId: string,
    bytes: number,
    used: () => Promise<number>,
    make: () => Promise<T>,
  ): Promise<T>
}

export interface EntityLimitDeps {
  readonly relational: RelationalStore
  readonly tenantLimits: Pick<TenantLimits, 'of'>
  /** Called at each rejection. */
  readonly rejections?: Pick<Limits, 'count'>
}

export function createEntityLimits({ relational, tenantLimits, rejections }: EntityLimitDeps): EntityLimits {
  /** Last pending creation by type and tenant. */
  const queues = new Map<string, Promise<unknown>>()

  /** Runs the creations of a queue one after the other. `isFull` throws if the limit is reached. */
  async function inTurn<T>(queue: string, isFull: () => Promise<void>, make: () => Promise<T>): Promise<T> {
    const before = queues.get(queue)
    const made = (async () => {
      await before?.catch(() => undefined)
      await isFull()
      return make()
    })()
    queues.set(queue, made)
    try {
      return await made
    } finally {
      if (queues.get(queue) === made) queues.delete(queue)
    }
  }

  return {
    async withRoom(type, tenantId, make, noRoom) {
      const limit = kindOf(type).limit
      const max = (await tenantLimits.of(tenantId))[limit]
      if (max <= 0) return make()
      const requireRoom = async () => {
        if ((await countInStore(relational, limit, tenantId)) < max) return
        rejections?.count(tenantId, limit)
        throw badRequest(noRoom ?? numberRejection(limit, max))
      }
      return inTurn(`${type} ${tenantId}`, requireRoom, make)
    },

    async withBytes(type, tenantId, bytes, used, make) {
      const limit = kindOf(type).limit
      const max = (await tenantLimits.of(tenantId))[limit]
      if (max <= 0) return make()
      const requireRoom = async () => {
        if ((await used()) + bytes <= max) return
        rejections?.count(tenantId, limit)
        throw badRequest(numberRejection(limit, max))
      }
      return inTurn(`${type} ${tenantId}`, requireRoom, make)
    },
  }
}
