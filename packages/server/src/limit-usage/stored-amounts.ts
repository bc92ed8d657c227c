/**
 * Usage of limits that only the store knows: rule nodes, dead letters, sessions and RPC calls.
 *
 * Rule chains are counted again when they change. The others change without notification: once a minute they are
 * counted for all tenants at once, and also for a tenant whose usage is requested.
 */

import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { ruleChainSize } from '../storage/rule-chain-size.ts'
import { countListed, type ListedKey, listedKeys } from './stored-amount-store.ts'

/** Time for which a tenant's amounts count as fresh when they are requested. */
const freshMs = 5_000
/** Maximum share of time spent on counting. */
const busyShare = 1 / 20

export interface StoredAmounts {
  /** Counts everything of a tenant, unless the amounts are fresh. */
  refresh(tenantId: string): Promise<void>
  /** Counts a tenant's rule chains if they changed. */
  refreshChains(tenantId: string): Promise<void>
  /** Counts for all tenants what may have changed without notification. */
  refreshAll(): Promise<void>
}

export interface StoredAmountsDeps {
  readonly relational: RelationalStore
  readonly limits: Pick<Limits, 'measure'>
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
}

interface ChainSize {
  readonly nodes: number
  readonly characters: number
}

export function createStoredAmounts({ relational, limits, live, clock }: StoredAmountsDeps): StoredAmounts {
  const counted = new Map<ListedKey, Map<string, number>>()
  const chains = new Map<string, ChainSize>()
  const staleChains = new Set<string>()
  /** Time of the last count per tenant on request. */
  const lookedMs = new Map<string, number>()
  let nextAllMs = 0

  live.watchAll({
    change({ entity: { entityType, id }, kind, tenantId }) {
      if (entityType === 'RULE_CHAIN') staleChains.add(tenantId)
      if (entityType !== 'TENANT' || kind !== 'deleted') return
      for (const amounts of counted.values()) amounts.delete(id)
      for (const each of [chains, staleChains, lookedMs]) each.delete(id)
    },
  })
  limits.measure('ruleNodes', (tenantId) => chains.get(tenantId)?.nodes ?? null)
  limits.measure('ruleChainBytes', (tenantId) => chains.get(tenantId)?.characters ?? null)
  for (const key of listedKeys) {
    limits.measure(key, (tenantId) => {
      const amounts = counted.get(key)
      return amounts ? (amounts.get(tenantId) ?? 0) : null
    })
  }

  async function refreshChains(tenantId: string): Promise<void> {
    if (chains.has(tenantId) && !staleChains.has(tenantId)) return
    staleChains.delete(tenantId)
    const size = await relational.first(ruleChainSize(relational, tenantId))
    chains.set(tenantId, { nodes: size?.nodes ?? 0, characters: size?.characters ?? 0 })
  }

  async function refresh(tenantId: string): Promise<void> {
    await refreshChains(tenantId)
    const nowMs = clock.nowMs()
    if (Math.abs(nowMs - (lookedMs.get(tenantId) ?? 0)) < freshMs) return
    lookedMs.set(tenantId, nowMs)
    for (const key of listedKeys) {
      const [row] = await countListed(relational, key, nowMs, tenantId)
      const amounts = counted.get(key) ?? new Map<string, number>()
      counted.set(key, amounts.set(tenantId, row?.amount ?? 0))
    }
  }

  async function refreshAll(): Promise<void> {
    const started = performance.now()
    if (started < nextAllMs) return
    lookedMs.clear()
    for (const key of listedKeys) {
      const rows = await countListed(relational, key, clock.nowMs(), null)
      counted.set(key, new Map(rows.map(({ tenantId, amount }) => [tenantId, amount])))
    }
    const ended = performance.now()
    nextAllMs = ended + (ended - started) / busyShare
  }

  return { refresh, refreshChains, refreshAll }
}
