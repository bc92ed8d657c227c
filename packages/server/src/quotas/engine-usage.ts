/** What rule chains used: the engine counts its nodes anyway, so their figures are read when the usage is stored. */

import type { UsageCounter } from './usage-features.ts'

/** What is read of the chains in force. */
export interface CountedRules {
  readonly tenantId: string
  readonly nodes: ReadonlyMap<string, { readonly type: string; readonly stats: { readonly processed: number } }>
}

/** Classes of nodes that run a script with every message: `TbJsFilterNode`, `TbTransformMsgNode` … */
const scriptNode = /\.Tb(Js\w+|TransformMsg|Log|MsgGenerator)Node$/

/** Hands on what was processed since it was last called; a chain that was replaced meanwhile loses a few. */
export function createEngineUsage(ruleSets: () => Iterable<CountedRules>) {
  const seen = new WeakMap<object, number>()
  return (count: (tenantId: string, counter: UsageCounter, amount: number) => void): void => {
    for (const { tenantId, nodes } of ruleSets()) {
      let executions = 0
      let scripts = 0
      for (const { type, stats } of nodes.values()) {
        const added = stats.processed - (seen.get(stats) ?? 0)
        seen.set(stats, stats.processed)
        executions += added
        if (scriptNode.test(type)) scripts += added
      }
      if (executions > 0) count(tenantId, 'ruleEngineExecutionCount', executions)
      if (scripts > 0) count(tenantId, 'jsExecutionCount', scripts)
    }
  }
}
