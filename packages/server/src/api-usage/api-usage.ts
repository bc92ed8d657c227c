/**
 * Monthly usage of each tenant, and features that stop when their limit is reached.
 *
 * Counts are kept in memory. Every `flushMs` they are stored as telemetry of the tenant's API usage entity, with the
 * limits and the states of the features. If the process is killed, the counts of the last seconds are lost.
 */

import {
  type UsageCounter,
  type UsageFeature,
  type UsageState,
  usageCounters,
  usageFeatures,
} from '@sonde/model/api-usage/api-usage'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { limitOfCounter, monthRejection } from '@sonde/model/limits/profile-limits'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import type { Logger } from 'pino'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { Limits } from '../limits/limits.ts'
import type { TenantLimits } from '../limits/tenant-limits.ts'
import type { MailService } from '../mail/mail-service.ts'
import { usageMail } from '../mail/mail-texts.ts'
import { type PointWrite, StoreFailed, type Transaction } from '../storage/storage.ts'
import { type ApiUsageStore, newUsage, type StoredUsage } from './api-usage-store.ts'
import { createCustomerUsage } from './customer-usage.ts'
import {
  addCounts,
  hourOf,
  monthOf,
  stateOf,
  type UsageCounts,
  usageCounterNames,
  usageFeatureNames,
} from './usage-features.ts'

export const flushMs = 10_000
/** Log message. */
export const usageNotStored = 'Failed to save the usage of tenants.'

export interface ApiUsageDeps {
  readonly store: ApiUsageStore
  readonly limits: Pick<TenantLimits, 'of' | 'known'>
  /** Called at each rejection. */
  readonly rejections?: Pick<Limits, 'count'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly commit: Commit
  readonly clock: Clock
  readonly mail: Pick<MailService, 'notify'>
  readonly log: Logger
  /** Called before counts are stored, to add counts that another component keeps. */
  readonly collect?: (count: ApiUsage['count']) => void
}

export interface ApiUsage {
  /** Counts for the tenant and, unless `customerId` is NIL_UUID, for the customer. */
  count(tenantId: string, counter: UsageCounter, amount: number, customerId?: string): void
  /** Counts only for the customer, if the tenant's usage is counted elsewhere. */
  countOfCustomer(tenantId: string, customerId: string, counter: UsageCounter, amount: number): void
  /** False if the monthly limit is reached. */
  isEnabled(tenantId: string, feature: UsageFeature): boolean
  /** Counts a rejection of a feature whose limit is reached. Returns the error message. */
  rejected(tenantId: string, feature: UsageFeature, by?: EntityId): string
  /** Throws 429 if the monthly limit is reached. */
  require(tenantId: string, feature: UsageFeature): void
  /** Usage of the current month, including counts that aren't stored yet. */
  used(tenantId: string, counter: UsageCounter): number
  /** The tenant's API usage entity, whose telemetry the counts are. */
  entityOf(tenantId: string): EntityId<'API_USAGE_STATE'> | undefined
  /** Ids of all tenants. */
  tenantIds(): Iterable<string>
  /** Statements and changes that create the usage of a new tenant. */
  startOf(tenantId: string, nowMs: number): Required<Pick<Transaction, 'statements' | 'changes'>>
  /** Loads the stored usage; creates the entities of tenants that have none. */
  start(): Promise<void>
  /**
   * Stores usage of past hours, by the start of the hour, as if it had been counted then. That of the current hour is
   * added to its counts.
   */
  addPast(tenantId: string, hours: ReadonlyMap<number, UsageCounts>): Promise<void>
  /** Stores pending counts. If that fails, they are added to the next ones. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Rejection {
  readonly counter: UsageCounter
  readonly words: string
}

export function createApiUsage(deps: ApiUsageDeps): ApiUsage {
  const { store, limits, rejections, live, commit, clock, mail, log, collect } = deps
  const byTenant = new Map<string, StoredUsage>()
  const customers = createCustomerUsage({ store, commit, clock })
  /** Counts that aren't stored yet. */
  let pending = new Map<string, UsageCounts>()
  /** Tenants whose limits may have changed. */
  const touched = new Set<string>()
  /** Rejections by tenant and feature, cached until the tenant's counts are stored again. */
  const rejectionOf = new Map<string, Partial<Record<UsageFeature, Rejection>>>()
  let isStarted = false
  let flushing: Promise<void> = Promise.resolve()

  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType === 'TENANT') {
        if (kind !== 'deleted') touched.add(id)
        else {
          byTenant.delete(id)
          pending.delete(id)
          rejectionOf.delete(id)
        }
      } else if (entityType === 'CUSTOMER') {
        if (kind === 'deleted') forgetCustomer(id)
        return
      } else if (entityType === 'TENANT_PROFILE') for (const tenantId of byTenant.keys()) touched.add(tenantId)
      else return
      if (isStarted && kind === 'updated') flush().catch(notStored)
    },
  })

  function count(tenantId: string, counter: UsageCounter, amount: number, customerId = NIL_UUID): void {
    if (customerId !== NIL_UUID) customers.count(tenantId, customerId, counter, amount)
    let counts = pending.get(tenantId)
    if (!counts) {
      if (tenantId === NIL_UUID) return
      counts = {}
      pending.set(tenantId, counts)
    }
    counts[counter] = (counts[counter] ?? 0) + amount
  }

  function forgetCustomer(id: string) {
    customers.forget(id).catch((error: unknown) => {
      log.error({ err: error, customerId: id }, 'Failed to delete the usage of a deleted customer.')
    })
  }

  const isEnabled = (tenantId: string, feature: UsageFeature): boolean =>
    byTenant.get(tenantId)?.states[feature] !== 'DISABLED'

  function require(tenantId: string, feature: UsageFeature): void {
    if (!isEnabled(tenantId, feature)) {
      throw new DomainError(ErrorCode.TOO_MANY_REQUESTS, rejected(tenantId, feature))
    }
  }

  function rejected(tenantId: string, feature: UsageFeature, by?: EntityId): string {
    let existing = rejectionOf.get(tenantId)
    if (!existing) {
      existing = {}
      rejectionOf.set(tenantId, existing)
    }
    existing[feature] ??= newRejection(tenantId, feature)
    const { counter, words } = existing[feature]
    rejections?.count(tenantId, limitOfCounter[counter], by)
    return words
  }

  /** Rejection for the first counter whose limit is reached. */
  function newRejection(tenantId: string, feature: UsageFeature): Rejection {
    const counters: readonly UsageCounter[] = usageFeatures[feature].counters
    const of = limits.known(tenantId)
    const limitOf = (counter: UsageCounter) => of?.[usageCounters[counter].field] ?? 0
    const counts = byTenant.get(tenantId)?.counts ?? {}
    const isReached = (counter: UsageCounter) => limitOf(counter) > 0 && (counts[counter] ?? 0) >= limitOf(counter)
    const counter = counters.find(isReached) ?? (counters[0] as UsageCounter)
    return { counter, words: monthRejection(limitOfCounter[counter], limitOf(counter), clock.nowMs()) }
  }

  function used(tenantId: string, counter: UsageCounter): number {
    const stored = byTenant.get(tenantId)
    const isCurrent = stored?.cycleTs === monthOf(clock.nowMs())
    return ((isCurrent && stored.counts[counter]) || 0) + (pending.get(tenantId)?.[counter] ?? 0)
  }

  function startOf(tenantId: string, nowMs: number) {
    const usage = newUsage(tenantId, monthOf(nowMs), nowMs)
    byTenant.set(tenantId, usage)
    return {
      statements: [store.insert(usage, nowMs)],
      changes: [
        { kind: 'created', entity: entityId('API_USAGE_STATE', usage.id), tenantId, customerId: NIL_UUID } as const,
      ],
    }
  }

  async function start(): Promise<void> {
    for (const usage of await store.all()) byTenant.set(usage.tenantId, usage)
    await customers.start()
    const nowMs = clock.nowMs()
    for (const tenantId of await store.tenantsWithout()) await commit(startOf(tenantId, nowMs))
    isStarted = true
  }

  /** Flushes run one after the other. */
  function flush(): Promise<void> {
    const done = flushing.then(flushAll)
    flushing = done.catch(() => {})
    return done
  }

  const notStored = (error: unknown) => log.error({ err: error }, usageNotStored)

  async function flushAll(): Promise<void> {
    const nowMs = clock.nowMs()
    collect?.(count)
    const counted = pending
    pending = new Map()
    const concerned = new Set([...counted.keys(), ...touched])
    touched.clear()
    for (const usage of byTenant.values()) if (usage.cycleTs !== monthOf(nowMs)) concerned.add(usage.tenantId)
    for (const tenantId of concerned) {
      const added = counted.get(tenantId) ?? {}
      try {
        await storeOne(tenantId, added, nowMs)
      } catch (error) {
        for (const counter of usageCounterNames) if (added[counter]) count(tenantId, counter, added[counter])
        touched.add(tenantId)
        // A failing store logs that itself, once for all tenants.
        if (!(error instanceof StoreFailed)) {
          log.error({ err: error, tenantId }, 'Failed to save the usage of a tenant. Counting continues.')
        }
      }
    }
    await customers.flush()
  }

  async function storeOne(tenantId: string, added: UsageCounts, nowMs: number): Promise<void> {
    const before = byTenant.get(tenantId)
    if (!before) return
    const of = await limits.of(tenantId)
    const cycleTs = monthOf(nowMs)
    const hourTs = hourOf(nowMs)
    const counts = addCounts(before.cycleTs === cycleTs ? before.counts : {}, added)
    const hourCounts = addCounts(before.hourTs === hourTs ? before.hourCounts : {}, added)
    const states = Object.fromEntries(usageFeatureNames.map((feature) => [feature, stateOf(feature, counts, of)]))
    const usage: StoredUsage = { ...before, cycleTs, counts, hourTs, hourCounts, states }
    rejectionOf.delete(tenantId)
    const entity = entityId('API_USAGE_STATE', usage.id)
    const points: PointWrite[] = []
    const put = (key: string, ts: number, type: ValueType, value: RawValue) =>
      points.push({ tenantId, entity, key, ts, type, value, ttlSeconds: 0 })
    for (const counter of usageCounterNames) {
      const isNew = before.cycleTs !== cycleTs
      if (added[counter] || isNew) put(counter, cycleTs, ValueType.LONG, counts[counter] ?? 0)
      if (added[counter]) put(`${counter}Hourly`, hourTs, ValueType.LONG, hourCounts[counter] ?? 0)
      put(usageCounters[counter].limitKey, cycleTs, ValueType.LONG, of[usageCounters[counter].field])
    }
    const changed = usageFeatureNames.filter((each) => (before.states[each] ?? 'ENABLED') !== states[each])
    for (const feature of usageFeatureNames) {
      if (changed.includes(feature) || !(feature in before.states)) {
        put(usageFeatures[feature].stateKey, nowMs, ValueType.STRING, states[feature] as UsageState)
      }
    }
    await commit({ points, statements: [store.update(usage)] })
    // The tenant may have been deleted in the meantime.
    if (byTenant.has(tenantId)) byTenant.set(tenantId, usage)
    for (const feature of changed) await announce(usage, feature, of)
  }

  async function storePast(tenantId: string, hours: ReadonlyMap<number, UsageCounts>): Promise<void> {
    const before = byTenant.get(tenantId)
    if (!before) return
    const entity = entityId('API_USAGE_STATE', before.id)
    const points: PointWrite[] = []
    const months = new Map<number, UsageCounts>([[before.cycleTs, before.counts]])
    const put = (key: string, ts: number, value: number) =>
      points.push({ tenantId, entity, key, ts, type: ValueType.LONG, value, ttlSeconds: 0 })
    const currentTs = hourOf(clock.nowMs())
    for (const [hourTs, counts] of hours) {
      if (hourTs >= currentTs) {
        for (const counter of usageCounterNames) if (counts[counter]) count(tenantId, counter, counts[counter])
        continue
      }
      const month = monthOf(hourTs)
      months.set(month, addCounts(months.get(month) ?? {}, counts))
      for (const counter of usageCounterNames) if (counts[counter]) put(`${counter}Hourly`, hourTs, counts[counter])
    }
    for (const [month, counts] of months) {
      for (const counter of usageCounterNames) if (counts[counter]) put(counter, month, counts[counter])
    }
    const usage: StoredUsage = { ...before, counts: months.get(before.cycleTs) ?? before.counts }
    await commit({ points, statements: [store.update(usage)], isUncounted: true })
    if (byTenant.has(tenantId)) byTenant.set(tenantId, usage)
  }

  async function announce(usage: StoredUsage, feature: UsageFeature, of: Awaited<ReturnType<TenantLimits['of']>>) {
    const contact = await store.contactOf(usage.tenantId)
    if (!contact?.email) return
    const { title, counters } = usageFeatures[feature]
    const state = usage.states[feature] ?? 'ENABLED'
    const used = counters.map(
      (counter) => `${counter}: ${usage.counts[counter] ?? 0} of ${of[usageCounters[counter].field] || 'any number'}`,
    )
    const detail = `${title} of the tenant ${contact.title}. Used this month: ${used.join(', ')}. State: ${state}.`
    mail.notify(usageMail(contact.email, title, state, detail))
  }

  async function stop(): Promise<void> {
    isStarted = false
    await flush().catch(notStored)
  }

  return {
    count,
    countOfCustomer: customers.count,
    isEnabled,
    rejected,
    require,
    used,
    entityOf(tenantId) {
      const usage = byTenant.get(tenantId)
      return usage && entityId('API_USAGE_STATE', usage.id)
    },
    tenantIds: () => byTenant.keys(),
    startOf,
    start,
    addPast(tenantId, hours) {
      const done = flushing.then(() => storePast(tenantId, hours))
      flushing = done.catch(() => {})
      return done
    },
    flush,
    stop,
  }
}
