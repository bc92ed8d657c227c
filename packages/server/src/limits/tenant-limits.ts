/**
 * In-memory cache of the tenants' limits and allowances, because they are needed for every message.
 *
 * Old values stay in use until a changed profile or tenant is read again, so that a limit is never temporarily off.
 */

import { type LimitValues, limitValuesFrom } from '@sonde/model/limits/limits'
import { type ProfileConfiguration, withDefaults } from '@sonde/model/tenant-profiles/tenant-profile'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Turns } from '../turns/turns.ts'
import { createTenantLimitStore, type ProfileRow } from './tenant-limit-store.ts'

/** Maximum number of cached tenants. */
const rememberedTenantsMax = 100_000

/** Limits and allowances of a tenant's profile. */
export interface ProfileLimits extends ProfileConfiguration {
  /** Limit values that differ from the server's. */
  readonly own: LimitValues
}

export interface TenantLimits {
  /** Limits of a tenant. Unlimited if the tenant doesn't exist. */
  of(tenantId: string): Promise<ProfileLimits>
  /** Cached limits. Undefined until they were read for the first time. */
  known(tenantId: string): ProfileLimits | undefined
  /** Reads the limits of all tenants. */
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
  /** Incremented with every change, to repeat reads during which something changed. */
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
    if (remembered.size >= rememberedTenantsMax && !remembered.has(tenantId))
      remembered.delete(remembered.keys().next().value as string)
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
    // Runs asynchronously and isn't charged to the caller: charging the caller needs the limits that are read here.
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
      // A failed read is retried with the next message.
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
