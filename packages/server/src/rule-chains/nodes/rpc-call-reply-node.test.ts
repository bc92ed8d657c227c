import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import { nodeContext, nodeMessage, relationsOf, runNode } from './node-testing.ts'
import { rpcCallReplyNode } from './rpc-call-reply-node.ts'

const ids = { serviceId: 's', sessionId: 'session', requestId: '7' }

async function reply(change: Partial<Message>, configuration: unknown = {}) {
  const replies: unknown[] = []
  const context = nodeContext({
    deviceCalls: {
      call: () => Promise.reject(new Error('nobody is called')),
      reply: (...answer) => replies.push(answer) > 1,
    },
  })
  const { result } = await runNode(rpcCallReplyNode, configuration, nodeMessage(change), context)
  return { relations: relationsOf(result), replies }
}

test('the data goes to the session that asked; a session that is gone is no failure', async () => {
  assert.deepEqual(await reply({ metadata: ids, data: '{"a":1}' }), {
    relations: ['Success'],
    replies: [['session', 7, '{"a":1}']],
  })
  const renamed = { ...ids, requestId: 'x', call: '9' }
  const { replies } = await reply({ metadata: renamed }, { requestIdMetaDataAttribute: 'call' })
  assert.deepEqual(replies, [['session', 9, '{"temperature":21.0}']])
})

test('without ids, data or a device it fails', async () => {
  const changes: Partial<Message>[] = [
    { metadata: { ...ids, requestId: '' } },
    { metadata: { ...ids, requestId: '1.5' } },
    { metadata: { ...ids, sessionId: '' } },
    { metadata: { ...ids, serviceId: '' } },
    { metadata: ids, data: '' },
    { metadata: ids, originator: entityId('ASSET', '11111111-1111-1111-1111-111111111111') },
  ]
  for (const change of changes) assert.deepEqual(await reply(change), { relations: ['Failure'], replies: [] })
})
