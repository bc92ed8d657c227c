/**
 * How much a tenant has of what the store alone knows: rule nodes, dead letters, sessions, RPC calls.
 *
 * Rule chains are counted again when they changed. The others change without being announced: once a minute they are
 * counted for all tenants at once, and for the one that somebody looks at.
 */

import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { ruleChainSize } from '../storage/rule-chain-size.ts'
import { countListed, type ListedKey, listedKeys } from './stored-amount-store.ts'

/** How long a tenant's amounts are believed when somebody looks. */
const freshMs = 5_000
/** What counting takes, at most, of the time. */
const busyShare = 1 / 20

export interface StoredAmounts {
  /** Counts all of a tenant, unless that was done just now. */
  refresh(tenantId: string): Promise<void>
  /** Counts a tenant's rule chains when they changed. */
  refreshChains(tenantId: string): Promise<void>
  /** Counts for all tenants what may have changed unnoticed. */
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
  /** When a tenant's amounts were counted for somebody who looked. */
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
