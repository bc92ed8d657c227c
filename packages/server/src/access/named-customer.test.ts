import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPlatform } from '../platform-testing.ts'

test('a customer that does not exist, or is another tenant’s, is a fault of the body', async (t) => {
  const { tenant, call } = await startTestPlatform(t)
  const { token } = await tenant({})
  const stranger = await tenant({}, 'admin@bolt.example')
  const { body: foreign } = await call('POST', '/api/customer', stranger.token, { title: 'Guests' })
  const unknown = { entityType: 'CUSTOMER', id: '00000000-0000-0000-0000-000000000001' }
  const texts = new Set<string>()
  for (const customerId of [unknown, foreign.id]) {
    for (const [path, body] of Object.entries({
      device: { name: 'p', type: 'default' },
      asset: { name: 'p', type: 'default' },
      'user?sendActivationMail=false': { authority: 'CUSTOMER_USER', email: 'p@acme.example' },
    })) {
      const answer = await call<{ errorCode: number; message: string }>('POST', `/api/${path}`, token, {
        ...body,
        customerId,
      })
      assert.deepEqual([answer.status, answer.body.errorCode], [400, 31], path)
      texts.add(answer.body.message)
    }
  }
  assert.equal(texts.size, 1, 'who asks does not learn which customers others have')
})
