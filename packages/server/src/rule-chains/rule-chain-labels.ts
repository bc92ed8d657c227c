/**
 * Output labels of a chain (the names of its `output` nodes) and the callers whose links use them.
 *
 * Links behind a node that calls a chain are labeled with the chain's output names; renaming an output renames those
 * links.
 */

import type { RuleChainLabels } from '@sonde/model/rule-chains/rule-chain'
import type { Scope } from '../access/scope.ts'
import { compareTexts } from '../storage/text-search.ts'
import { outputsOf } from './rule-chain-metadata.ts'
import type { RuleChainService } from './rule-chain-service.ts'
import type { RuleChainStore } from './rule-chain-store.ts'

export interface RuleChainLabelDeps {
  readonly ruleChains: Pick<RuleChainService, 'getMetadata' | 'get'>
  readonly store: Pick<RuleChainStore, 'callers'>
}

export type RuleChainLabelling = ReturnType<typeof createRuleChainLabels>

export function createRuleChainLabels({ ruleChains, store }: RuleChainLabelDeps) {
  /** Names of the chain's outputs, sorted. */
  async function outputs(scope: Scope, id: string): Promise<string[]> {
    const { nodes } = await ruleChains.getMetadata(scope, id)
    return [...new Set(outputsOf(nodes).map(({ name }) => name))].sort(compareTexts)
  }

  /** Nodes that call the chain, with the labels of their links, ordered by chain name and node name. */
  async function usage(scope: Scope, id: string): Promise<RuleChainLabels[]> {
    const { tenantId } = await ruleChains.get(scope, id)
    const callers = await store.callers(tenantId.id, id.toLowerCase())
    return callers
      .map(({ chain, node, labels }) => ({
        ruleChainId: chain.id,
        ruleNodeId: node.id,
        ruleChainName: chain.name,
        ruleNodeName: node.name,
        labels: [...new Set(labels)].sort(compareTexts),
      }))
      .sort((a, b) => compareTexts(a.ruleChainName, b.ruleChainName) || compareTexts(a.ruleNodeName, b.ruleNodeName))
  }

  return { outputs, usage }
}
