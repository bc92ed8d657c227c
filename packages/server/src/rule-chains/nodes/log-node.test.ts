import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { logNode } from './log-node.ts'
import { nodeMessage, relationsOf, runNode, scriptContext } from './node-testing.ts'

test('the text of the script goes to the log', async (t) => {
  const lines: unknown[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const context = scriptContext(t, { log })
  const { result } = await runNode(
    logNode,
    logNode.defaultConfiguration,
    nodeMessage({ metadata: { a: '1' } }),
    context,
  )
  assert.deepEqual(relationsOf(result), ['Success'])
  assert.deepEqual(lines, ['Message: {"temperature":21}\nMetadata: {"a":"1"}'])
  await assert.rejects(runNode(logNode, { jsScript: 'return {};' }, nodeMessage(), context), /must return text/)
})
