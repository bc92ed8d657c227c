/**
 * Monthly usage of each customer, as telemetry of an API usage entity per customer. Customers have no usage limits and
 * get no emails, so nothing stops.
 */

import { type UsageCounter, usageFeatures } from '@sonde/model/api-usage/api-usage'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { Statement } from '../storage/relational.ts'
import type { EntityChange, PointWrite } from '../storage/storage.ts'
import type { ApiUsageStore } from './api-usage-store.ts'
import { newCustomerUsage, type StoredCustomerUsage } from './api-usage-store.ts'
import { addCounts, hourOf, monthOf, type UsageCounts, usageCounterNames, usageFeatureNames } from './usage-features.ts'

/** Maximum number of customers per commit. */
const customersPerCommit = 200

export interface CustomerUsageDeps {
  readonly store: Pick<ApiUsageStore, 'allOfCustomers' | 'insertOfCustomer' | 'updateOfCustomer'>
  readonly commit: Commit
  readonly clock: Clock
}

interface Pending {
  readonly tenantId: string
  readonly counts: UsageCounts
}

export type CustomerUsage = ReturnType<typeof createCustomerUsage>

export function createCustomerUsage({ store, commit, clock }: CustomerUsageDeps) {
  const byCustomer = new Map<string, StoredCustomerUsage>()
  /** Counts by customer that aren't stored yet. */
  let pending = new Map<string, Pending>()

  function count(tenantId: string, customerId: string, counter: UsageCounter, amount: number): void {
    let entry = pending.get(customerId)
    if (!entry) {
      entry = { tenantId, counts: {} }
      pending.set(customerId, entry)
    }
    entry.counts[counter] = (entry.counts[counter] ?? 0) + amount
  }

  async function start(): Promise<void> {
    for (const usage of await store.allOfCustomers()) byCustomer.set(usage.customerId, usage)
  }

  /**
   * Stores pending counts, and zeros at the start of a month. Rejects on failure; the remaining counts stay pending.
   */
  async function flush(): Promise<void> {
    const nowMs = clock.nowMs()
    const counted = pending
    pending = new Map()
    const concerned = new Set(counted.keys())
    const cycleTs = monthOf(nowMs)
    for (const [customerId, usage] of byCustomer) if (usage.cycleTs !== cycleTs) concerned.add(customerId)
    const ids = [...concerned]
    for (let at = 0; at < ids.length; at += customersPerCommit) {
      try {
        await storeSome(ids.slice(at, at + customersPerCommit), counted, nowMs)
      } catch (error) {
        for (const customerId of ids.slice(at)) countAgain(customerId, counted.get(customerId))
        throw error
      }
    }
  }

  function countAgain(customerId: string, missed: Pending | undefined) {
    if (!missed) return
    for (const counter of usageCounterNames) {
      const amount = missed.counts[counter]
      if (amount) count(missed.tenantId, customerId, counter, amount)
    }
  }

  async function storeSome(customerIds: readonly string[], counted: ReadonlyMap<string, Pending>, nowMs: number) {
    const points: PointWrite[] = []
    const statements: Statement[] = []
    const changes: EntityChange[] = []
    const stored: StoredCustomerUsage[] = []
    for (const customerId of customerIds) {
      const added = counted.get(customerId)
      const before = byCustomer.get(customerId)
      const tenantId = before?.tenantId ?? added?.tenantId
      if (tenantId === undefined) continue
      const usage = grown(before ?? newCustomerUsage(tenantId, customerId, nowMs), added?.counts ?? {}, nowMs)
      const entity = entityId('API_USAGE_STATE', usage.id)
      if (before) statements.push(store.updateOfCustomer(usage))
      else {
        statements.push(store.insertOfCustomer(usage, nowMs))
        changes.push({ kind: 'created', entity, tenantId, customerId: NIL_UUID })
      }
      points.push(...pointsOf(before, usage, added?.counts ?? {}, nowMs))
      stored.push(usage)
    }
    await commit({ points, statements, changes })
    for (const usage of stored) byCustomer.set(usage.customerId, usage)
  }

  /** Deletes the usage entity of a deleted customer and its telemetry. */
  async function forget(customerId: string): Promise<void> {
    pending.delete(customerId)
    const usage = byCustomer.get(customerId)
    if (!usage) return
    byCustomer.delete(customerId)
    const entity = entityId('API_USAGE_STATE', usage.id)
    await commit({ changes: [{ kind: 'deleted', entity, tenantId: usage.tenantId, customerId: NIL_UUID }] })
  }

  return { count, start, flush, forget }
}

function grown(before: StoredCustomerUsage, added: UsageCounts, nowMs: number): StoredCustomerUsage {
  const cycleTs = monthOf(nowMs)
  const hourTs = hourOf(nowMs)
  return {
    ...before,
    cycleTs,
    hourTs,
    counts: addCounts(before.cycleTs === cycleTs ? before.counts : {}, added),
    hourCounts: addCounts(before.hourTs === hourTs ? before.hourCounts : {}, added),
  }
}

function pointsOf(
  before: StoredCustomerUsage | undefined,
  usage: StoredCustomerUsage,
  added: UsageCounts,
  nowMs: number,
): PointWrite[] {
  const { tenantId, id, cycleTs, counts, hourTs, hourCounts } = usage
  const base = { tenantId, entity: entityId('API_USAGE_STATE', id), ttlSeconds: 0 }
  const points: PointWrite[] = []
  for (const key of usageCounterNames) {
    const isNew = before?.cycleTs !== cycleTs
    if (added[key] || isNew) points.push({ ...base, key, ts: cycleTs, type: ValueType.LONG, value: counts[key] ?? 0 })
    if (!added[key]) continue
    points.push({ ...base, key: `${key}Hourly`, ts: hourTs, type: ValueType.LONG, value: hourCounts[key] ?? 0 })
  }
  if (before) return points
  for (const feature of usageFeatureNames) {
    const { stateKey: key } = usageFeatures[feature]
    points.push({ ...base, key, ts: nowMs, type: ValueType.STRING, value: 'ENABLED' })
  }
  return points
}
