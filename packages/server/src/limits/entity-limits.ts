/**
 * How many entities a tenant may have, as its profile says. Checked at creation only.
 *
 * Invariant: a tenant with a limit never has more. Its entities of a type are created one after the other, so that two
 * that are made at once do not both take the last place; without a limit nobody waits for anybody.
 */

import { kindOf, type TypesWith } from '@sonde/model/entities/entity-kinds'
import { badRequest } from '@sonde/model/errors'
import { numberRejection } from '@sonde/model/limits/profile-limits'
import type { RelationalStore } from '../storage/relational.ts'
import { countInStore } from './entity-count-store.ts'
import type { CountedType } from './entity-counts.ts'
import type { Limits } from './limits.ts'
import type { TenantLimits } from './tenant-limits.ts'

/** Types whose entities are counted, and those whose files are. */
export type NumberedType = Exclude<CountedType, FileType>
export type FileType = TypesWith<{ readonly limit: `${string}InBytes` }>

export interface EntityLimits {
  /** Makes one when there is room. Throws 400 that names the limit, or with `noRoom` to who may not know it. */
  withRoom<T>(type: NumberedType, tenantId: string, make: () => Promise<T>, noRoom?: string): Promise<T>
  /**
   * Likewise for what is counted in bytes: `bytes` are to come, `used` says how many there are. Only asked where the
   * tenant has a limit.
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
  /** Called at each refusal. */
  readonly rejections?: Pick<Limits, 'count'>
}

export function createEntityLimits({ relational, tenantLimits, rejections }: EntityLimitDeps): EntityLimits {
  /** The last of those that wait, by kind and tenant. */
  const queues = new Map<string, Promise<unknown>>()

  /** One after the other: `isFull` throws when there is no room. */
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
