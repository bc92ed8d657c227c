import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeContext, nodeMessage, runNode } from './node-testing.ts'
import { ruleChainNode } from './rule-chain-node.ts'

test('a message enters the configured chain', async () => {
  const ruleChainId = '33333333-3333-3333-3333-33333333333A'
  const { result } = await runNode(ruleChainNode, { ruleChainId }, nodeMessage())
  assert.deepEqual(result, { kind: 'enter', ruleChainId: ruleChainId.toLowerCase() })
})

test('without a chain the node does not start', () => {
  for (const ruleChainId of [null, '', 'x']) {
    assert.throws(() => ruleChainNode.create({ ruleChainId }, nodeContext()), /Choose the rule chain/)
  }
})
