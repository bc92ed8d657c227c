/**
 * What is wrong with the nodes of a saved chain. Chains are saved and imported as they come, as on the wire; a node whose
 * configuration cannot work is not active, and this says beforehand which one and why.
 */

import type { RuleNodeProblem } from '@sonde/model/rule-chains/rule-chain'
import { settingProblems } from '@sonde/model/rule-nodes/node-settings'
import type { Scope } from '../access/scope.ts'
import { type RuleNodeType, unknownClass } from './engine/rule-node.ts'
import { nodeRegistry } from './node-registry.ts'
import type { RuleChainService } from './rule-chain-service.ts'

export interface ChainProblems {
  /** Every problem of a chain, in the order of its nodes and their settings. Throws 404. */
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
