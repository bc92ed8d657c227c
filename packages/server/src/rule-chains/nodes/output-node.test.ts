import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeMessage, runNode } from './node-testing.ts'
import { outputNode } from './output-node.ts'

test('a message leaves its chain', async () => {
  assert.deepEqual((await runNode(outputNode, {}, nodeMessage())).result, { kind: 'leave' })
})
