import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../until-testing.ts'
import { openTransportWorld } from '../transport-testing.ts'
import { provisionRequestTopic, provisionResponseTopic } from './mqtt-provisioning.ts'

const request = { provisionDeviceKey: 'SUCCESS', provisionDeviceSecret: 's', deviceName: 'New' }

test('who comes as "provision" asks for credentials and is answered without having subscribed', async (t) => {
  const world = await openTransportWorld(t)
  for (const protocolVersion of [4, 5] as const) {
    const client = await world.connect({ token: 'provision' }, { protocolVersion })
    await client.publish(provisionRequestTopic, request)
    assert.deepEqual(await client.next(), {
      topic: provisionResponseTopic,
      payload: { credentialsValue: 'made', credentialsType: 'ACCESS_TOKEN', status: 'SUCCESS' },
    })
    await client.client.endAsync()
    const other = await world.connect({ token: 'provision' }, { protocolVersion })
    await other.publish(provisionRequestTopic, { ...request, provisionDeviceKey: 'other' }, 0)
    assert.deepEqual((await other.next()).payload, { errorMsg: 'refused', status: 'NOT_FOUND' })
    await other.client.endAsync()
  }
  assert.deepEqual(world.requested[0], request)
})

test('the client id may say it instead of the user name', async (t) => {
  const world = await openTransportWorld(t)
  const client = await world.connect({ token: '' }, { clientId: 'provision', username: undefined as never })
  await client.publish(provisionRequestTopic, request)
  assert.equal((await client.next()).topic, provisionResponseTopic)
})

test('with a password it is a device like any other, and unknown', async (t) => {
  const world = await openTransportWorld(t)
  await assert.rejects(world.connect({ token: 'provision' }, { password: 'p' }), { code: 5 })
})

test('another topic, a text that cannot be read and a store that fails close the connection', async (t) => {
  const world = await openTransportWorld(t)
  const bad: readonly (readonly [string, unknown])[] = [
    ['v1/devices/me/telemetry', { a: 1 }],
    [provisionRequestTopic, '{'],
    [provisionRequestTopic, { provisionDeviceKey: 1, provisionDeviceSecret: 's' }],
    [provisionRequestTopic, { ...request, provisionDeviceKey: 'broken' }],
  ]
  for (const [topic, payload] of bad) {
    const client = await world.connect({ token: 'provision' })
    client.publish(topic, payload).catch(() => undefined)
    await client.closed
  }
  await until(() => world.counts.connections.MQTT === 0, 'all are gone')
  assert.deepEqual(world.messages, [])
})

test('a connection asks once, and does not last', async (t) => {
  const hurried = await openTransportWorld(t, { limits: { provisioningIdleMs: 50 } })
  const idle = await hurried.connect({ token: 'provision' })
  await idle.closed
  const world = await openTransportWorld(t, { limits: { provisioningIdleMs: 60_000, provisioningGraceMs: 50 } })
  const answered = await world.connect({ token: 'provision' })
  await answered.publish(provisionRequestTopic, request)
  await answered.next()
  await answered.closed
  assert.equal(world.requested.length, 1)
})

test('who asks twice is hung up on', async (t) => {
  const world = await openTransportWorld(t)
  const client = await world.connect({ token: 'provision' })
  await client.publish(provisionRequestTopic, request)
  client.publish(provisionRequestTopic, request).catch(() => undefined)
  await client.closed
  assert.equal(world.requested.length, 1)
})

test('who asks too often hears it in the answer', async (t) => {
  const world = await openTransportWorld(t)
  const client = await world.connect({ token: 'provision' })
  await client.publish(provisionRequestTopic, { ...request, provisionDeviceKey: 'TOO MANY' })
  assert.deepEqual((await client.next()).payload, { errorMsg: 'too many', status: 'FAILURE' })
})
