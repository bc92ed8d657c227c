/** Counts the usage of rule chains: the engine counts node executions anyway, so they are read when usage is stored. */

import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import { entityId } from '@sonde/model/ids'
import type { Causers } from '../limits/causers.ts'

/** Fields of the active rule chains that are read. */
export interface CountedRules {
  readonly tenantId: string
  readonly nodes: ReadonlyMap<
    string,
    { readonly chain: { readonly id: string }; readonly stats: { readonly processed: number } }
  >
}

/** Reports the executions since the previous call. Executions of a node that was removed since then are lost. */
export function createEngineUsage(ruleSets: () => Iterable<CountedRules>, causers?: Pick<Causers, 'add'>) {
  const seen = new WeakMap<object, number>()
  return (count: (tenantId: string, counter: UsageCounter, amount: number) => void): void => {
    for (const { tenantId, nodes } of ruleSets()) {
      const byChain = new Map<string, number>()
      for (const { stats, chain } of nodes.values()) {
        const executions = stats.processed - (seen.get(stats) ?? 0)
        seen.set(stats, stats.processed)
        if (executions > 0) byChain.set(chain.id, (byChain.get(chain.id) ?? 0) + executions)
      }
      let total = 0
      for (const [chainId, executions] of byChain) {
        total += executions
        causers?.add(tenantId, 'maxREExecutions', entityId('RULE_CHAIN', chainId), executions)
      }
      if (total > 0) count(tenantId, 'ruleEngineExecutionCount', total)
    }
  }
}
