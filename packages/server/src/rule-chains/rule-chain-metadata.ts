/**
 * Validates the nodes and links of a chain that a client sends, and assigns node IDs: existing or new ones.
 *
 * Links to chains in the old wire format (`ruleChainConnections`) become a `rule chain` node with a link to it.
 */

import { badRequest } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import {
  type RuleChain,
  type RuleChainConnection,
  type RuleChainMetadataInput,
  type RuleLink,
  type RuleNode,
  type RuleNodeInput,
  ruleLinksMax,
  ruleNodesMax,
} from '@sonde/model/rule-chains/rule-chain'
import { findCycle } from '@sonde/model/rule-chains/rule-links'
import { newId } from '../ids.ts'
import { outputNode } from './nodes/output-node.ts'
import { ruleChainNode } from './nodes/rule-chain-node.ts'

export interface ChainContent {
  /** The chain, with its first node. */
  readonly chain: RuleChain
  readonly nodes: readonly RuleNode[]
  readonly links: readonly RuleLink[]
}

export interface ContentDeps {
  /** Current nodes of the chain, by ID in lower case. */
  readonly known: ReadonlyMap<string, RuleNode>
  /** Names by ID of the chains that `ruleChainConnections` can refer to. */
  readonly chainNames: ReadonlyMap<string, string>
  readonly nowMs: number
}

/** Throws 400 for cycles, links to nonexistent nodes, and too many nodes or links. */
export function chainContent(
  chain: RuleChain,
  input: RuleChainMetadataInput,
  { known, chainNames, nowMs }: ContentDeps,
): ChainContent {
  const firstIndex = input.firstNodeIndex ?? null
  const given = input.nodes ?? []
  const calls = input.ruleChainConnections ?? []
  const inputs = [...given, ...calls.map((call) => callNode(call, chainNames))]
  const links = [
    ...(input.connections ?? []),
    ...calls.map(({ fromIndex, type }, i): RuleLink => ({ fromIndex, toIndex: given.length + i, type })),
  ]
  checkContent(inputs, links, firstIndex)
  const left = new Map(known)
  const nodes = inputs.map((node): RuleNode => {
    const before = node.id ? left.get(node.id.id.toLowerCase()) : undefined
    // If the input contains the same ID twice, only the first node keeps it.
    if (before) left.delete(before.id.id)
    return {
      id: before?.id ?? entityId('RULE_NODE', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      ruleChainId: chain.id,
      type: node.type,
      name: node.name,
      debugMode: node.debugMode ?? false,
      configuration: node.configuration ?? {},
      additionalInfo: node.additionalInfo ?? null,
    }
  })
  const first = firstIndex === null || firstIndex < 0 ? undefined : nodes[firstIndex]
  return { chain: { ...chain, firstRuleNodeId: first?.id ?? null }, nodes, links }
}

function callNode(
  { targetRuleChainId, additionalInfo }: RuleChainConnection,
  chainNames: ReadonlyMap<string, string>,
): RuleNodeInput {
  const ruleChainId = targetRuleChainId.id.toLowerCase()
  const { description: _, ruleChainNodeId: __, ...layout } = (additionalInfo ?? {}) as Record<string, unknown>
  return {
    type: ruleChainNode.clazz,
    name: chainNames.get(ruleChainId) ?? 'Rule Chain Input',
    configuration: { ruleChainId },
    additionalInfo: layout,
  }
}

function checkContent(nodes: readonly RuleNodeInput[], links: readonly RuleLink[], firstIndex: number | null) {
  if (nodes.length > ruleNodesMax) throw badRequest(`A rule chain has at most ${ruleNodesMax} nodes.`)
  if (links.length > ruleLinksMax) throw badRequest(`A rule chain has at most ${ruleLinksMax} links.`)
  if (firstIndex !== null && firstIndex >= nodes.length) {
    throw badRequest(`firstNodeIndex is ${firstIndex}, but there are ${nodes.length} nodes.`)
  }
  const astray = links.find(({ fromIndex, toIndex }) => fromIndex >= nodes.length || toIndex >= nodes.length)
  if (astray) {
    throw badRequest(`A link goes from ${astray.fromIndex} to ${astray.toIndex}, but there are ${nodes.length} nodes.`)
  }
  const circle = findCycle(nodes.length, links)
  if (!circle) return
  const names = circle.map((i) => `"${nodes[i]?.name}"`)
  throw badRequest(
    names.length === 1
      ? `The node ${names[0]} is linked to itself. Remove the link.`
      : `The nodes ${names.join(', ')} are linked in a loop. Remove a link.`,
  )
}

/** The `output` nodes, at which a message returns to the calling chain. */
export const outputsOf = (nodes: readonly RuleNode[]): readonly RuleNode[] =>
  nodes.filter(({ type }) => type === outputNode.clazz)

export interface RenamedOutput {
  readonly from: string
  readonly to: string
}

/** Renamed outputs. Omits ambiguous ones: names that two outputs had, and names that are still in use. */
export function renamedOutputs(before: readonly RuleNode[], after: readonly RuleNode[]): RenamedOutput[] {
  const named = new Map(outputsOf(after).map((node) => [node.id.id, node.name]))
  const names = new Set(named.values())
  const targets = new Map<string, Set<string>>()
  for (const { id, name } of outputsOf(before)) {
    const to = named.get(id.id)
    if (to === undefined) continue
    targets.set(name, (targets.get(name) ?? new Set()).add(to))
  }
  return [...targets].flatMap(([from, to]) => {
    const [only] = to
    return to.size !== 1 || only === undefined || only === from || names.has(from) ? [] : [{ from, to: only }]
  })
}
