import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageTypeSwitchNode } from './message-type-switch-node.ts'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'

test('types go by their label, unknown ones by Other', async () => {
  const label = async (type: string) =>
    relationsOf((await runNode(messageTypeSwitchNode, {}, nodeMessage({ type }))).result)
  assert.deepEqual(await label('POST_TELEMETRY_REQUEST'), ['Post telemetry'])
  assert.deepEqual(await label('RPC_CALL_FROM_SERVER_TO_DEVICE'), ['RPC Request to Device'])
  assert.deepEqual(await label('post_telemetry_request'), ['Other'])
  assert.deepEqual(await label('constructor'), ['Other'])
  assert.equal(messageTypeSwitchNode.relations.length, 30)
})
