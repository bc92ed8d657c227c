import type { RuleNodeProblem } from '@sonde/model/rule-chains/rule-chain'
import { expect, test } from 'vitest'
import { brokenNodes } from './node-problems.ts'

const problem = (id: string, message: string): RuleNodeProblem => ({
  ruleNodeId: { entityType: 'RULE_NODE', id },
  ruleNodeName: `Node ${id}`,
  field: null,
  message,
})

test('a node with several problems is listed once, with all reasons', () => {
  expect(brokenNodes([])).toEqual([])
  expect(brokenNodes([problem('a', 'One.'), problem('b', 'Two.'), problem('a', 'Three.')])).toEqual([
    { id: 'a', name: 'Node a', reasons: ['One.', 'Three.'] },
    { id: 'b', name: 'Node b', reasons: ['Two.'] },
  ])
})
