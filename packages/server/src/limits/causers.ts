/**
 * Who causes what a tenant uses: devices that send, rule chains that run, users that call, entities that are refused.
 *
 * The way of a message only adds to numbers that are there already; `collect` takes them up once a minute. A day's
 * counts are stored with the history of the limits.
 */

import type { EntityId, EntityType } from '@sonde/model/ids'
import { isTenantLimitKey, type TenantLimitKey } from '@sonde/model/limits/profile-limits'
import type { Clock } from '../clock.ts'
import { countedKeys } from './entity-counts.ts'
import { createHeavyHitters, type HeavyHitters } from './heavy-hitters.ts'

/** Entities counted one by one for each tenant and cause. */
const causersMax = 32
/** Of those, the ones that are stored. */
const storedMax = 20
/** Entities that wait to be taken up for one tenant and cause; more are counted without their names. */
const pendingMax = 10_000

const dayMs = 86_400_000
export const dayOf = (ms: number): number => ms - (ms % dayMs)

/** Limits on the same resource share their causers. */
const sharedCauses: Partial<Record<TenantLimitKey, TenantLimitKey>> = {
  transportTenantMsgRateLimit: 'maxTransportMessages',
  transportTenantTelemetryMsgRateLimit: 'maxTransportMessages',
  transportTenantTelemetryDataPointsRateLimit: 'maxTransportDataPoints',
  customerRestRequests: 'tenantRestRequests',
}

export const causeOf = (key: TenantLimitKey): TenantLimitKey => sharedCauses[key] ?? key

/** Limits whose use is counted by entity; of all others the refusals are. */
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

/** One cause on one day, as it is stored. */
export interface StoredCause {
  readonly total: number
  /** Type, id and count; the largest first. */
  readonly top: readonly (readonly [EntityType, string, number])[]
}
export type StoredCauses = { readonly [K in TenantLimitKey]?: StoredCause }

/** Counts that are taken up later; adding to one allocates nothing once the entity is known. */
export interface PendingCounts {
  add(tenantId: string, entity: EntityId, amount: number): void
}

export interface Causers {
  add(tenantId: string, key: TenantLimitKey, entity: EntityId, amount: number): void
  /** Counts who met a limit, where not its use is counted. */
  rejected(tenantId: string, key: TenantLimitKey, by: EntityId): void
  /** For a part on the way of every message. */
  pending(key: TenantLimitKey): PendingCounts
  /** Adds a source that is asked by `collect`. */
  source(collect: () => void): void
  /** Takes up what is pending. */
  collect(): void
  /** A tenant's counts of today. */
  today(tenantId: string): StoredCauses
  /** Tenants with counts that `written` has not seen, and the day that the counts are of. */
  unwritten(): readonly { readonly tenantId: string; readonly dayTs: number; readonly causes: StoredCauses }[]
  /** What `unwritten` returned is stored. */
  written(): void
  /** Goes on with what was stored of today. */
  resume(tenantId: string, dayTs: number, causes: StoredCauses): void
  forget(tenantId: string): void
}

interface Day {
  readonly dayTs: number
  readonly causes: Map<TenantLimitKey, HeavyHitters>
  isWritten: boolean
}

export function createCausers({ clock }: { readonly clock: Clock }): Causers {
  let days = new Map<string, Day>()
  /** Of the day before, until they are written. */
  let ended: { readonly tenantId: string; readonly day: Day }[] = []
  const sources: (() => void)[] = []

  function dayFor(tenantId: string): Day {
    const dayTs = dayOf(clock.nowMs())
    const existing = days.get(tenantId)
    if (existing?.dayTs === dayTs) return existing
    if (existing && !existing.isWritten) ended.push({ tenantId, day: existing })
    const made: Day = { dayTs, causes: new Map(), isWritten: true }
    days.set(tenantId, made)
    return made
  }

  function hittersOf(tenantId: string, key: TenantLimitKey): HeavyHitters {
    const day = dayFor(tenantId)
    day.isWritten = false
    let hitters = day.causes.get(key)
    if (!hitters) {
      hitters = createHeavyHitters(causersMax)
      day.causes.set(key, hitters)
    }
    return hitters
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
      const open = [...days].map(([tenantId, day]) => ({ tenantId, day })).filter(({ day }) => !day.isWritten)
      return [...ended, ...open].map(({ tenantId, day }) => ({
        tenantId,
        dayTs: day.dayTs,
        causes: storedOf(day),
      }))
    },
    written() {
      const today = dayOf(clock.nowMs())
      ended = []
      for (const day of days.values()) day.isWritten = true
      // Yesterday's are read from the store from now on.
      days = new Map([...days].filter(([, { dayTs }]) => dayTs === today))
    },
    resume(tenantId, dayTs, causes) {
      const day: Day = { dayTs, causes: new Map(), isWritten: true }
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

/** Entities stay between two rounds while they are active, so that a busy one is not looked up again. */
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

  /** False when nobody was active. */
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
