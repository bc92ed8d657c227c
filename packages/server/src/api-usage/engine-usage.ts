/** What rule chains used: the engine counts its nodes anyway, so their figures are read when the usage is stored. */

import type { UsageCounter } from '@sonde/model/api-usage/api-usage'

/** What is read of the chains in force. */
export interface CountedRules {
  readonly tenantId: string
  readonly nodes: ReadonlyMap<string, { readonly stats: { readonly processed: number } }>
}

/** Hands on what was processed since it was last called; a node that was removed meanwhile loses a few. */
export function createEngineUsage(ruleSets: () => Iterable<CountedRules>) {
  const seen = new WeakMap<object, number>()
  return (count: (tenantId: string, counter: UsageCounter, amount: number) => void): void => {
    for (const { tenantId, nodes } of ruleSets()) {
      let executions = 0
      for (const { stats } of nodes.values()) {
        executions += stats.processed - (seen.get(stats) ?? 0)
        seen.set(stats, stats.processed)
      }
      if (executions > 0) count(tenantId, 'ruleEngineExecutionCount', executions)
    }
  }
}
