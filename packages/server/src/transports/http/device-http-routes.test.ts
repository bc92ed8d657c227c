import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { until } from '../../until-testing.ts'
import { openTransportWorld } from '../transport-testing.ts'
import { longPayloadCharacters } from '../uplink.ts'

test('uploads are answered with 200, what cannot be read with 400', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}`
  const status = async (path: string, body: unknown) => (await call('POST', path, body)).status
  assert.equal(await status(`${v}/telemetry`, { temp: 1 }), 200)
  assert.equal(await status(`${v}/telemetry`, [{ ts: 1600000001000, values: { a: 2 } }, { a: '3' }]), 200)
  assert.equal(await status(`${v}/attributes`, { fw: '1.0', n: 5 }), 200)
  assert.deepEqual(
    world.ofType('POST_TELEMETRY_REQUEST').map(({ data }) => data),
    ['{"temp":1}', '{"a":2}', '{"a":3}'],
  )
  assert.equal(await status(`${v}/telemetry`, '{"a":'), 400)
  assert.equal(await status(`${v}/telemetry`, ''), 400)
  assert.equal(await status(`${v}/telemetry`, []), 400)
  assert.equal(await status(`${v}/telemetry`, '5'), 400)
  assert.equal(await status(`${v}/attributes`, '[1]'), 400)
  assert.equal(await status('/api/v1/NO_SUCH_TOKEN/telemetry', { temp: 1 }), 401)
  const { body } = await call('POST', `${v}/telemetry`, '{"a":')
  assert.equal((body as { errorCode: number }).errorCode, 31)
  const mqttOnly = await world.addDevice({ profile: await world.addProfile('MQTT', {}) })
  assert.equal(await status(`/api/v1/${mqttOnly.token}/telemetry`, { a: 1 }), 401)
})

test('attributes are read, all or some', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}`
  assert.deepEqual((await call('GET', `${v}/attributes`)).body, {})
  await call('POST', `${v}/attributes`, { fw: '1.0', n: 5 })
  await world.commit({ attributes: [world.shared(device.id, 'target', { type: ValueType.LONG, value: 21 })] })
  const all = { client: { fw: 1, n: 5 }, shared: { target: 21 } }
  assert.deepEqual((await call('GET', `${v}/attributes`)).body, all)
  assert.equal((await call('GET', `${v}/attributes?clientKeys=fw,none`)).text, '{"client":{"fw":1.0}}')
  assert.deepEqual((await call('GET', `${v}/attributes?sharedKeys=target,none`)).body, { shared: { target: 21 } })
})

test('attributes larger than one answer are refused in words, fewer are read', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { answerBytes: 1_000, answersInFlight: 262_144 } })
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}/attributes`
  const long = 'x'.repeat(300)
  await call('POST', v, { a: long, b: long, c: long })
  const { status, body } = await call('GET', v)
  assert.equal(status, 400)
  assert.match((body as { message: string }).message, /Bytes per response: the limit is 1000 B/)
  for (let i = 0; i < 10; i++) assert.equal((await call('GET', `${v}?clientKeys=a,b`)).status, 200)
})

test('a poll for attribute updates ends with the first, or with 408', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}`
  assert.equal((await call('GET', `${v}/attributes/updates?timeout=50`)).status, 408)
  const poll = call('GET', `${v}/attributes/updates?timeout=60000`)
  await until(() => world.sessions.size === 1, 'the poll waits')
  await world.commit({ attributes: [world.shared(device.id, 'target', { type: ValueType.LONG, value: 22 })] })
  assert.deepEqual((await poll).body, { target: 22 })
  assert.equal(world.sessions.size, 0)
})

test('a poll takes one call and the device answers it', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}`
  assert.equal((await call('GET', `${v}/rpc?timeout=50`)).status, 408)
  const poll = call('GET', `${v}/rpc?timeout=60000`)
  await until(() => world.sessions.size === 1, 'the poll waits')
  const answer = call(
    'POST',
    `/api/rpc/twoway/${device.id}`,
    { method: 'getTemp', params: { unit: 'C' } },
    'TENANT_ADMIN',
  )
  const { id, ...requested } = (await poll).body as { id: number }
  assert.deepEqual(requested, { method: 'getTemp', params: { unit: 'C' } })
  assert.equal((await call('POST', `${v}/rpc/${id}`, { temp: 21.5 })).status, 200)
  assert.deepEqual((await answer).body, { temp: 21.5 })
  // Reverse order: the call waits for a poll; a persistent call is delivered by the poll.
  const body = { method: 'm', params: 1, persistent: true, timeout: 60_000 }
  await call('POST', `/api/rpc/oneway/${device.id}`, body, 'TENANT_ADMIN')
  assert.equal(((await call('GET', `${v}/rpc`)).body as { method: string }).method, 'm')
  await until(() => world.ofType('RPC_DELIVERED').length === 1, 'it is delivered')
})

test('a call to the server is answered by the chain, or 408', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}`
  const answer = call('POST', `${v}/rpc`, { method: 'plus', params: { a: 41 } })
  await until(() => world.ofType('TO_SERVER_RPC_REQUEST').length === 1, 'the message is there')
  const { sessionId, requestId } = world.ofType('TO_SERVER_RPC_REQUEST')[0]?.metadata ?? {}
  assert.equal(world.rpcs.reply(sessionId ?? '', Number(requestId), '{"answer":42}'), true)
  assert.deepEqual((await answer).body, { answer: 42 })
  assert.equal((await call('POST', `${v}/rpc?timeout=50`, { method: 'm', params: {} })).status, 408)
  assert.equal((await call('POST', `${v}/rpc`, '{"params":{}}')).status, 400)
})

test('claims, deletions and clients that hang up', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}`
  assert.equal((await call('POST', `${v}/claim`, { secretKey: 's', durationMs: 1000 })).status, 200)
  assert.equal((await call('POST', `${v}/claim`)).status, 200)
  assert.equal(world.claimed.length, 2)
  const abort = new AbortController()
  const hungUp = call('GET', `${v}/rpc`, undefined, undefined, abort.signal)
  await until(() => world.sessions.size === 1, 'the poll waits')
  abort.abort()
  await assert.rejects(hungUp)
  await until(() => world.sessions.size === 0, 'its session ends')
  const polls = Array.from({ length: 9 }, () => call('GET', `${v}/rpc`))
  assert.equal((await Promise.race(polls)).status, 408, 'the oldest of too many polls ends')
  await world.commit({
    changes: [
      { kind: 'deleted', entity: entityId('DEVICE', device.id), tenantId: world.tenantId, customerId: NIL_UUID },
    ],
  })
  const statuses = (await Promise.all(polls)).map(({ status }) => status)
  assert.deepEqual(statuses.sort(), [...Array(8).fill(403), 408])
})

test('while the engine is behind, uploads wait for their answer', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const v = `/api/v1/${device.token}`
  world.engine.isHeld = true
  const list = Array.from({ length: 600 }, (_, i) => ({ i }))
  assert.equal((await call('POST', `${v}/telemetry`, list)).status, 200)
  const load = world.backPressure.of(world.tenantId, device.id)
  assert.equal(world.backPressure.fullLimit(load), 'deviceMessagesInFlight')
  let isAnswered = false
  const waiting = call('POST', `${v}/telemetry`, { last: 1 }).then((answer) => {
    isAnswered = true
    return answer
  })
  assert.equal((await call('GET', `${v}/attributes`)).status, 200)
  assert.equal(isAnswered, false)
  world.engine.release()
  assert.equal((await waiting).status, 200)
})

test('a long list is taken in parts: as a whole, in order, or not at all', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const path = `/api/v1/${device.token}/telemetry`
  const list = Array.from({ length: 5_000 }, (_, i) => ({ ts: 1_700_000_000_000 + i, values: { n: i } }))
  const taken = () => world.ofType('POST_TELEMETRY_REQUEST')
  assert.ok(JSON.stringify(list).length > 2 * longPayloadCharacters)
  const wrong = await call('POST', path, [...list, { ts: -1e17, values: { n: 1 } }])
  assert.deepEqual([wrong.status, taken().length], [400, 0])
  const tooMany = await call('POST', path, [...list, ...list, { n: 1 }])
  assert.deepEqual([tooMany.status, taken().length], [400, 0])
  const accepted = world.counts.accepted.HTTP
  assert.equal((await call('POST', path, list)).status, 200)
  assert.equal(world.counts.accepted.HTTP, accepted + 1)
  await until(() => taken().length === list.length, 'all are there')
  assert.deepEqual(
    taken().map(({ data }) => JSON.parse(data).n),
    list.map(({ values }) => values.n),
  )
})

test('a stop ends waiting polls', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const poll = call('GET', `/api/v1/${device.token}/attributes/updates`)
  await until(() => world.sessions.size === 1, 'the poll waits')
  await world.stop()
  assert.equal((await poll).status, 408)
})
