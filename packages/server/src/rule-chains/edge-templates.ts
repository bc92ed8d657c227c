/**
 * Rule chains for edges: the template for the root chain of new edges, and the chains assigned to new edges in
 * addition.
 *
 * Edge chains don't run on this server. Auto-assigned chains are stored as relations of the tenant.
 */

import { badRequest } from '@sonde/model/errors'
import type { RuleChain } from '@sonde/model/rule-chains/rule-chain'
import type { Scope } from '../access/scope.ts'
import type { Commit } from '../journal/commit.ts'
import { type RuleChainService, ruleChainChange } from './rule-chain-service.ts'
import type { RuleChainStore } from './rule-chain-store.ts'

export interface EdgeTemplateDeps {
  readonly ruleChains: Pick<RuleChainService, 'getFor' | 'makeRoot'>
  readonly store: Pick<RuleChainStore, 'autoAssigned' | 'setAutoAssign'>
  readonly commit: Commit
}

export type EdgeTemplates = ReturnType<typeof createEdgeTemplates>

export function createEdgeTemplates({ ruleChains, store, commit }: EdgeTemplateDeps) {
  async function edgeChain(scope: Scope, id: string): Promise<RuleChain> {
    const chain = await ruleChains.getFor(scope, 'WRITE', id)
    if (chain.type !== 'EDGE') throw badRequest(`"${chain.name}" isn’t an edge rule chain.`)
    return chain
  }

  /** Makes this chain the root chain of new edges. */
  async function makeTemplateRoot(scope: Scope, id: string): Promise<RuleChain> {
    await edgeChain(scope, id)
    return ruleChains.makeRoot(scope, id)
  }

  /** Adds the chain to those assigned to new edges, or removes it. Existing edges don't change. */
  async function setAutoAssign(scope: Scope, id: string, isAssigned: boolean): Promise<RuleChain> {
    const chain = await edgeChain(scope, id)
    await commit({
      statements: [store.setAutoAssign(chain, isAssigned)],
      changes: [ruleChainChange('updated', chain)],
      audit: [{ action: 'UPDATED', entity: chain.id, data: { entityId: chain.id.id } }],
    })
    return chain
  }

  /** Chains assigned to new edges in addition to the root, ordered by name. */
  const autoAssigned = (scope: Scope): Promise<RuleChain[]> => store.autoAssigned(scope.tenantId)

  return { makeTemplateRoot, setAutoAssign, autoAssigned }
}
