import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsSwitchNode } from './js-switch-node.ts'
import { nodeMessage, relationsOf, runNode, scriptContext } from './node-testing.ts'

test('every label once; none ends the message', async (t) => {
  const context = scriptContext(t)
  const run = async (jsScript: string) =>
    relationsOf((await runNode(jsSwitchNode, { jsScript }, nodeMessage(), context)).result)
  assert.deepEqual(await run("return 'a';"), [['a']])
  assert.deepEqual(await run("return ['b', 'a', 'b'];"), [['b', 'a']])
  assert.deepEqual(await run('return [];'), [[]])
  await assert.rejects(run('return 5;'), /text or a list/)
  assert.deepEqual(await run(String(jsSwitchNode.defaultConfiguration.jsScript)), [['warm']])
})
