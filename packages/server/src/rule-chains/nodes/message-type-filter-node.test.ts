import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageTypeFilterNode } from './message-type-filter-node.ts'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'

test('types in the list go on by True, all others by False; case counts', async () => {
  const configuration = { messageTypes: ['POST_TELEMETRY_REQUEST', 'Own'] }
  for (const [type, relation] of [
    ['POST_TELEMETRY_REQUEST', 'True'],
    ['Own', 'True'],
    ['own', 'False'],
    ['POST_ATTRIBUTES_REQUEST', 'False'],
  ] as const) {
    const { result } = await runNode(messageTypeFilterNode, configuration, nodeMessage({ type }))
    assert.deepEqual(relationsOf(result), [relation], type)
  }
})

test('a configuration without a list of texts does not start', async () => {
  for (const configuration of [{}, { messageTypes: 'x' }, { messageTypes: [1] }]) {
    await assert.rejects(runNode(messageTypeFilterNode, configuration, nodeMessage()), /messageTypes/)
  }
})
