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

test('secrets of the message stay out of the log, wherever the script puts them', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const secrets = { provisionDeviceKey: 'key-7', provisionDeviceSecret: 'secret-7' }
  const message = nodeMessage({ data: JSON.stringify({ deviceName: 'Pump', credentials: secrets }) })
  const jsScript =
    "return JSON.stringify(msg) + ' of ' + msg.deviceName + ' with ' + msg.credentials.provisionDeviceKey;"
  await runNode(logNode, { jsScript }, message, scriptContext(t, { log }))
  assert.deepEqual(lines, [
    '{"deviceName":"Pump","credentials":{"provisionDeviceKey":"***","provisionDeviceSecret":"***"}} of Pump with ***',
  ])
})
