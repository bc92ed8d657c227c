import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Emission } from '../engine/rule-node.ts'
import { nodeMessage, runNode, scriptContext } from './node-testing.ts'
import { transformMessageNode } from './transform-message-node.ts'

test('one message or several, each with what the script left out', async (t) => {
  const context = scriptContext(t)
  const message = nodeMessage({ data: '{"n":1}', metadata: { a: '1' } })
  const run = async (jsScript: string) => {
    const { result } = await runNode(transformMessageNode, { jsScript }, message, context)
    return [result as Emission | readonly Emission[]]
      .flat()
      .map(({ message }) => [message?.data, message?.metadata, message?.type])
  }
  assert.deepEqual(await run('msg.n++; return {msg: msg};'), [['{"n":2}', { a: '1' }, message.type]])
  assert.deepEqual(await run("return [{msg: 1, metadata: {b: 2}}, {msgType: 'X'}];"), [
    ['1', { b: '2' }, message.type],
    ['{"n":1}', { a: '1' }, 'X'],
  ])
  await assert.rejects(run('return [];'), /empty list/)
  await assert.rejects(run('return null;'), /must return/)
  assert.equal((await run('return Array(3).fill({});')).length, 3)
  await assert.rejects(run('return Array(4).fill({});'), /Messages returned per script call: the limit is 3\./)
})
