import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import type { CallOutcome, DeviceCall } from '../../rpc/device-calls.ts'
import { nodeContext, nodeMessage, relationsOf, runNode } from './node-testing.ts'
import { rpcCallRequestNode } from './rpc-call-request-node.ts'

async function call(change: Partial<Message>, outcome: CallOutcome | Error = { kind: 'sent' }) {
  const calls: DeviceCall[] = []
  const sent: [string, string][] = []
  const context = nodeContext({
    deviceCalls: {
      call: async (made) => {
        calls.push(made)
        if (outcome instanceof Error) throw outcome
        return outcome
      },
      reply: () => false,
    },
    sendLater: (relation, message) => sent.push([relation, message.data]),
  })
  const { result } = await runNode(rpcCallRequestNode, { timeoutInSeconds: 2 }, nodeMessage(change), context)
  await new Promise((resolve) => setImmediate(resolve))
  return { result, calls, sent }
}

test('a call of the server keeps its id, time and manner', async () => {
  const metadata = { requestUUID: 'id', oneway: 'true', persistent: 'true', retries: '3', expirationTime: '5000' }
  const { result, calls } = await call({
    data: '{"method":"go","params":"{\\"a\\":1}","additionalInfo":{"x":1}}',
    metadata,
  })
  assert.equal(result, null)
  assert.deepEqual(calls, [
    {
      tenantId: '22222222-2222-2222-2222-222222222222',
      deviceId: '11111111-1111-1111-1111-111111111111',
      requestId: 'id',
      method: 'go',
      params: '{"a":1}',
      oneway: true,
      persistent: true,
      retries: 3,
      expirationTime: 5_000,
      additionalInfo: '{"x":1}',
    },
  ])
})

test('a call made by a chain gets an id and the time of the node', async () => {
  const { calls } = await call({ data: '{"method":"go","params":[1]}', metadata: {} })
  assert.deepEqual(
    calls.map(({ requestId, params, oneway, retries, expirationTime }) => [
      requestId,
      params,
      oneway,
      retries,
      expirationTime,
    ]),
    [['new', '[1]', false, null, 1_002_000]],
  )
})

test('how the call ended goes on later', async () => {
  const data = '{"method":"go","params":{}}'
  const sent = async (outcome: CallOutcome | Error) => (await call({ data }, outcome)).sent
  assert.deepEqual(await sent({ kind: 'answered', response: '{"ok":true}' }), [['Success', '{"ok":true}']])
  assert.deepEqual(await sent({ kind: 'answered', response: '' }), [['Success', '{}']])
  assert.deepEqual(await sent({ kind: 'sent' }), [['Success', '{}']])
  assert.deepEqual(await sent({ kind: 'failed', error: 'TIMEOUT' }), [['Failure', '{"error":"TIMEOUT"}']])
  assert.deepEqual(await sent(new Error('x')), [['Failure', '{"error":"INTERNAL"}']])
})

test('what is no call fails', async () => {
  for (const data of ['{"params":1}', '{"method":"go"}', '5']) {
    const { result, calls } = await call({ data })
    assert.deepEqual([relationsOf(result), calls.length], [['Failure'], 0])
  }
  await assert.rejects(call({ data: 'x' }))
  const asset = entityId('ASSET', '11111111-1111-1111-1111-111111111111')
  assert.deepEqual(relationsOf((await call({ originator: asset })).result), ['Failure'])
})
