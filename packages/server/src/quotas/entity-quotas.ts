/**
 * How many things a tenant may have, as its profile says (pages.md §22.4). Checked when one is made and never afterwards.
 *
 * Invariant: a tenant with a limit never has more. Its things of a kind are made one after the other, so that two that
 * are made at once do not both take the last place; without a limit nobody waits for anybody.
 */

import { badRequest } from '@sonde/model/errors'
import { sql } from 'kysely'
import type { LiveHub } from '../live/live-hub.ts'
import type { RelationalStore } from '../storage/relational.ts'

const kinds = {
  device: { limit: 'maxDevices', table: 'device', many: 'devices' },
  asset: { limit: 'maxAssets', table: 'asset', many: 'assets' },
  customer: { limit: 'maxCustomers', table: 'customer', many: 'customers' },
  dashboard: { limit: 'maxDashboards', table: 'dashboard', many: 'dashboards' },
} as const
export type QuotaKind = keyof typeof kinds

/** Tenants whose limits are remembered. */
const rememberedTenantsMax = 10_000

export interface EntityQuotas {
  /** Makes one when there is room. Throws 400 that names the limit. */
  withRoom<T>(kind: QuotaKind, tenantId: string, make: () => Promise<T>): Promise<T>
}

export interface EntityQuotaParts {
  readonly relational: RelationalStore
  readonly live: Pick<LiveHub, 'watchAll'>
}

type Limits = Partial<Record<string, number>>

export function createEntityQuotas({ relational, live }: EntityQuotaParts): EntityQuotas {
  const { build } = relational
  const remembered = new Map<string, Promise<Limits>>()
  /** The last of those that wait, by kind and tenant. */
  const queues = new Map<string, Promise<unknown>>()

  live.watchAll({
    change({ entity: { entityType } }) {
      if (entityType === 'TENANT' || entityType === 'TENANT_PROFILE') remembered.clear()
    },
  })

  async function read(tenantId: string): Promise<Limits> {
    const row = await relational.first(
      build
        .selectFrom('tenant')
        .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
        .select('tenant_profile.profile_data')
        .where('tenant.id', '=', tenantId),
    )
    const data = row ? (JSON.parse(row.profile_data) as { readonly configuration?: Limits | null } | null) : null
    return data?.configuration ?? {}
  }

  function limitsOf(tenantId: string): Promise<Limits> {
    const known = remembered.get(tenantId)
    if (known) return known
    if (remembered.size >= rememberedTenantsMax) remembered.clear()
    const limits = read(tenantId)
    remembered.set(tenantId, limits)
    // What could not be read is asked for again.
    limits.catch(() => remembered.delete(tenantId))
    return limits
  }

  async function count(kind: QuotaKind, tenantId: string): Promise<number> {
    const { table } = kinds[kind]
    let query = build.selectFrom(table).select(sql<number>`count(*)`.as('count')).where('tenant_id', '=', tenantId)
    // The customer Public is the platform's doing.
    if (kind === 'customer') query = query.where(sql<boolean>`is_public = 0`)
    return Number((await relational.first(query))?.count ?? 0)
  }

  return {
    async withRoom(kind, tenantId, make) {
      const { limit, many } = kinds[kind]
      const max = (await limitsOf(tenantId))[limit] ?? 0
      if (max <= 0) return make()
      const queue = `${kind} ${tenantId}`
      const before = queues.get(queue)
      const made = (async () => {
        await before?.catch(() => undefined)
        if ((await count(kind, tenantId)) >= max) {
          throw badRequest(`The tenant may have ${max} ${many} and has them; delete one first.`)
        }
        return make()
      })()
      queues.set(queue, made)
      try {
        return await made
      } finally {
        if (queues.get(queue) === made) queues.delete(queue)
      }
    },
  }
}
