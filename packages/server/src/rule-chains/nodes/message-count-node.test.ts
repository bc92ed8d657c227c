import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import { messageCountNode } from './message-count-node.ts'
import { ignoringOutcome, nodeContext, nodeMessage, nodeTestTenant } from './node-testing.ts'

test('messages end here; each interval sends their number on as telemetry of the tenant', async () => {
  const sent: [string, Message][] = []
  const timers: [number, () => void | Promise<void>][] = []
  let nowMs = 1_000
  const node = messageCountNode.create(
    { interval: 2, telemetryPrefix: 'n' },
    nodeContext({
      clock: { nowMs: () => nowMs },
      every: (ms, work) => void timers.push([ms, work]),
      sendLater: (relation, message) => void sent.push([relation, message]),
    }),
  )
  await node.start?.()
  const [interval] = timers
  assert.equal(interval?.[0], 2_000)
  for (let i = 0; i < 3; i++) assert.equal(node.process(nodeMessage(), ignoringOutcome), null)
  nowMs = 3_050
  await interval?.[1]()
  nowMs = 5_000
  await interval?.[1]()
  assert.deepEqual(
    sent.map(([relation, { type, originator, data, metadata }]) => [relation, type, originator, data, metadata]),
    [3, 0].map((count, at) => [
      'Success',
      'POST_TELEMETRY_REQUEST',
      entityId('TENANT', nodeTestTenant),
      `{"n_server":${count}}`,
      { delta: String([2_050, 1_950][at]) },
    ]),
  )
})
