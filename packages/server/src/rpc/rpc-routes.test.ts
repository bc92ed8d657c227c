import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Rpc } from '@sonde/model/rpc/rpc'
import { newId } from '../ids.ts'
import { temporaryFolder } from '../storage/testing.ts'
import { openTransportWorld } from '../transports/transport-testing.ts'
import { until } from '../until-testing.ts'

const me = 'v1/devices/me/'
const soon = 5_000

test('a two-way call reaches the device and brings back its answer', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const client = await world.connect(device)
  await client.subscribe(`${me}rpc/request/+`)
  const answer = call(
    'POST',
    `/api/rpc/twoway/${device.id}`,
    { method: 'getTemp', params: { unit: 'C' } },
    'TENANT_ADMIN',
  )
  const requested = await client.next()
  assert.match(requested.topic, /^v1\/devices\/me\/rpc\/request\/\d+$/)
  assert.deepEqual(requested.payload, { method: 'getTemp', params: { unit: 'C' } })
  await client.publish(requested.topic.replace('request', 'response'), '{"temp":21.0}')
  const { status, text } = await answer
  assert.equal(status, 200)
  assert.equal(text, '{"temp":21.0}')
  const [message] = world.ofType('RPC_CALL_FROM_SERVER_TO_DEVICE')
  assert.deepEqual(JSON.parse(message?.data ?? ''), { method: 'getTemp', params: '{"unit":"C"}', additionalInfo: null })
  const { requestUUID: _, expirationTime: __, deviceType: ___, ...metadata } = message?.metadata ?? {}
  assert.deepEqual(metadata, { originServiceId: 'test', oneway: 'false', persistent: 'false', deviceName: device.name })
})

test('an answer that is no JSON is 406, a one-way call is done when sent', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const client = await world.connect(device)
  await client.subscribe('v2/r/req/j/+')
  const said = call('POST', `/api/rpc/twoway/${device.id}`, { method: 'say', params: 'hello' }, 'TENANT_ADMIN')
  const requested = await client.next()
  assert.match(requested.topic, /^v2\/r\/req\/j\/\d+$/)
  assert.deepEqual(requested.payload, { method: 'say', params: 'hello' })
  await client.publish(requested.topic.replace('req', 'res'), 'plain text')
  assert.equal((await said).status, 406)
  const sent = await call('POST', `/api/rpc/oneway/${device.id}`, { method: 'set', params: { pin: 1 } }, 'TENANT_ADMIN')
  assert.deepEqual([sent.status, sent.text], [200, ''])
  assert.deepEqual((await client.next()).payload, { method: 'set', params: { pin: 1 } })
})

test('statuses of the two families: nobody there, nobody answers, no chain that passes calls', async (t) => {
  // The clock stands still, so that a late call still has its full time.
  const clock = { nowMs: () => 1_700_000_000_000 }
  const world = await openTransportWorld(t, { clock })
  const call = await world.openHttp()
  const [away, silent, blocked] = await Promise.all([world.addDevice(), world.addDevice(), world.addDevice()])
  const client = await world.connect(silent)
  await client.subscribe(`${me}rpc/request/+`)
  const body = { method: 'm', params: {}, expirationTime: clock.nowMs() + 300 }
  const status = async (path: string, device: { id: string }) =>
    (await call('POST', `${path}/${device.id}`, body, 'TENANT_ADMIN')).status
  assert.deepEqual(
    await Promise.all([
      status('/api/rpc/twoway', away),
      status('/api/plugins/rpc/oneway', away),
      status('/api/plugins/rpc/twoway', away),
      status('/api/rpc/twoway', silent),
      status('/api/plugins/rpc/twoway', silent),
    ]),
    [504, 409, 409, 504, 408],
  )
  world.engine.passesCalls = false
  assert.deepEqual(await status('/api/plugins/rpc/twoway', blocked), 408)
})

test('timeouts below the least are raised, and a call waits for its device', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const [away, device] = [await world.addDevice(), await world.addDevice()]
  const startedMs = Date.now()
  const short = call('POST', `/api/rpc/twoway/${away.id}`, { method: 'm', params: 1, timeout: 100 }, 'TENANT_ADMIN')
  await until(() => world.rpcs.waiting === 1, 'the call waits')
  assert.ok(Number(world.ofType('RPC_CALL_FROM_SERVER_TO_DEVICE')[0]?.metadata.expirationTime) >= startedMs + soon)
  await world.commit({
    changes: [{ kind: 'deleted', entity: entityId('DEVICE', away.id), tenantId: world.tenantId, customerId: NIL_UUID }],
  })
  assert.equal((await short).status, 404, 'nobody waits for the end of its time')
  const long = { method: 'm', params: 1, timeout: 60_000 }
  const answer = call('POST', `/api/rpc/twoway/${device.id}`, long, 'TENANT_ADMIN')
  await until(() => world.rpcs.waiting === 1, 'the call waits')
  const client = await world.connect(device)
  await client.subscribe(`${me}rpc/request/+`)
  const requested = await client.next()
  await client.publish(requested.topic.replace('request', 'response'), { ok: true })
  assert.deepEqual((await answer).body, { ok: true })
})

test('who may call: not without a method, not into another tenant', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const path = `/api/rpc/oneway/${device.id}`
  assert.deepEqual((await call('POST', path, { params: {} }, 'TENANT_ADMIN')).status, 500)
  assert.deepEqual((await call('POST', path, '{"method"', 'TENANT_ADMIN')).status, 400)
  assert.equal((await call('POST', path, { method: 'm', params: {} }, 'OTHER')).status, 404)
  assert.equal((await call('POST', path, { method: 'm', params: {} }, 'CUSTOMER_USER')).status, 403)
  assert.equal((await call('POST', `/api/rpc/oneway/${newId()}`, { method: 'm' }, 'TENANT_ADMIN')).status, 404)
  assert.equal((await call('POST', path, { method: 'm', params: {} })).status, 401)
  assert.equal(world.ofType('RPC_CALL_FROM_SERVER_TO_DEVICE').length, 0)
  // A chain of one tenant cannot call another tenant's device.
  const foreign = await world.rpcs.call({
    tenantId: newId(),
    deviceId: device.id,
    requestId: newId(),
    method: 'm',
    params: '{}',
    oneway: true,
    persistent: false,
    retries: null,
    expirationTime: Date.now() + soon,
    additionalInfo: null,
  })
  assert.deepEqual(foreign, { kind: 'failed', error: 'NOT_FOUND' })
})

const persistent = { persistent: true, method: 'later', params: { a: 1 } }

test('a persistent call waits for its device: queued, sent, delivered, successful', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const body = { ...persistent, expirationTime: Date.now() + 600_000, retries: 2, additionalInfo: { note: 'x' } }
  const made = await call('POST', `/api/rpc/twoway/${device.id}`, body, 'TENANT_ADMIN')
  const { rpcId } = made.body as { rpcId: string }
  const get = async () => (await call('GET', `/api/rpc/persistent/${rpcId}`, undefined, 'TENANT_ADMIN')).body as Rpc
  const queued = await get()
  assert.deepEqual(queued, {
    id: entityId('RPC', rpcId),
    createdTime: queued.createdTime,
    tenantId: entityId('TENANT', world.tenantId),
    deviceId: entityId('DEVICE', device.id),
    expirationTime: body.expirationTime,
    request: {
      id: rpcId,
      tenantId: entityId('TENANT', world.tenantId),
      deviceId: entityId('DEVICE', device.id),
      oneway: false,
      expirationTime: body.expirationTime,
      body: { method: 'later', params: '{"a":1}' },
      persisted: true,
      retries: 2,
    },
    response: null,
    status: 'QUEUED',
    additionalInfo: { note: 'x' },
  })
  const client = await world.connect(device)
  await client.subscribe(`${me}rpc/request/+`)
  const late = await client.next()
  assert.deepEqual(late.payload, { method: 'later', params: { a: 1 } })
  await until(async () => (await get()).status === 'DELIVERED', 'it is delivered')
  await client.publish(late.topic.replace('request', 'response'), { ok: true })
  const answered = await get()
  assert.equal(answered.status, 'SUCCESSFUL')
  assert.deepEqual(answered.response, { ok: true })
  assert.deepEqual(
    world.messages.filter(({ type }) => /^RPC_(?!CALL)/.test(type)).map(({ type, metadata }) => [type, metadata]),
    ['RPC_QUEUED', 'RPC_SENT', 'RPC_DELIVERED', 'RPC_SUCCESSFUL'].map((type) => [type, {}]),
  )
  const list = async (query: string) =>
    (await call('GET', `/api/rpc/persistent/device/${device.id}?pageSize=5&page=0${query}`, undefined, 'TENANT_ADMIN'))
      .body as { totalElements: number }
  assert.equal((await list('')).totalElements, 1)
  assert.equal((await list('&rpcStatus=SUCCESSFUL&textSearch=LATER')).totalElements, 1)
  assert.equal((await list('&rpcStatus=QUEUED')).totalElements, 0)
  assert.equal(
    (
      await call(
        'GET',
        `/api/rpc/persistent/device/${device.id}?pageSize=5&page=0&rpcStatus=DELETED`,
        undefined,
        'TENANT_ADMIN',
      )
    ).status,
    400,
  )
})

test('an answer after a restart finds its call', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const first = await openTransportWorld(t, { dataFolder })
  const device = await first.addDevice()
  const calls = await first.openHttp()
  const made = await calls('POST', `/api/rpc/twoway/${device.id}`, { ...persistent, timeout: 600_000 }, 'TENANT_ADMIN')
  const { rpcId } = made.body as { rpcId: string }
  const client = await first.connect(device)
  await client.subscribe(`${me}rpc/request/+`)
  const { topic } = await client.next()
  await until(() => first.ofType('RPC_DELIVERED').length === 1, 'it is delivered')
  await first.stop()
  await first.storage.close()

  const second = await openTransportWorld(t, { dataFolder })
  const again = await second.connect(device)
  await again.publish(topic.replace('request', 'response'), 'no JSON')
  await until(() => second.ofType('RPC_SUCCESSFUL').length === 1, 'it is answered')
  const [message] = second.ofType('RPC_SUCCESSFUL')
  const { id, response } = JSON.parse(message?.data ?? '')
  assert.equal(id.id, rpcId)
  assert.deepEqual(response, { error: 'no JSON' })
})

test('a one-way persistent call ends delivered, and does not expire afterwards', async (t) => {
  let laterMs = 0
  const clock = { nowMs: () => Date.now() + laterMs }
  const world = await openTransportWorld(t, { clock })
  const call = await world.openHttp()
  const device = await world.addDevice()
  const client = await world.connect(device)
  await client.subscribe(`${me}rpc/request/+`)
  const url = `/api/rpc/oneway/${device.id}`
  await call('POST', url, { ...persistent, expirationTime: clock.nowMs() + 600_000 }, 'TENANT_ADMIN')
  await client.next()
  await until(() => world.ofType('RPC_DELIVERED').length === 1, 'it is delivered')
  const other = await world.addDevice()
  const soonMs = clock.nowMs() + 1_000
  await call('POST', `/api/rpc/twoway/${other.id}`, { ...persistent, expirationTime: soonMs }, 'TENANT_ADMIN')
  // By the time the next expiration is checked, both calls have expired.
  laterMs = 700_000
  await until(() => world.ofType('RPC_EXPIRED').length > 0, 'the call of a device that is away expires')
  assert.deepEqual(
    world.ofType('RPC_EXPIRED').map(({ originator }) => originator.id),
    [other.id],
  )
  await call(
    'POST',
    `/api/rpc/twoway/${other.id}`,
    { ...persistent, expirationTime: clock.nowMs() - 1 },
    'TENANT_ADMIN',
  )
  assert.equal(world.ofType('RPC_EXPIRED').length, 2)
})

test('a call that was not acknowledged is sent to the next session', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const first = await world.connect(device)
  // The device receives the message but sends no acknowledgement.
  first.client.handleMessage = () => {}
  await first.subscribe(`${me}rpc/request/+`)
  await call('POST', `/api/rpc/oneway/${device.id}`, { ...persistent, timeout: 60_000 }, 'TENANT_ADMIN')
  await until(() => world.ofType('RPC_SENT').length === 1, 'it is sent')
  const second = await world.connect(device)
  await second.subscribe(`${me}rpc/request/+`)
  assert.deepEqual((await second.next()).payload, { method: 'later', params: { a: 1 } })
  await until(() => world.ofType('RPC_DELIVERED').length === 1, 'it is delivered')
  assert.equal(world.ofType('RPC_SENT').length, 2)
})

test('a device that never acknowledges: sent again with the next session, then failed', async (t) => {
  const world = await openTransportWorld(t, { acknowledgeTimeoutMs: 100 })
  const call = await world.openHttp()
  const device = await world.addDevice()
  const listenDeaf = async () => {
    const deaf = await world.connect(device)
    deaf.client.handleMessage = () => {}
    await deaf.subscribe(`${me}rpc/request/+`)
  }
  await listenDeaf()
  await call('POST', `/api/rpc/twoway/${device.id}`, { ...persistent, retries: 1, timeout: 60_000 }, 'TENANT_ADMIN')
  await until(() => world.ofType('RPC_TIMEOUT').length === 1, 'nothing is acknowledged')
  await listenDeaf()
  await until(() => world.ofType('RPC_FAILED').length === 1, 'it has failed')
  assert.deepEqual(
    world.messages.filter(({ type }) => /^RPC_(?!CALL)/.test(type)).map(({ type }) => type),
    ['RPC_QUEUED', 'RPC_SENT', 'RPC_TIMEOUT', 'RPC_SENT', 'RPC_FAILED'],
  )
  assert.match(JSON.parse(world.ofType('RPC_FAILED')[0]?.data ?? '').response.error, /2 attempts/)
})

test('a persistent call is deleted', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const made = await call('POST', `/api/rpc/oneway/${device.id}`, { ...persistent, timeout: 60_000 }, 'TENANT_ADMIN')
  const path = `/api/rpc/persistent/${(made.body as { rpcId: string }).rpcId}`
  assert.equal((await call('GET', path, undefined, 'OTHER')).status, 403)
  assert.equal((await call('DELETE', path, undefined, 'TENANT_ADMIN')).status, 200)
  assert.equal(JSON.parse(world.ofType('RPC_DELETED')[0]?.data ?? '').status, 'DELETED')
  assert.equal((await call('GET', path, undefined, 'TENANT_ADMIN')).status, 404)
  const client = await world.connect(device)
  await client.subscribe(`${me}rpc/request/+`)
  await client.publish(`${me}telemetry`, { a: 1 })
  assert.deepEqual(client.waiting, [])
})

test('calls of a deleted device end', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const answer = call('POST', `/api/rpc/twoway/${device.id}`, { method: 'm', params: 1 }, 'TENANT_ADMIN')
  await until(() => world.rpcs.waiting === 1, 'the call waits')
  await world.commit({
    changes: [
      { kind: 'deleted', entity: entityId('DEVICE', device.id), tenantId: world.tenantId, customerId: NIL_UUID },
    ],
  })
  assert.equal((await answer).status, 404)
})

test('too many waiting calls of a device are refused', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const call = () =>
    world.rpcs.call({
      tenantId: world.tenantId,
      deviceId: device.id,
      requestId: newId(),
      method: 'm',
      params: '{}',
      oneway: false,
      persistent: false,
      retries: null,
      expirationTime: Date.now() + 60_000,
      additionalInfo: null,
    })
  const waiting = Array.from({ length: 100 }, call)
  await until(() => world.rpcs.waiting === 100, 'they wait')
  assert.deepEqual(await call(), { kind: 'failed', error: 'TOO_MANY_CALLS' })
  await world.stop()
  assert.deepEqual(new Set((await Promise.all(waiting)).map(({ kind }) => kind)), new Set(['failed']))
})

test('calls of devices are answered by the chain', async (t) => {
  const world = await openTransportWorld(t)
  const client = await world.connect(await world.addDevice())
  await client.publish(`${me}rpc/request/5`, { method: 'getTime', params: { a: 2 } })
  const [message] = world.ofType('TO_SERVER_RPC_REQUEST')
  assert.deepEqual(JSON.parse(message?.data ?? ''), { method: 'getTime', params: { a: 2 } })
  const { requestId, sessionId, serviceId } = message?.metadata ?? {}
  assert.deepEqual([requestId, serviceId], ['5', 'test'])
  assert.equal(world.rpcs.reply(sessionId ?? '', 5, '{"sum":3}'), true)
  assert.deepEqual(await client.next(), { topic: `${me}rpc/response/5`, payload: { sum: 3 } })
  assert.equal(world.rpcs.reply(sessionId ?? '', 5, '{"sum":3}'), false)
  assert.equal(world.rpcs.reply(newId(), 5, '{}'), false)
})

test('calls of devices that no chain answers end by a timeout', async (t) => {
  const world = await openTransportWorld(t, { clientCallTimeoutMs: 50 })
  const client = await world.connect(await world.addDevice())
  await client.publish('v2/r/req/6', { method: 'getTime', params: {} })
  assert.deepEqual(await client.next(), { topic: 'v2/r/res/6', payload: { error: 'timeout' } })
})

const later = () => Date.now() + 600_000
const lasting = (more: object = {}) => ({
  method: 'm',
  params: {},
  persistent: true,
  expirationTime: later(),
  ...more,
})

test('waiting persistent calls are bounded per device, also when they come at once; the next fits when one ended', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { waitingRpcCalls: 3 } })
  const call = await world.openHttp()
  const [device, other] = [await world.addDevice(), await world.addDevice()]
  const send = (id: string) => call('POST', `/api/rpc/oneway/${id}`, lasting(), 'TENANT_ADMIN')
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(device.id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, ...Array(7).fill(429)])
  const rejected = answers.find(({ status }) => status === 429)?.body as { errorCode: number; message: string }
  assert.equal(rejected.errorCode, 33)
  assert.match(rejected.message, /^Waiting persistent RPC calls per device: the limit is 3\. Wait until/)
  assert.equal((await send(other.id)).status, 200, 'another device has calls of its own')
  assert.equal(world.ofType('RPC_CALL_FROM_SERVER_TO_DEVICE').length, 4, 'what is refused is no message')
  assert.equal(world.limits.rejectionsOf(world.tenantId, 'waitingRpcCalls')?.count, 7)
  const [first] = answers.filter(({ status }) => status === 200).map(({ body }) => body as { rpcId: string })
  assert.equal((await call('DELETE', `/api/rpc/persistent/${first?.rpcId}`, undefined, 'TENANT_ADMIN')).status, 200)
  assert.equal((await send(device.id)).status, 200)
  assert.equal((await send(device.id)).status, 429)
})

test('waiting persistent calls are bounded per tenant', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { tenantWaitingRpcCalls: 3 } })
  const call = await world.openHttp()
  const devices = await Promise.all([1, 2, 3, 4, 5].map(() => world.addDevice()))
  const send = (id: string) => call('POST', `/api/rpc/oneway/${id}`, lasting(), 'TENANT_ADMIN')
  const answers = []
  for (const { id } of devices) answers.push(await send(id))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 429, 429],
  )
  assert.match(String(answers[3]?.text), /"message":"Waiting persistent RPC calls per tenant/)
})

test('a rule chain that calls without end is held to the same; its call fails', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { waitingRpcCalls: 1, rpcBytes: 100 } })
  const device = await world.addDevice()
  const request = {
    tenantId: world.tenantId,
    deviceId: device.id,
    method: 'm',
    params: '{}',
    oneway: true,
    persistent: true,
    retries: null,
    expirationTime: later(),
    additionalInfo: null,
  }
  const make = (more: object = {}) => world.rpcs.call({ ...request, requestId: newId(), ...more })
  assert.deepEqual(await make(), { kind: 'queued' })
  assert.deepEqual(await make(), { kind: 'failed', error: 'TOO_MANY_CALLS' })
  for (const isPersistent of [true, false]) {
    assert.partialDeepStrictEqual(await make({ persistent: isPersistent, params: `"${'x'.repeat(100)}"` }), {
      kind: 'failed',
      error: 'Bytes per RPC call: the limit is 100 B. Send smaller parameters.',
    })
  }
  const tooLate = await make({ expirationTime: Date.now() + 31 * 86_400_000 })
  assert.match(tooLate.kind === 'failed' ? tooLate.error : '', /^Time until a persistent RPC call expires/)
})

test('a call has at most so many bytes, and a persistent one lives at most so long', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const device = await world.addDevice()
  const send = async (body: object) => {
    const answer = await call('POST', `/api/rpc/oneway/${device.id}`, body, 'TENANT_ADMIN')
    return [answer.status, (answer.body as { message?: string }).message?.split(':')[0]]
  }
  const params = (length: number) => 'x'.repeat(length)
  assert.deepEqual(await send(lasting({ params: params(65_000) })), [200, undefined])
  assert.deepEqual(await send(lasting({ params: params(66_000) })), [400, 'Bytes per RPC call'])
  const day = 86_400_000
  assert.deepEqual(await send(lasting({ expirationTime: Date.now() + 30 * day - 60_000 })), [200, undefined])
  assert.deepEqual(await send(lasting({ expirationTime: Date.now() + 30 * day + 60_000 })), [
    400,
    'Time until a persistent RPC call expires',
  ])
  assert.deepEqual(await send({ method: 'm', params: {}, persistent: true, timeout: 31 * day }), [
    400,
    'Time until a persistent RPC call expires',
  ])
})

test('of ended calls the newest stay', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { storedRpcCalls: 5 } })
  const call = await world.openHttp()
  const device = await world.addDevice()
  // Every hundredth call of a device deletes the ended ones above the limit.
  for (let i = 0; i < 105; i++) {
    const ended = lasting({ method: `m${i}`, expirationTime: 1 })
    assert.equal((await call('POST', `/api/rpc/oneway/${device.id}`, ended, 'TENANT_ADMIN')).status, 200)
  }
  const page = await call(
    'GET',
    `/api/rpc/persistent/device/${device.id}?pageSize=1000&page=0`,
    undefined,
    'TENANT_ADMIN',
  )
  const { data, totalElements } = page.body as { data: Rpc[]; totalElements: number }
  assert.ok(totalElements >= 5 && totalElements <= 10, `${totalElements} are left`)
  assert.equal(data[0]?.request.body.method, 'm104')
})

test('callers of a tenant who wait are bounded, and another tenant calls on', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { rpcCallers: 2 } })
  const call = await world.openHttp()
  const device = await world.addDevice()
  world.engine.passesCalls = false
  const send = () => call('POST', `/api/rpc/twoway/${device.id}`, { method: 'm', params: {} }, 'TENANT_ADMIN')
  const waiting = [send(), send()]
  await until(() => world.ofType('RPC_CALL_FROM_SERVER_TO_DEVICE').length === 2, 'two wait')
  const rejected = await send()
  assert.equal(rejected.status, 429)
  assert.match((rejected.body as { message: string }).message, /^RPC calls waiting for a response per tenant/)
  await world.rpcs.close()
  for (const answer of await Promise.all(waiting)) assert.equal(answer.status, 504)
})
