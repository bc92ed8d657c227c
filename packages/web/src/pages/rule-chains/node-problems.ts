/** Nodes of a rule chain that can't run, with the reasons. */

import type { RuleNodeProblem } from '@sonde/model/rule-chains/rule-chain'

export interface BrokenNode {
  readonly id: string
  readonly name: string
  /** Sentences with the reason and the fix. */
  readonly reasons: readonly string[]
}

/** Groups problems by node; keeps their order. */
export function brokenNodes(problems: readonly RuleNodeProblem[]): readonly BrokenNode[] {
  const nodes = new Map<string, { id: string; name: string; reasons: string[] }>()
  for (const {
    ruleNodeId: { id },
    ruleNodeName: name,
    message,
  } of problems) {
    const node = nodes.get(id)
    if (node) node.reasons.push(message)
    else nodes.set(id, { id, name, reasons: [message] })
  }
  return [...nodes.values()]
}
