/**
 * Rule chains for edges: the template that new edges get as their root, and those that they get beside it.
 *
 * They do not run here. Which ones new edges get is kept as relations of the tenant.
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

  /** New edges get this chain as their root. */
  async function makeTemplateRoot(scope: Scope, id: string): Promise<RuleChain> {
    await edgeChain(scope, id)
    return ruleChains.makeRoot(scope, id)
  }

  /** New edges get this chain, or no longer. Those that exist stay as they are. */
  async function setAutoAssign(scope: Scope, id: string, isAssigned: boolean): Promise<RuleChain> {
    const chain = await edgeChain(scope, id)
    await commit({
      statements: [store.setAutoAssign(chain, isAssigned)],
      changes: [ruleChainChange('updated', chain)],
      audit: [{ action: 'UPDATED', entity: chain.id, data: { entityId: chain.id.id } }],
    })
    return chain
  }

  /** Chains that new edges get beside the root, by name. */
  const autoAssigned = (scope: Scope): Promise<RuleChain[]> => store.autoAssigned(scope.tenantId)

  return { makeTemplateRoot, setAutoAssign, autoAssigned }
}
