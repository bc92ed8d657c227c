/**
 * Caches the rule set of each tenant: loads it with the tenant's first message and reloads it when chains change.
 *
 * From a change until the new set is ready, the tenant's messages wait: after the response to a save, the next message
 * uses
 * the saved chain.
 */

import type { Logger } from 'pino'
import type { EntityChange } from '../../storage/storage.ts'
import {
  buildRuleSet,
  type RuleSet,
  type RuleSetDeps,
  type RuleSetRows,
  retireRuleSet,
  startNodes,
} from './rule-set.ts'

const retryMs = 1_000
/**
 * Pause before a tenant's chains are reloaded, as a multiple of the time that the last load took. Limits the load
 * caused
 * by frequent saves.
 */
const pauseFactor = 4
/** Maximum time that messages wait for nodes to start, ms. Nodes that fail later are deactivated then. */
const startWaitMs = 5_000

export interface TenantRules {
  /** The current set. Undefined while it's loading; `ready` is called afterwards. */
  current(tenantId: string): RuleSet | undefined
  /** The last loaded set, which may be stale. Doesn't start a load. */
  peek(tenantId: string): RuleSet | undefined
  /** Marks affected sets stale and reloads them in the background. */
  changed(change: EntityChange): void
  stop(): void
  readonly all: Iterable<RuleSet>
}

export interface TenantRulesDeps extends RuleSetDeps {
  readonly load: (tenantId: string) => Promise<RuleSetRows>
  readonly ready: (tenantId: string) => void
  readonly log: Pick<Logger, 'error' | 'debug'>
}

interface Entry {
  rules: RuleSet | null
  isFresh: boolean
  isLoading: boolean
  /** Number of changes so far. A load that began before the latest change is discarded. */
  changes: number
  /** Chains saved since the current set was loaded. */
  savedChains: Set<string>
  /** Earliest time of the next load (monotonic ms). */
  readFrom: number
}

export function createTenantRules({ load, ready, log, ...build }: TenantRulesDeps): TenantRules {
  const entries = new Map<string, Entry>()
  const retries = new Set<NodeJS.Timeout>()
  let isStopped = false

  function read(tenantId: string, entry: Entry) {
    if (entry.isLoading || isStopped) return
    entry.isLoading = true
    const pauseMs = entry.readFrom - performance.now()
    if (pauseMs > 1) return later(tenantId, entry, pauseMs)
    const changes = entry.changes
    const previous = entry.rules
    const started = performance.now()
    load(tenantId)
      .then(async (rows) => {
        if (isStopped || entry.changes !== changes) return null
        const made = buildRuleSet(tenantId, rows, previous, build)
        const ended = performance.now()
        entry.readFrom = ended + pauseFactor * (ended - started)
        await startNodes(made, previous, entry.savedChains, startWaitMs, build)
        return made
      })
      .then((made) => {
        entry.isLoading = false
        const isCurrent = !isStopped && entries.get(tenantId) === entry && entry.changes === changes
        if (!made || !isCurrent) {
          if (made) retireRuleSet(made, previous)
          if (entries.get(tenantId) === entry) read(tenantId, entry)
          return
        }
        entry.rules = made
        entry.isFresh = true
        entry.savedChains.clear()
        if (previous) retireRuleSet(previous, made)
        log.debug({ tenantId, chains: made.chains.size, nodes: made.nodes.size }, 'rule chains in force')
        ready(tenantId)
      })
      .catch((error: unknown) => {
        log.error({ err: error, tenantId }, 'Failed to read rule chains. Messages wait for the next attempt.')
        later(tenantId, entry, retryMs)
      })
  }

  function later(tenantId: string, entry: Entry, ms: number) {
    const timer = setTimeout(() => {
      retries.delete(timer)
      entry.isLoading = false
      read(tenantId, entry)
    }, ms)
    timer.unref()
    retries.add(timer)
  }

  function stale(tenantId: string, entry: Entry) {
    entry.isFresh = false
    entry.changes++
    read(tenantId, entry)
  }

  return {
    current(tenantId) {
      let entry = entries.get(tenantId)
      if (!entry) {
        entry = { rules: null, isFresh: false, isLoading: false, changes: 0, savedChains: new Set(), readFrom: 0 }
        entries.set(tenantId, entry)
        read(tenantId, entry)
      }
      return entry.isFresh && entry.rules ? entry.rules : undefined
    },

    peek: (tenantId) => entries.get(tenantId)?.rules ?? undefined,

    changed({ kind, entity, tenantId }) {
      const { entityType, id } = entity
      if (entityType === 'TENANT' && kind === 'deleted') {
        const entry = entries.get(id)
        entries.delete(id)
        if (entry?.rules) retireRuleSet(entry.rules, null)
        return
      }
      if (entityType === 'RULE_CHAIN' || entityType === 'DEVICE_PROFILE') {
        const entry = entries.get(tenantId)
        if (!entry) return
        if (entityType === 'RULE_CHAIN') entry.savedChains.add(id)
        stale(tenantId, entry)
      } else if (entityType === 'TENANT') {
        const entry = entries.get(id)
        if (entry) stale(id, entry)
      } else if (entityType === 'TENANT_PROFILE') {
        for (const [id, entry] of entries) stale(id, entry)
      }
    },

    stop() {
      isStopped = true
      for (const timer of retries) clearTimeout(timer)
      for (const { rules } of entries.values()) if (rules) retireRuleSet(rules, null)
      entries.clear()
    },

    get all() {
      return [...entries.values()].flatMap(({ rules }) => rules ?? [])
    },
  }
}
