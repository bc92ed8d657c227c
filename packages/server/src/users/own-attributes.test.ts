import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPlatform } from '../platform-testing.ts'

test('a user of a customer reads the attributes of the own account, and of no other', async (t) => {
  const { tenant, call, user } = await startTestPlatform(t)
  const { token } = await tenant({})
  const { body: customer } = await call('POST', '/api/customer', token, { title: 'Guests' })
  const make = (email: string) => user(token, { authority: 'CUSTOMER_USER', email, customerId: customer.id })
  const [me, other] = [await make('a@acme.example'), await make('b@acme.example')]
  const path = (id: string) => `/api/plugins/telemetry/USER/${id}`
  assert.equal((await call('POST', `${path(me.id)}/SERVER_SCOPE`, token, { floor: 3 })).status, 200)
  const read = (id: string) => call<{ key: string }[]>('GET', `${path(id)}/values/attributes`, me.token)
  assert.deepEqual(
    (await read(me.id)).body.map(({ key }) => key),
    ['floor'],
  )
  assert.equal((await read(other.id)).status, 403)
  assert.equal((await call('POST', `${path(me.id)}/SERVER_SCOPE`, me.token, { floor: 4 })).status, 403)
})
