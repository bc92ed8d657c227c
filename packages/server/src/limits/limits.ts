/**
 * The limits in force, what they refused, and how much of them is used.
 *
 * A part that has a limit asks `of` where it needs the value, says `refused` when it refuses, and registers with
 * `measure` how much is used. The usage page, the metrics and the warnings to tenants come from here, so no part keeps
 * figures of its own. Refusals of the limits of the wire's tenant profile are counted here too.
 *
 * This is on the way of every message: `of` and `refused` allocate nothing but the text of a refusal.
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

/** What a limit refused a tenant since the server started. */
export interface Rejections {
  count: number
  /** Epoch ms. */
  lastTs: number
}

export interface Limits {
  /** The value in force; null and NIL_UUID: for those who belong to no tenant. */
  of(tenantId: string | null, key: LimitKey): number
  /** Counts a refusal without a notice. `by` is the entity that met the limit. */
  count(tenantId: string | null, key: TenantLimitKey, by?: EntityId): void
  /** Counts a refusal. Returns what to say. */
  rejected(tenantId: string | null, key: LimitKey, by?: EntityId): string
  /** Counts a refusal and throws it as `LimitReached`. */
  reject(tenantId: string | null, key: LimitKey, by?: EntityId): never
  /** Says how much of a limit a tenant uses: of one per entity, what the largest one uses; null: not known yet. */
  measure(key: LimitKey, used: (tenantId: string) => number | null): void
  /** Measures a rate or work by its highest use; returns where that of a tenant is to be noted. */
  peaksOf(key: LimitKey): (tenantId: string) => Peak
  /** How much is used; null when nobody measures it. Throws what the measure throws. */
  used(tenantId: string, key: LimitKey): number | null
  rejectionsOf(tenantId: string, key: TenantLimitKey): Readonly<Rejections> | undefined
}

export interface LimitDeps {
  readonly tenants: Pick<TenantLimits, 'known'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  /** `SONDE_LIMITS`. */
  readonly defaults: LimitValues
  readonly registry?: Registry
  /** Called with each entity that met a limit. */
  readonly causers?: Pick<Causers, 'rejected'>
  readonly peaks?: Pick<Peaks, 'of' | 'highest'>
}

/** A limit refused it, with 429 where waiting helps, else with 400; `limit` names which. */
export class LimitReached extends DomainError {
  readonly limit: LimitKey
  /** `retryAfterSeconds` of what passes by waiting: 429, whatever the limit's kind. */
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
      // The highest use of a rate is a share.
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

/** The default of each limit, counted nowhere: for parts that run without a server. */
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
