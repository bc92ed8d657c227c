import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import type { NodeEntities } from '../node-entities.ts'
import { generatorNode } from './generator-node.ts'
import { ignoringOutcome, nodeMessage, noEntities, relationsOf, scriptContext } from './node-testing.ts'

const counting =
  "return {msg: {n: (prevMsg.n || 0) + 1}, metadata: {before: prevMsgType || 'none'}, msgType: 'POST_TELEMETRY_REQUEST'};"
const device = '44444444-4444-4444-4444-444444444444'

async function started(t: TestContext, configuration: object, entities: Partial<NodeEntities> = {}) {
  const sent: { relation: string; message: Message; error?: string | undefined }[] = []
  const timers: (() => void | Promise<void>)[] = []
  const node = generatorNode.create(
    { jsScript: counting, ...configuration },
    scriptContext(t, {
      every: (_, work) => void timers.push(work),
      sendLater: (relation, message, error) => void sent.push({ relation, message, error }),
      entities: { ...noEntities, ...entities },
    }),
  )
  await node.start?.()
  return {
    sent,
    node,
    async tick(times = 1) {
      for (let i = 0; i < times; i++) for (const work of timers) await work()
    },
  }
}

test('each period the script makes a message from the one before, as many as are wanted', async (t) => {
  const { sent, tick } = await started(t, { msgCount: 2 })
  await tick(4)
  assert.deepEqual(
    sent.map(({ relation, message }) => [relation, message.type, message.data, message.metadata]),
    [
      ['Success', 'POST_TELEMETRY_REQUEST', '{"n":1}', { before: 'none' }],
      ['Success', 'POST_TELEMETRY_REQUEST', '{"n":2}', { before: 'POST_TELEMETRY_REQUEST' }],
    ],
  )
  assert.deepEqual(sent[0]?.message.originator, entityId('RULE_NODE', NIL_UUID))
})

test('the originator is an entity of the tenant: of another one, or of none, nothing is sent', async (t) => {
  const ofDevice = { originatorType: 'DEVICE', originatorId: device }
  const own = await started(t, ofDevice, { exists: async () => true, customerOf: async () => 'customer' })
  await own.tick()
  assert.deepEqual(own.sent[0]?.message.originator, entityId('DEVICE', device))
  assert.equal(own.sent[0]?.message.customerId, 'customer')
  const foreign = await started(t, ofDevice)
  await foreign.tick(2)
  assert.deepEqual(foreign.sent, [])
  const node = await started(t, { originatorType: 'RULE_NODE', originatorId: device })
  await node.tick()
  assert.deepEqual(node.sent, [])
  await assert.rejects(started(t, { originatorType: 'PUMP', originatorId: device }), /Choose one, or none/)
})

test('a script that fails says why by Failure, and the next period tries again', async (t) => {
  const { sent, tick } = await started(t, { jsScript: 'return msg.a;' })
  await tick(2)
  assert.deepEqual(
    sent.map(({ relation }) => relation),
    ['Failure', 'Failure'],
  )
  assert.match(String(sent[0]?.error), /msg/)
  await assert.rejects(started(t, { jsScript: 'return (;' }))
})

test('messages that come to it fail', async (t) => {
  const { node } = await started(t, {})
  const result = await node.process(nodeMessage(), ignoringOutcome)
  assert.deepEqual(relationsOf(result), ['Failure'])
})
