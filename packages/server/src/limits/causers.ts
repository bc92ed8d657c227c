/**
 * Counts which entities cause a tenant's usage: devices that send, rule chains that run, users that call, entities
 * that hit a limit.
 *
 * Processing a message only increments existing counters; `collect` gathers them once a minute. The counts of each day
 * are stored with the history of the limits.
 */

import type { EntityId, EntityType } from '@sonde/model/ids'
import { isTenantLimitKey, type TenantLimitKey } from '@sonde/model/limits/profile-limits'
import type { Clock } from '../clock.ts'
import { countedKeys } from './entity-counts.ts'
import { createHeavyHitters, type HeavyHitters } from './heavy-hitters.ts'

/** Maximum entities counted individually per tenant and cause. */
const causersMax = 32
/** Number of top entities that are stored. */
const storedMax = 20
/** Maximum pending entities per tenant and cause. Amounts of further ones are counted without an entity. */
const pendingMax = 10_000

const dayMs = 86_400_000
export const dayOf = (ms: number): number => ms - (ms % dayMs)

/** Limits on the same resource share the counts of one cause. */
const sharedCauses: Partial<Record<TenantLimitKey, TenantLimitKey>> = {
  transportTenantMsgRateLimit: 'maxTransportMessages',
  transportTenantTelemetryMsgRateLimit: 'maxTransportMessages',
  transportTenantTelemetryDataPointsRateLimit: 'maxTransportDataPoints',
  customerRestRequests: 'tenantRestRequests',
}

export const causeOf = (key: TenantLimitKey): TenantLimitKey => sharedCauses[key] ?? key

/** Limits for which usage is counted per entity. For all others, rejections are counted. */
const usedBy: ReadonlySet<TenantLimitKey> = new Set<TenantLimitKey>([
  'maxTransportMessages',
  'maxTransportDataPoints',
  'maxDPStorageDays',
  'maxREExecutions',
  'maxJSExecutions',
  'maxEmails',
  'maxSms',
  'maxCreatedAlarms',
  'tenantRestRequests',
  ...countedKeys,
])

/** Counts of one cause on one day, as stored. */
export interface StoredCause {
  readonly total: number
  /** Type, id and count, in descending order of the count. */
  readonly top: readonly (readonly [EntityType, string, number])[]
}
export type StoredCauses = { readonly [K in TenantLimitKey]?: StoredCause }

/** Counters that `collect` gathers later. Adding to a known entity allocates nothing. */
export interface PendingCounts {
  add(tenantId: string, entity: EntityId, amount: number): void
}

export interface Causers {
  add(tenantId: string, key: TenantLimitKey, entity: EntityId, amount: number): void
  /** Counts the entity that hit a limit, unless usage of that limit is counted. */
  rejected(tenantId: string, key: TenantLimitKey, by: EntityId): void
  /** Creates counters for code that runs for every message. */
  pending(key: TenantLimitKey): PendingCounts
  /** Adds a source that `collect` calls. */
  source(collect: () => void): void
  /** Gathers the pending counts. */
  collect(): void
  /** Counts of a tenant for the current day (UTC). */
  today(tenantId: string): StoredCauses
  /** Counts that aren't stored yet. */
  unwritten(): readonly UnwrittenCounts[]
  /** Continues from the stored counts of the current day. */
  resume(tenantId: string, dayTs: number, causes: StoredCauses): void
  forget(tenantId: string): void
}

/** Counts of a tenant and a day, as they are now. */
export interface UnwrittenCounts {
  readonly tenantId: string
  readonly dayTs: number
  readonly causes: StoredCauses
  /** Confirms that they are stored. Counts that were added in the meantime remain unwritten. */
  written(): void
}

interface Day {
  readonly dayTs: number
  readonly causes: Map<TenantLimitKey, HeavyHitters>
  /** Number of changes, and how many of them are stored. */
  changes: number
  written: number
}

const isWritten = ({ changes, written }: Day): boolean => changes === written

export function createCausers({ clock }: { readonly clock: Clock }): Causers {
  const days = new Map<string, Day>()
  /** Counts of previous days that aren't stored yet. */
  let ended: { readonly tenantId: string; readonly day: Day }[] = []
  const sources: (() => void)[] = []

  function dayFor(tenantId: string): Day {
    const dayTs = dayOf(clock.nowMs())
    const existing = days.get(tenantId)
    if (existing?.dayTs === dayTs) return existing
    if (existing && !isWritten(existing)) ended.push({ tenantId, day: existing })
    const made: Day = { dayTs, causes: new Map(), changes: 0, written: 0 }
    days.set(tenantId, made)
    return made
  }

  function hittersOf(tenantId: string, key: TenantLimitKey): HeavyHitters {
    const day = dayFor(tenantId)
    day.changes++
    let hitters = day.causes.get(key)
    if (!hitters) {
      hitters = createHeavyHitters(causersMax)
      day.causes.set(key, hitters)
    }
    return hitters
  }

  /** Stored counts of a previous day are only read from the store from now on. */
  function forgetEnded(tenantId: string, day: Day) {
    ended = ended.filter((each) => each.day !== day)
    if (day.dayTs !== dayOf(clock.nowMs()) && days.get(tenantId) === day) days.delete(tenantId)
  }

  const add: Causers['add'] = (tenantId, key, entity, amount) => hittersOf(tenantId, key).add(entity, amount)

  function pending(key: TenantLimitKey): PendingCounts {
    const tenants = new Map<string, PendingOfTenant>()
    sources.push(() => {
      for (const [tenantId, counts] of tenants) {
        if (!counts.drain((entity, amount) => add(tenantId, key, entity, amount))) tenants.delete(tenantId)
        if (counts.unnamed > 0) hittersOf(tenantId, key).addUnnamed(counts.drainUnnamed())
      }
    })
    return {
      add(tenantId, entity, amount) {
        let counts = tenants.get(tenantId)
        if (!counts) {
          counts = new PendingOfTenant()
          tenants.set(tenantId, counts)
        }
        counts.add(entity, amount)
      },
    }
  }

  return {
    add,
    rejected(tenantId, key, by) {
      if (!usedBy.has(key)) add(tenantId, key, by, 1)
    },
    pending,
    source: (collect) => void sources.push(collect),
    collect() {
      for (const collect of sources) collect()
    },
    today(tenantId) {
      const day = days.get(tenantId)
      return day?.dayTs === dayOf(clock.nowMs()) ? storedOf(day) : {}
    },
    unwritten() {
      const open = [...days].map(([tenantId, day]) => ({ tenantId, day })).filter(({ day }) => !isWritten(day))
      return [...ended, ...open].map(({ tenantId, day }) => {
        const { changes } = day
        return {
          tenantId,
          dayTs: day.dayTs,
          causes: storedOf(day),
          written() {
            day.written = changes
            if (isWritten(day)) forgetEnded(tenantId, day)
          },
        }
      })
    },
    resume(tenantId, dayTs, causes) {
      const day: Day = { dayTs, causes: new Map(), changes: 0, written: 0 }
      for (const [key, cause] of Object.entries(causes)) {
        if (!isTenantLimitKey(key) || cause === undefined) continue
        const hitters = createHeavyHitters(causersMax)
        for (const [entityType, id, count] of cause.top) hitters.add({ entityType, id }, count)
        hitters.addUnnamed(Math.max(0, cause.total - hitters.total))
        day.causes.set(key, hitters)
      }
      days.set(tenantId, day)
    },
    forget(tenantId) {
      days.delete(tenantId)
      ended = ended.filter((each) => each.tenantId !== tenantId)
    },
  }
}

/** Keeps active entities between two collections, so that a busy one isn't looked up again. */
class PendingOfTenant {
  readonly #byId = new Map<string, { readonly entity: EntityId; amount: number }>()
  unnamed = 0

  add(entity: EntityId, amount: number): void {
    const existing = this.#byId.get(entity.id)
    if (existing) existing.amount += amount
    else if (this.#byId.size >= pendingMax) this.unnamed += amount
    else this.#byId.set(entity.id, { entity, amount })
  }

  drainUnnamed(): number {
    const amount = this.unnamed
    this.unnamed = 0
    return amount
  }

  /** False if no entity was active. */
  drain(each: (entity: EntityId, amount: number) => void): boolean {
    for (const [id, counted] of this.#byId) {
      if (counted.amount === 0) this.#byId.delete(id)
      else each(counted.entity, counted.amount)
      counted.amount = 0
    }
    return this.#byId.size > 0
  }
}

function storedOf({ causes }: Day): StoredCauses {
  const stored: { [K in TenantLimitKey]?: StoredCause } = {}
  for (const [key, hitters] of causes) {
    const top = hitters.top(storedMax).map(({ entity, count }) => [entity.entityType, entity.id, count] as const)
    stored[key] = { total: hitters.total, top }
  }
  return stored
}
