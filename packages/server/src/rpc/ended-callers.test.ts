/** RPC calls whose caller has lost the permission by the time the device responds, in a complete server. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { connectAsync } from 'mqtt'
import { startTestPlatform } from '../platform-testing.ts'

/** A customer user with a two-way call that has reached the device. */
async function openWorld(t: TestContext, family: string) {
  const { call, tenant, user, mqttUrl } = await startTestPlatform(t)
  const { token, device, accessToken } = await tenant({})
  const { body: customer } = await call('POST', '/api/customer', token, { title: 'C' })
  await call('POST', `/api/customer/${customer.id.id}/device/${device.id.id}`, token)
  const member = await user(token, { authority: 'CUSTOMER_USER', customerId: customer.id, email: 'c@customer.example' })
  const client = await connectAsync(mqttUrl, { username: accessToken, reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  await client.subscribeAsync('v1/devices/me/rpc/request/+')
  const requested = new Promise<string>((resolve) => client.once('message', resolve))
  const answer = call<{ errorCode?: number }>('POST', `${family}/twoway/${device.id.id}`, member.token, {
    method: 'read',
    params: {},
    timeout: 60_000,
  })
  const topic = await requested
  const respond = () => client.publishAsync(topic.replace('request', 'response'), '{"secret":1}', { qos: 1 })
  return { call, token, device, member, answer, respond }
}

for (const family of ['/api/rpc', '/api/plugins/rpc']) {
  test(`${family}: the call of a user who was disabled ends at once, whatever the device answers`, async (t) => {
    const { call, token, member, answer, respond } = await openWorld(t, family)
    const path = `/api/user/${member.id}/userCredentialsEnabled?userCredentialsEnabled=false`
    assert.equal((await call('POST', path, token)).status, 200)
    const { status, body } = await answer
    assert.deepEqual([status, body.errorCode], [401, 11])
    await respond()
  })

  test(`${family}: the answer of a device that is the caller’s no more is refused`, async (t) => {
    const { call, token, device, answer, respond } = await openWorld(t, family)
    assert.equal((await call('DELETE', `/api/customer/device/${device.id.id}`, token)).status, 200)
    await respond()
    const { status, body } = await answer
    assert.deepEqual([status, body.errorCode], [403, 20])
  })
}
