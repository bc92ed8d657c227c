/**
 * The executable chains of one tenant: links resolved to nodes, nodes created from their configuration.
 *
 * A rule set is immutable; saving a chain builds a new one. Nodes with unchanged type and configuration move to the new
 * set
 * with their state. Nodes that only the old set uses are disposed when its last message has finished.
 */

import { entityId } from '@sonde/model/ids'
import type { Limits } from '../../limits/limits.ts'
import type { NodeInstance } from './node-instance.ts'
import type { NodeDebug, RuleEvents } from './rule-events.ts'
import { type NodePlace, type RuleNodeType, unknownClass } from './rule-node.ts'
import { ofProfile, type RunBounds, type RunPeaks, type TenantProfileRow } from './run-bounds.ts'

interface RuleNodeRow {
  readonly id: string
  readonly rule_chain_id: string
  readonly type: string
  readonly name: string
  readonly configuration: string
  readonly debug_mode: number
}

/** Database rows that a rule set is built from. */
export interface RuleSetRows {
  readonly chains: readonly { id: string; name: string; root: number; first_rule_node_id: string | null }[]
  readonly nodes: readonly RuleNodeRow[]
  readonly links: readonly { from_node_id: string; to_node_id: string; type: string }[]
  /** Device profiles with a default rule chain. */
  readonly profileChains: readonly { id: string; default_rule_chain_id: string }[]
  readonly tenantProfile: TenantProfileRow | null
}

export interface NodeStats {
  processed: number
  failed: number
  /** Time inside the node including asynchronous waits, ms. */
  ms: number
}

export interface LiveNode {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly chain: LiveChain
  /** Null: inactive; `inactiveReason` is the reason. */
  instance: NodeInstance | null
  inactiveReason: string
  /** Targets by label, in the original spelling and in lower case. */
  readonly links: ReadonlyMap<string, readonly LiveNode[]>
  readonly stats: NodeStats
  readonly signature: string
  /** Null: debug mode is off. */
  readonly debug: NodeDebug | null
}

export interface LiveChain {
  readonly id: string
  readonly name: string
  /** Null: the chain is empty, and messages end at once. */
  first: LiveNode | null
}

export interface RuleSet {
  readonly tenantId: string
  readonly chains: ReadonlyMap<string, LiveChain>
  readonly nodes: ReadonlyMap<string, LiveNode>
  readonly root: LiveChain | null
  readonly chainOfProfile: ReadonlyMap<string, string>
  readonly bounds: RunBounds
  readonly peaks: RunPeaks
  readonly defaultTtlSeconds: number
  /** Unfinished runs that use this set. */
  running: number
  /** Nodes to dispose when the last run has finished; null while the set is in use. */
  retired: NodeInstance[] | null
}

export type MakeNode = (type: RuleNodeType, configuration: unknown, place: NodePlace) => NodeInstance

export interface RuleSetDeps {
  readonly registry: ReadonlyMap<string, RuleNodeType>
  /** Server limits: defaults for values that the tenant profile doesn't set. */
  readonly limits: Pick<Limits, 'of'>
  /** Peaks of a tenant, in which its messages record their totals. */
  readonly peaksOf: (tenantId: string) => RunPeaks
  readonly makeNode: MakeNode
  readonly events: RuleEvents
  /** Called with a node that couldn't start, once per reason. */
  readonly reportInactive: (place: NodePlace, reason: string) => void
}

/** Builds the set that replaces `previous`. Doesn't throw for invalid user configuration. */
export function buildRuleSet(
  tenantId: string,
  rows: RuleSetRows,
  previous: RuleSet | null,
  { registry, makeNode, events, limits, peaksOf }: Omit<RuleSetDeps, 'reportInactive'>,
): RuleSet {
  const chains = new Map<string, LiveChain>()
  const nodes = new Map<string, LiveNode>()
  const linksOf = new Map<string, Map<string, LiveNode[]>>()
  let root: LiveChain | null = null

  for (const row of rows.chains) {
    const chain: LiveChain = { id: row.id, name: row.name, first: null }
    chains.set(row.id, chain)
    if (row.root === 1) root = chain
  }
  for (const row of rows.nodes) {
    const chain = chains.get(row.rule_chain_id)
    if (!chain) continue
    const signature = `${row.type}\n${row.configuration}`
    const existing = previous?.nodes.get(row.id)
    const isRetained = existing?.instance && existing.signature === signature && existing.chain.id === chain.id
    const made = isRetained ? { instance: existing.instance, inactiveReason: '' } : start(row)
    const links = new Map<string, LiveNode[]>()
    linksOf.set(row.id, links)
    const stats = existing?.stats ?? { processed: 0, failed: 0, ms: 0 }
    const debug = row.debug_mode === 1 ? events.debugOf(placeOf(row)) : null
    nodes.set(row.id, { id: row.id, name: row.name, type: row.type, chain, ...made, links, stats, signature, debug })
  }
  for (const { from_node_id, to_node_id, type } of rows.links) {
    const target = nodes.get(to_node_id)
    const links = linksOf.get(from_node_id)
    if (!target || !links) continue
    const folded = type.toLowerCase()
    const targets = links.get(folded) ?? []
    targets.push(target)
    links.set(folded, targets)
    // Labels that differ only in case share one list, stored under each spelling in use.
    links.set(type, targets)
  }
  for (const row of rows.chains) {
    const chain = chains.get(row.id)
    if (chain && row.first_rule_node_id) chain.first = nodes.get(row.first_rule_node_id) ?? null
  }

  function placeOf(row: RuleNodeRow): NodePlace {
    return { tenantId, ruleChainId: row.rule_chain_id, ruleNodeId: row.id }
  }

  function start(row: RuleNodeRow): { instance: NodeInstance | null; inactiveReason: string } {
    const type = registry.get(row.type)
    if (!type) return { instance: null, inactiveReason: unknownClass(row.type) }
    try {
      return { instance: makeNode(type, JSON.parse(row.configuration), placeOf(row)), inactiveReason: '' }
    } catch (error) {
      return { instance: null, inactiveReason: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    tenantId,
    chains,
    nodes,
    root,
    chainOfProfile: new Map(rows.profileChains.map((row) => [row.id, row.default_rule_chain_id])),
    ...ofProfile(rows.tenantProfile, limits),
    peaks: peaksOf(tenantId),
    running: 0,
    retired: null,
  }
}

/**
 * Starts the nodes that the previous set didn't have, and emits lifecycle events for new and changed chains and nodes.
 * Resolves when all nodes have started or failed, or after `waitMs`. A node that fails later is deactivated then.
 */
export async function startNodes(
  set: RuleSet,
  previous: RuleSet | null,
  savedChains: ReadonlySet<string>,
  waitMs: number,
  { events, reportInactive }: Pick<RuleSetDeps, 'events' | 'reportInactive'>,
): Promise<void> {
  const { tenantId } = set
  let isDecided = false
  const starting: Promise<void>[] = []
  for (const node of set.nodes.values()) {
    const { instance } = node
    if (!instance?.node.start || previous?.nodes.get(node.id)?.instance === instance) continue
    const reject = (error: unknown) => {
      instance.dispose()
      node.instance = null
      node.inactiveReason = error instanceof Error ? error.message : String(error)
      if (isDecided) report(node)
    }
    starting.push(instance.node.start().catch(reject))
  }
  if (starting.length > 0) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs)
    })
    await Promise.race([Promise.all(starting), late])
    clearTimeout(timer)
  }
  isDecided = true
  for (const { id } of set.chains.values()) {
    const isKnown = previous?.chains.has(id)
    if (isKnown && !savedChains.has(id)) continue
    events.lifecycle(tenantId, entityId('RULE_CHAIN', id), isKnown ? 'UPDATED' : 'STARTED', null)
  }
  for (const node of set.nodes.values()) {
    const existing = previous?.nodes.get(node.id)
    if (existing?.signature !== node.signature || existing.inactiveReason !== node.inactiveReason) report(node)
  }

  function report({ id, chain, instance, inactiveReason }: LiveNode) {
    const error = instance === null ? inactiveReason : null
    const lifecycle = previous?.nodes.has(id) ? 'UPDATED' : 'STARTED'
    events.lifecycle(tenantId, entityId('RULE_NODE', id), lifecycle, error)
    if (error !== null) reportInactive({ tenantId, ruleChainId: chain.id, ruleNodeId: id }, error)
  }
}

/** Targets of a relation; labels are case-insensitive. */
export const linksOf = (node: LiveNode, relation: string): readonly LiveNode[] | undefined =>
  node.links.get(relation) ?? (node.links.size === 0 ? undefined : node.links.get(relation.toLowerCase()))

/** Retires a set: disposes nodes that its successor doesn't use, now or after the last run has finished. */
export function retireRuleSet(old: RuleSet, successor: RuleSet | null): void {
  const retained = new Set<NodeInstance>()
  for (const { instance } of successor?.nodes.values() ?? []) if (instance) retained.add(instance)
  old.retired = []
  for (const { instance } of old.nodes.values()) if (instance && !retained.has(instance)) old.retired.push(instance)
  if (old.running === 0) disposeRetired(old)
}

export function disposeRetired(old: RuleSet): void {
  for (const instance of old.retired ?? []) instance.dispose()
  old.retired = []
}
