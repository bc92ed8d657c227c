import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acknowledgeNode } from './acknowledge-node.ts'
import { checkpointNode } from './checkpoint-node.ts'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'
import { synchronizationBeginNode } from './synchronization-begin-node.ts'
import { synchronizationEndNode } from './synchronization-end-node.ts'

test('acknowledge passes messages on, and its debug events show that', async () => {
  assert.deepEqual(relationsOf((await runNode(acknowledgeNode, {}, nodeMessage())).result), ['ACK', 'Success'])
})

test('synchronization nodes pass messages on', async () => {
  for (const type of [synchronizationBeginNode, synchronizationEndNode]) {
    assert.deepEqual(relationsOf((await runNode(type, {}, nodeMessage())).result), ['Success'])
  }
})

test('a checkpoint names the queue from here on; an unknown one is no failure', async () => {
  for (const queueName of ['HighPriority', 'Nope']) {
    const { result } = await runNode(checkpointNode, { queueName }, nodeMessage())
    assert.deepEqual(relationsOf(result), ['ACK', 'Success'])
    assert.ok(Array.isArray(result))
    assert.equal(result[1]?.message?.queueName, queueName)
  }
})
