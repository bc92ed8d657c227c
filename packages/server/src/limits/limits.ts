/**
 * Limits in force, their rejections and their usage.
 *
 * A component with a limit reads the value with `of`, reports a rejection with `rejected` and registers with `measure`
 * how usage is measured. The usage page, the metrics and the warnings to tenants are derived from this, so components
 * keep no metrics of their own. Rejections by limits of the tenant profile are counted here, too.
 *
 * These functions are called for every message: `of` and `rejected` allocate nothing but the text of a rejection.
 */

import { DomainError, ErrorCode } from '@sonde/model/errors'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import {
  limits as definitions,
  type LimitKey,
  type LimitValues,
  limitKeys,
  limitOf,
  rejectionText,
} from '@sonde/model/limits/limits'
import { type TenantLimitKey, tenantLimitKeys } from '@sonde/model/limits/profile-limits'
import { Counter, type Registry } from 'prom-client'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Causers } from './causers.ts'
import { createPeaks, newPeak, type Peak, type Peaks } from './peaks.ts'
import type { TenantLimits } from './tenant-limits.ts'

/** Rejections of a tenant by one limit since the server started. */
export interface Rejections {
  count: number
  /** Epoch ms. */
  lastTs: number
}

export interface Limits {
  /** Value in force. `tenantId` is null or NIL_UUID if the caller belongs to no tenant. */
  of(tenantId: string | null, key: LimitKey): number
  /** Counts a rejection without creating a message. `by` is the entity that hit the limit. */
  count(tenantId: string | null, key: TenantLimitKey, by?: EntityId): void
  /** Counts a rejection and returns the error message. */
  rejected(tenantId: string | null, key: LimitKey, by?: EntityId): string
  /** Counts a rejection and throws `LimitReached`. */
  reject(tenantId: string | null, key: LimitKey, by?: EntityId): never
  /**
   * Registers how to measure a tenant's usage. For a limit per entity, that's the highest usage of an entity. Null:
   * not known yet.
   */
  measure(key: LimitKey, used: (tenantId: string) => number | null): void
  /**
   * Measures a rate or an amount of work by its peak. Returns a function that gets a tenant's peak, to be updated by
   * the caller.
   */
  peaksOf(key: LimitKey): (tenantId: string) => Peak
  /** Usage of the limit. Null if no measure is registered. Throws what the measure throws. */
  used(tenantId: string, key: LimitKey): number | null
  rejectionsOf(tenantId: string, key: TenantLimitKey): Readonly<Rejections> | undefined
}

export interface LimitDeps {
  readonly tenants: Pick<TenantLimits, 'known'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  /** Values of `SONDE_LIMITS`. */
  readonly defaults: LimitValues
  readonly registry?: Registry
  /** Called with each entity that hit a limit. */
  readonly causers?: Pick<Causers, 'rejected'>
  readonly peaks?: Pick<Peaks, 'of' | 'highest'>
}

/**
 * A limit rejected a request: with 429 if a retry can succeed later, else with 400. `limit` is the name of the limit.
 */
export class LimitReached extends DomainError {
  readonly limit: LimitKey
  /** With `retryAfterSeconds`, the status is 429 for any kind of limit. */
  constructor(limit: LimitKey, message: string, retryAfterSeconds?: number) {
    const { kind, passes = false } = limitOf(limit)
    const isPassing = retryAfterSeconds !== undefined || passes || kind === 'rate'
    super(isPassing ? ErrorCode.TOO_MANY_REQUESTS : ErrorCode.BAD_REQUEST_PARAMS, message, {
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    })
    this.limit = limit
  }
}

export function createLimits(deps: LimitDeps): Limits {
  const { tenants, live, clock, defaults, registry, causers, peaks = createPeaks() } = deps
  const serverWide = new Map(limitKeys.map((key) => [key, defaults[key] ?? definitions[key].default]))
  const measures = new Map<LimitKey, (tenantId: string) => number | null>()
  const rejections = new Map<string, Map<TenantLimitKey, Rejections>>()
  const rejectedTotal = registry && rejectionCounter(registry)

  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType === 'TENANT' && kind === 'deleted') rejections.delete(id)
    },
  })

  function of(tenantId: string | null, key: LimitKey): number {
    const own = tenantId === null || tenantId === NIL_UUID ? undefined : tenants.known(tenantId)?.own[key]
    return own ?? (serverWide.get(key) as number)
  }

  function note(tenantId: string, key: TenantLimitKey, by: EntityId | undefined) {
    let ofTenant = rejections.get(tenantId)
    if (!ofTenant) {
      ofTenant = new Map()
      rejections.set(tenantId, ofTenant)
    }
    let entry = ofTenant.get(key)
    if (!entry) {
      entry = { count: 0, lastTs: 0 }
      ofTenant.set(key, entry)
    }
    entry.count++
    entry.lastTs = clock.nowMs()
    if (by) causers?.rejected(tenantId, key, by)
  }

  function count(tenantId: string | null, key: TenantLimitKey, by?: EntityId): void {
    rejectedTotal?.inc({ limit: key })
    if (tenantId !== null && tenantId !== NIL_UUID) note(tenantId, key, by)
  }

  function rejected(tenantId: string | null, key: LimitKey, by?: EntityId): string {
    count(tenantId, key, by)
    return rejectionText(key, of(tenantId, key))
  }

  return {
    of,
    count,
    rejected,
    reject(tenantId, key, by) {
      throw new LimitReached(key, rejected(tenantId, key, by))
    },
    measure: (key, used) => void measures.set(key, used),
    peaksOf(key) {
      // The peak of a rate is a share of the limit.
      const isRate = limitOf(key).kind === 'rate'
      measures.set(key, (tenantId) => {
        const highest = peaks.highest(key, tenantId)
        return isRate ? Math.round(highest * of(tenantId, key)) : highest
      })
      return (tenantId) => peaks.of(key, tenantId)
    },
    used: (tenantId, key) => measures.get(key)?.(tenantId) ?? null,
    rejectionsOf: (tenantId, key) => rejections.get(tenantId)?.get(key),
  }
}

/** Default of each limit, without counting: for components that run without a server. */
export const defaultLimits: Limits = {
  of: (_tenantId, key) => definitions[key].default,
  count: () => undefined,
  rejected: (_tenantId, key) => rejectionText(key, definitions[key].default),
  reject(_tenantId, key) {
    throw new LimitReached(key, rejectionText(key, definitions[key].default))
  },
  measure: () => undefined,
  peaksOf: () => newPeak,
  used: () => null,
  rejectionsOf: () => undefined,
}

function rejectionCounter(registry: Registry) {
  const counter = new Counter({
    name: 'sonde_limit_refused_total',
    help: 'Requests and messages that a limit refused or delayed',
    labelNames: ['limit'],
    registers: [registry],
  })
  for (const limit of tenantLimitKeys) counter.inc({ limit }, 0)
  return counter
}
