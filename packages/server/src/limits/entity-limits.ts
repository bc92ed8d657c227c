/**
 * How many things a tenant may have, as its profile says (pages.md §22.4). Checked when one is made and never afterwards.
 *
 * Invariant: a tenant with a limit never has more. Its things of a kind are made one after the other, so that two that
 * are made at once do not both take the last place; without a limit nobody waits for anybody.
 */

import { reservedAssetType } from '@sonde/model/assets/reserved-type'
import { badRequest } from '@sonde/model/errors'
import { numberRefusal } from '@sonde/model/limits/profile-limits'
import { sql } from 'kysely'
import type { RelationalStore } from '../storage/relational.ts'
import type { Limits } from './limits.ts'
import type { TenantLimits } from './tenant-limits.ts'

const kinds = {
  device: { limit: 'maxDevices', table: 'device' },
  asset: { limit: 'maxAssets', table: 'asset' },
  customer: { limit: 'maxCustomers', table: 'customer' },
  dashboard: { limit: 'maxDashboards', table: 'dashboard' },
  user: { limit: 'maxUsers', table: 'user' },
} as const
export type QuotaKind = keyof typeof kinds

const byteKinds = {
  resource: { limit: 'maxResourcesInBytes' },
  'OTA package': { limit: 'maxOtaPackagesInBytes' },
} as const
export type ByteQuotaKind = keyof typeof byteKinds

export interface EntityLimits {
  /** Makes one when there is room. Throws 400 that names the limit. */
  withRoom<T>(kind: QuotaKind, tenantId: string, make: () => Promise<T>): Promise<T>
  /**
   * Likewise for what is counted in bytes: `bytes` are to come, `used` says how many there are. Only asked where the
   * tenant has a limit.
   */
  withBytes<T>(
    kind: ByteQuotaKind,
    tenantId: string,
    bytes: number,
    used: () => Promise<number>,
    make: () => Promise<T>,
  ): Promise<T>
}

export interface EntityLimitParts {
  readonly relational: RelationalStore
  readonly tenantLimits: Pick<TenantLimits, 'of'>
  /** Hears of refusals. */
  readonly refusals?: Pick<Limits, 'count'>
}

export function createEntityLimits({ relational, tenantLimits, refusals }: EntityLimitParts): EntityLimits {
  const { build } = relational
  /** The last of those that wait, by kind and tenant. */
  const queues = new Map<string, Promise<unknown>>()

  async function count(kind: QuotaKind, tenantId: string): Promise<number> {
    const { table } = kinds[kind]
    let query = build.selectFrom(table).select(sql<number>`count(*)`.as('count')).where('tenant_id', '=', tenantId)
    // The customer Public is the platform's doing.
    if (kind === 'customer') query = query.where(sql<boolean>`is_public = 0`)
    // So are the assets of its queues.
    if (kind === 'asset') query = query.where(sql<boolean>`type <> ${reservedAssetType}`)
    return Number((await relational.first(query))?.count ?? 0)
  }

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
    async withRoom(kind, tenantId, make) {
      const { limit } = kinds[kind]
      const max = (await tenantLimits.of(tenantId))[limit]
      if (max <= 0) return make()
      const demandRoom = async () => {
        if ((await count(kind, tenantId)) < max) return
        refusals?.count(tenantId, limit)
        throw badRequest(numberRefusal(limit, max))
      }
      return inTurn(`${kind} ${tenantId}`, demandRoom, make)
    },

    async withBytes(kind, tenantId, bytes, used, make) {
      const { limit } = byteKinds[kind]
      const max = (await tenantLimits.of(tenantId))[limit]
      if (max <= 0) return make()
      const demandRoom = async () => {
        if ((await used()) + bytes <= max) return
        refusals?.count(tenantId, limit)
        throw badRequest(numberRefusal(limit, max))
      }
      return inTurn(`${kind} ${tenantId}`, demandRoom, make)
    },
  }
}
