import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsFilterNode } from './js-filter-node.ts'
import { nodeContext, nodeMessage, relationsOf, runNode, scriptContext } from './node-testing.ts'

test('the script says True or False; anything else fails', async (t) => {
  const context = scriptContext(t)
  const run = async (jsScript: string) =>
    relationsOf((await runNode(jsFilterNode, { jsScript }, nodeMessage(), context)).result)
  assert.deepEqual(await run('return msg.temperature === 21 && metadata.deviceName === "D";'), ['True'])
  assert.deepEqual(await run('return msgType === "x";'), ['False'])
  await assert.rejects(run('return 1;'), /true or false/)
  await assert.rejects(run('return {;'), /SyntaxError/)
})

test('a node without script does not start', () => {
  assert.throws(() => jsFilterNode.create({ jsScript: ' ' }, nodeContext()), /no script/)
})
