/**
 * Configuration problems of the nodes of a saved chain. Saving and importing don't validate node configurations (as in
 * the wire API), so a node with an unusable configuration stays inactive. This check names those nodes and the reasons.
 */

import type { RuleNodeProblem } from '@sonde/model/rule-chains/rule-chain'
import { settingProblems } from '@sonde/model/rule-nodes/node-settings'
import type { Scope } from '../access/scope.ts'
import { type RuleNodeType, unknownClass } from './engine/rule-node.ts'
import { nodeRegistry } from './node-registry.ts'
import type { RuleChainService } from './rule-chain-service.ts'

export interface ChainProblems {
  /** All problems of a chain, ordered by node and setting. Throws 404. */
  of(scope: Scope, ruleChainId: string): Promise<readonly RuleNodeProblem[]>
}

export interface ChainProblemsDeps {
  readonly ruleChains: Pick<RuleChainService, 'getMetadata'>
  readonly registry?: ReadonlyMap<string, RuleNodeType>
}

export function createChainProblems({ ruleChains, registry = nodeRegistry }: ChainProblemsDeps): ChainProblems {
  return {
    async of(scope, ruleChainId) {
      const { nodes } = await ruleChains.getMetadata(scope, ruleChainId)
      return nodes.flatMap(({ id, name, type, configuration }) => {
        const existing = registry.get(type)
        const problems = existing
          ? settingProblems(existing.settings, configuration)
          : [{ field: null, message: unknownClass(type) }]
        return problems.map((problem): RuleNodeProblem => ({ ruleNodeId: id, ruleNodeName: name, ...problem }))
      })
    },
  }
}
