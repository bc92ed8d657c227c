/**
 * The limits in force, what they refused, and how much of them is used.
 *
 * A part that has a limit asks `of` where it needs the value, says `refused` when it refuses, and registers with
 * `measure` how much is used. The usage page, the metrics and the notices to tenants come from here, so no part keeps
 * figures of its own.
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
  refusalText,
} from '@sonde/model/limits/limits'
import { Counter, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { LiveHub } from '../live/live-hub.ts'
import type { TenantLimits } from './tenant-limits.ts'

/** Entities of a tenant whose refusals are counted one by one, for each limit; the one with the fewest makes room. */
const sourcesMax = 20

/** What a limit refused a tenant since the server started. */
export interface Refusals {
  count: number
  /** Epoch ms. */
  lastTs: number
  /** By entity, the id as key. */
  readonly sources: Map<string, { readonly entity: EntityId; count: number }>
}

export interface Limits {
  /** The value in force; null and NIL_UUID: for those who belong to no tenant. */
  of(tenantId: string | null, key: LimitKey): number
  /** Counts a refusal. Returns what to say. `by` is the entity that met the limit. */
  refused(tenantId: string | null, key: LimitKey, by?: EntityId): string
  /** Counts a refusal and throws it: 429 for rates and what passes by itself, 400 for all others. */
  refuse(tenantId: string | null, key: LimitKey, by?: EntityId): never
  /** Says how much of a limit a tenant uses: of one per entity, what the largest one uses. */
  measure(key: LimitKey, used: (tenantId: string) => number): void
  /** How much is used; null when nobody measures it. */
  used(tenantId: string, key: LimitKey): number | null
  refusalsOf(tenantId: string, key: LimitKey): Readonly<Refusals> | undefined
}

export interface LimitParts {
  readonly tenants: Pick<TenantLimits, 'known'>
  readonly live: Pick<LiveHub, 'watchAll'>
  readonly clock: Clock
  /** `SONDE_LIMITS`. */
  readonly defaults: LimitValues
  readonly registry?: Registry
}

/** A limit refused it; `limit` names which. */
export class LimitReached extends DomainError {
  readonly limit: LimitKey
  constructor(limit: LimitKey, message: string) {
    const { kind, passes = false } = limitOf(limit)
    super(kind === 'rate' || passes ? ErrorCode.TOO_MANY_REQUESTS : ErrorCode.BAD_REQUEST_PARAMS, message)
    this.limit = limit
  }
}

export function createLimits({ tenants, live, clock, defaults, registry }: LimitParts): Limits {
  const measures = new Map<LimitKey, (tenantId: string) => number>()
  const refusals = new Map<string, Map<LimitKey, Refusals>>()
  const refusedTotal = registry && refusalCounter(registry)

  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType === 'TENANT' && kind === 'deleted') refusals.delete(id)
    },
  })

  function of(tenantId: string | null, key: LimitKey): number {
    const own = tenantId === null || tenantId === NIL_UUID ? undefined : tenants.known(tenantId)?.own[key]
    return own ?? defaults[key] ?? definitions[key].default
  }

  function note(tenantId: string, key: LimitKey, by: EntityId | undefined) {
    let ofTenant = refusals.get(tenantId)
    if (!ofTenant) {
      ofTenant = new Map()
      refusals.set(tenantId, ofTenant)
    }
    let entry = ofTenant.get(key)
    if (!entry) {
      entry = { count: 0, lastTs: 0, sources: new Map() }
      ofTenant.set(key, entry)
    }
    entry.count++
    entry.lastTs = clock.nowMs()
    if (by) noteSource(entry.sources, by)
  }

  function refused(tenantId: string | null, key: LimitKey, by?: EntityId): string {
    refusedTotal?.inc({ limit: key })
    if (tenantId !== null && tenantId !== NIL_UUID) note(tenantId, key, by)
    return refusalText(key, of(tenantId, key))
  }

  return {
    of,
    refused,
    refuse(tenantId, key, by) {
      throw new LimitReached(key, refused(tenantId, key, by))
    },
    measure: (key, used) => void measures.set(key, used),
    used: (tenantId, key) => measures.get(key)?.(tenantId) ?? null,
    refusalsOf: (tenantId, key) => refusals.get(tenantId)?.get(key),
  }
}

/** Space-saving: a newcomer takes the place, and the count, of the smallest. */
function noteSource(sources: Refusals['sources'], entity: EntityId) {
  const known = sources.get(entity.id)
  if (known) {
    known.count++
    return
  }
  let count = 1
  if (sources.size >= sourcesMax) {
    let smallest: string | null = null
    let least = Number.POSITIVE_INFINITY
    for (const [id, source] of sources) {
      if (source.count >= least) continue
      least = source.count
      smallest = id
    }
    if (smallest !== null) sources.delete(smallest)
    count += least
  }
  sources.set(entity.id, { entity, count })
}

function refusalCounter(registry: Registry) {
  const counter = new Counter({
    name: 'sonde_limit_refused_total',
    help: 'What a limit refused or held back, by limit',
    labelNames: ['limit'],
    registers: [registry],
  })
  for (const limit of limitKeys) counter.inc({ limit }, 0)
  return counter
}
