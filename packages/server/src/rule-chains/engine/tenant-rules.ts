/**
 * The rule set of each tenant: read when its first message comes, read again when its chains change.
 *
 * From the moment a change is known until the new set is ready, the tenant's messages wait: a user who saved a chain and
 * has the answer finds it in force for the next message.
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
 * Of the time that a tenant's chains took to be read, the pause before they are read again: saving is not all there is.
 */
const pauseFactor = 4
/** How long messages wait for nodes that start; those nodes are decided later. */
const startWaitMs = 5_000

export interface TenantRules {
  /** The set in force; undefined while it is being read, `ready` is called then. */
  current(tenantId: string): RuleSet | undefined
  /** The set that was in force last, for those who only look. */
  peek(tenantId: string): RuleSet | undefined
  /** Notes a change; what is read again is read in the background. */
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
  /** Changes noted so far; a load that began before the last one does not count. */
  changes: number
  /** Chains that were saved since the set in force was read. */
  savedChains: Set<string>
  /** Not to be read before (monotonic ms). */
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
