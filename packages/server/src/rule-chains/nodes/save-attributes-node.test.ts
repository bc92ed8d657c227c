import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../../messages/message.ts'
import { nodeContext, nodeMessage, relationsOf, runNode } from './node-testing.ts'
import { saveAttributesNode } from './save-attributes-node.ts'

const save = (change: Partial<Message>, configuration: unknown = {}) =>
  runNode(saveAttributesNode, configuration, nodeMessage({ type: 'POST_ATTRIBUTES_REQUEST', ...change }))

test('values become attributes of the configured scope, whatever the metadata says', async () => {
  const { result, attributes } = await save(
    { data: '{"a":1,"b":"x"}', metadata: { scope: 'SHARED_SCOPE' } },
    { scope: 'CLIENT_SCOPE' },
  )
  assert.deepEqual(relationsOf(result), ['Success'])
  assert.deepEqual(
    attributes.map(({ scope, key, value }) => [scope, key, value?.value]),
    [
      ['CLIENT_SCOPE', 'a', 1],
      ['CLIENT_SCOPE', 'b', 'x'],
    ],
  )
})

test('the device hears of it when node or metadata do not forbid it', async () => {
  const notifies = async (notifyDevice: unknown, metadata: Record<string, string>) =>
    (await save({ data: '{"a":1}', metadata }, { notifyDevice })).attributes[0]?.notifyDevice
  assert.equal(await notifies(null, { notifyDevice: 'false' }), true)
  assert.equal(await notifies('true', { notifyDevice: 'false' }), true)
  assert.equal(await notifies('false', { notifyDevice: 'false' }), false)
  assert.equal(await notifies(false, { notifyDevice: 'true' }), true)
  assert.equal(await notifies(false, {}), true)
})

test('an empty object is fine; nulls, lists and other types fail', async () => {
  assert.deepEqual(relationsOf((await save({ data: '{}' })).result), ['Success'])
  for (const data of ['{"a":null}', '[{"a":1}]', 'x']) await assert.rejects(save({ data }))
  assert.deepEqual(relationsOf((await save({ type: 'POST_TELEMETRY_REQUEST' })).result), ['Failure'])
})

test('an unknown scope is refused at the start', () => {
  assert.throws(() => saveAttributesNode.create({ scope: 'ANY' }, nodeContext()), /scope "ANY" is unknown/)
})
