/**
 * What tenants may have and use, by their profiles, in memory: rooms ask with every message.
 *
 * The old values stay until a changed profile or tenant is read again, so that a limit is never off meanwhile.
 */

import { type LimitValues, limitValuesFrom } from '@sonde/model/limits/limits'
import { type ProfileConfiguration, withDefaults } from '@sonde/model/tenant-profiles/tenant-profile'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Turns } from '../turns/turns.ts'
import { createTenantLimitStore, type ProfileRow } from './tenant-limit-store.ts'

/** Tenants whose limits are remembered. */
const rememberedTenantsMax = 100_000

/** What a tenant's profile allows. */
export interface ProfileLimits extends ProfileConfiguration {
  /** Values of limits that differ from the server's. */
  readonly own: LimitValues
}

export interface TenantLimits {
  /** Unlimited for a tenant that is not there. */
  of(tenantId: string): Promise<ProfileLimits>
  /** The same where it is known at once; undefined until it was read for the first time. */
  known(tenantId: string): ProfileLimits | undefined
  /** Reads those of all tenants. */
  load(): Promise<void>
}

export interface TenantLimitsDeps {
  readonly relational: RelationalStore
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly turns: Pick<Turns, 'spending'>
}

interface Remembered {
  limits: ProfileLimits
  isStale: boolean
}

export function createTenantLimits({ relational, live, turns }: TenantLimitsDeps): TenantLimits {
  const store = createTenantLimitStore(relational)
  const remembered = new Map<string, Remembered>()
  const reading = new Map<string, Promise<ProfileLimits>>()
  /** Grows with every change: what was read meanwhile is asked for once more. */
  let changes = 0

  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType !== 'TENANT' && entityType !== 'TENANT_PROFILE') return
      changes++
      reading.clear()
      for (const each of remembered.values()) each.isStale = true
      if (entityType !== 'TENANT') return
      if (kind === 'deleted') remembered.delete(id)
      else void of(id).catch(() => undefined)
    },
  })

  function remember(tenantId: string, limits: ProfileLimits) {
    if (remembered.size >= rememberedTenantsMax) remembered.delete(remembered.keys().next().value as string)
    remembered.set(tenantId, { limits, isStale: false })
  }

  async function read(tenantId: string): Promise<ProfileLimits> {
    const before = changes
    const row = await store.find(tenantId)
    if (before !== changes) return read(tenantId)
    const limits = limitsFrom(row)
    if (row) remember(tenantId, limits)
    return limits
  }

  function of(tenantId: string): Promise<ProfileLimits> {
    const found = remembered.get(tenantId)
    if (found && !found.isStale) return Promise.resolve(found.limits)
    const underWay = reading.get(tenantId)
    if (underWay) return underWay
    // Later, and at nobody's expense: what the caller spends asks for its limits, which are read here.
    const promise = Promise.resolve()
      .then(() => turns.spending(undefined, () => read(tenantId)))
      .finally(() => {
        if (reading.get(tenantId) === promise) reading.delete(tenantId)
      })
    reading.set(tenantId, promise)
    return promise
  }

  return {
    of,
    known(tenantId) {
      const found = remembered.get(tenantId)
      // What could not be read is asked for again with the next message.
      if (!found || found.isStale) void of(tenantId).catch(() => undefined)
      return found?.limits
    },
    async load() {
      for (const row of await store.all()) remember(row.id, limitsFrom(row))
    },
  }
}

function limitsFrom(row: ProfileRow | undefined): ProfileLimits {
  const data = row && (JSON.parse(row.profile_data) as { readonly configuration?: never } | null)
  return { ...withDefaults(data?.configuration), own: row ? limitValuesFrom(JSON.parse(row.limits)) : {} }
}
