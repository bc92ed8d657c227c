import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { createSecureContext, connect as tlsConnect } from 'node:tls'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import mqtt, { type IClientOptions, type IConnackPacket } from 'mqtt'
import { generate } from 'mqtt-packet'
import { until } from '../../until-testing.ts'
import { openTransportWorld } from '../transport-testing.ts'
import { TestClient } from './mqtt-test-client.ts'
import { createMqttTransport } from './mqtt-transport.ts'
import { testCertificate, testKey } from './tls-testing.ts'

const me = 'v1/devices/me/'
const telemetry = `${me}telemetry`

test('telemetry in all its forms becomes messages, one per time', async (t) => {
  const { addDevice, connect, ofType, tenantId } = await openTransportWorld(t)
  const device = await addDevice()
  const client = await connect(device)
  await client.publish(telemetry, '{"temp":1.0,"on":true,"mode":"x","doc":{"a":[1],"n":null},"none":null,"text":"2.5"}')
  await client.publish(telemetry, { ts: 1600000000000, values: { old: 2.5 } })
  await client.publish(telemetry, [{ ts: 1600000000001, values: { old: 3 } }, { flat: 4 }])
  await client.publish(telemetry, { q0: 1 }, 0)
  await client.publish('v2/t', { short: 1 })
  await client.publish('v2/t/j', { shortj: 1 })
  await client.publish(telemetry, {})
  const messages = ofType('POST_TELEMETRY_REQUEST')
  assert.deepEqual(
    messages.map((message) => message.data),
    [
      '{"temp":1.0,"on":true,"mode":"x","doc":{"a":[1]},"text":2.5}',
      '{"old":2.5}',
      '{"old":3}',
      '{"flat":4}',
      '{"q0":1}',
      '{"short":1}',
      '{"shortj":1}',
    ],
  )
  const [first, second] = messages
  assert.deepEqual(first?.originator, entityId('DEVICE', device.id))
  assert.equal(first?.tenantId, tenantId)
  assert.equal(first?.queueName, 'Main')
  assert.deepEqual(second?.metadata, {
    deviceName: device.name,
    deviceType: second?.metadata.deviceType,
    ts: '1600000000000',
  })
  const stamps = messages.filter((message) => message.metadata.ts?.startsWith('16000') === false)
  const times = stamps.map((message) => Number(message.metadata.ts))
  assert.deepEqual(times, [...new Set(times)].sort(), 'stamps of one device strictly increase')
})

test('a client of version 3 that publishes at QoS 2 is served; one of version 5 knows that the most is 1', async (t) => {
  const { addDevice, connect, ofType } = await openTransportWorld(t)
  const device = await addDevice()
  const client = await connect(device)
  for (let i = 1; i <= 3; i++) await client.publish(telemetry, { q2: i }, 2)
  await client.publish(`${me}attributes`, { firmware: 'a' }, 2)
  await client.publish('unknown', 'x', 2)
  assert.equal(ofType('POST_TELEMETRY_REQUEST').length, 3)
  assert.equal(ofType('POST_ATTRIBUTES_REQUEST').length, 1)
  await client.client.endAsync()
  const young = await connect(device, { protocolVersion: 5 })
  young.publish(telemetry, { q2: 4 }, 2).catch(() => {})
  await young.closed
  assert.equal(ofType('POST_TELEMETRY_REQUEST').length, 3)
})

test('an upload is acknowledged only when it is on disk', async (t) => {
  const world = await openTransportWorld(t)
  const client = await world.connect(await world.addDevice())
  await client.publish(telemetry, { a: 1 })
  const stats = await world.storage.stats()
  assert.ok(stats.commits > 0)
  assert.equal(world.counts.accepted.MQTT, 1)
})

test('uploads of one turn share a commit', async (t) => {
  const world = await openTransportWorld(t)
  const clients = await Promise.all([1, 2, 3].map(async () => world.connect(await world.addDevice())))
  const { commits: before } = await world.storage.stats()
  const publishes = clients.flatMap((client) =>
    Array.from({ length: 100 }, (_, i) => client.publish(telemetry, { n: i })),
  )
  await Promise.all(publishes)
  const { commits: after } = await world.storage.stats()
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, 300)
  assert.ok(after - before < 150, `${after - before} commits for 300 uploads`)
})

test('attributes: published, requested, updated and deleted', async (t) => {
  const { addDevice, connect, commit, shared, ofType } = await openTransportWorld(t)
  const device = await addDevice()
  const client = await connect(device)
  await client.publish(`${me}attributes`, { fw: '1.0', n: 5, deep: { x: 1 } })
  assert.deepEqual(ofType('POST_ATTRIBUTES_REQUEST')[0]?.metadata.notifyDevice, 'false')
  await commit({
    attributes: [
      shared(device.id, 'target', { type: ValueType.LONG, value: 21 }),
      shared(device.id, 'other', { type: ValueType.STRING, value: 'o' }),
    ],
  })
  assert.equal(await client.subscribe(`${me}attributes/response/+`), 1)
  await client.publish(`${me}attributes/request/7`, { clientKeys: 'fw,n,none', sharedKeys: 'target,none' })
  assert.deepEqual(await client.next(), {
    topic: `${me}attributes/response/7`,
    payload: { client: { fw: 1, n: 5 }, shared: { target: 21 } },
  })
  await client.publish(`${me}attributes/request/8`, {})
  assert.deepEqual((await client.next()).payload, {
    client: { deep: { x: 1 }, fw: 1, n: 5 },
    shared: { other: 'o', target: 21 },
  })
  await client.subscribe(`${me}attributes`)
  await commit({
    attributes: [
      shared(device.id, 'target', { type: ValueType.DOUBLE, value: 22 }),
      shared(device.id, 'more', { type: ValueType.JSON, value: '[1]' }),
      shared(device.id, 'other', null),
    ],
  })
  assert.deepEqual(await client.next(), { topic: `${me}attributes`, payload: { target: 22, more: [1] } })
  assert.deepEqual(await client.next(), { topic: `${me}attributes`, payload: { deleted: ['other'] } })
  await client.client.unsubscribeAsync(`${me}attributes`)
  await commit({ attributes: [shared(device.id, 'target', { type: ValueType.LONG, value: 1 })] })
  await client.publish(telemetry, { a: 1 })
  assert.deepEqual(client.waiting, [])
})

test('answers come in the topic form that the device used last', async (t) => {
  const { addDevice, connect, commit, shared } = await openTransportWorld(t)
  const device = await addDevice()
  const client = await connect(device)
  await client.publish('v2/a/req/j/3', {})
  assert.equal((await client.next()).topic, 'v2/a/res/j/3')
  await client.publish('v2/a/req/4', {})
  assert.equal((await client.next()).topic, 'v2/a/res/4')
  await client.publish(`${me}attributes/request/5`, {})
  assert.equal((await client.next()).topic, `${me}attributes/response/5`)
  await client.subscribe('v2/a/j')
  await commit({ attributes: [shared(device.id, 'x', { type: ValueType.LONG, value: 1 })] })
  assert.equal((await client.next()).topic, 'v2/a/j')
})

test('subscriptions are exact: unknown filters are refused, QoS is at most 1', async (t) => {
  const { addDevice, connect } = await openTransportWorld(t)
  const client = await connect(await addDevice())
  assert.equal(await client.subscribe(`${me}rpc/request/+`, 2), 1)
  assert.equal(await client.subscribe(`${me}attributes`, 0), 0)
  for (const filter of ['some/other/topic', '#', '+/devices/me/attributes', `${me}#`, 'v2/fw/response/+/chunk/+']) {
    assert.equal(await client.subscribe(filter), 0x80, filter)
  }
  assert.equal(await client.subscribe('/provision/response'), 1)
})

test('wrong credentials and wrong profiles are refused with their code', async (t) => {
  const world = await openTransportWorld(t)
  const { port, addProfile, addDevice, debugLines } = world
  const coap = await addDevice({ profile: await addProfile('COAP', {}) })
  const code = (options: object) =>
    new Promise((resolve) => {
      const client = mqtt.connect({ host: '127.0.0.1', port, reconnectPeriod: 0, ...options })
      client.on('error', (error) => resolve((error as { code?: unknown }).code))
      client.on('connect', () => resolve(0))
      t.after(() => client.end(true))
    })
  assert.equal(await code({ username: 'no-such-token' }), 5)
  assert.equal(await code({}), 5)
  assert.equal(await code({ username: coap.token }), 5)
  assert.equal(await code({ username: 'no-such-token', protocolVersion: 5 }), 0x87)
  assert.equal(world.counts.errors.credentials, 4)
  assert.ok(debugLines.some(({ message }) => message.includes('its profile accepts COAP only')))
})

test('MQTT Basic credentials', async (t) => {
  const world = await openTransportWorld(t)
  await world.addDevice({
    credentials: { type: 'MQTT_BASIC', id: 'user', value: JSON.stringify({ userName: 'user', password: 'right' }) },
  })
  const client = await world.connect({ token: 'user' }, { password: 'right' })
  await client.publish(telemetry, { a: 1 })
  await assert.rejects(world.connect({ token: 'user' }, { password: 'wrong' }))
})

test('what cannot be read: version 3.1.1 closes, version 5 answers a reason', async (t) => {
  const world = await openTransportWorld(t)
  for (const [what, topic, payload, reason] of [
    ['broken JSON', telemetry, '{"a":', 0x99],
    ['text', telemetry, 'hello', 0x99],
    ['a number', telemetry, '5', 0x99],
    ['broken attributes', `${me}attributes`, '[1', 0x99],
    ['a bad request id', `${me}attributes/request/x`, '{}', 0x90],
    ['a call without method', `${me}rpc/request/1`, '{"params":1}', 0x99],
    ['a claim that is no object', `${me}claim`, '[]', 0x99],
  ] as const) {
    const device = await world.addDevice()
    const old = await world.connect(device)
    old.publish(topic, payload).catch(() => {})
    await old.closed
    const young = await world.connect(device, { protocolVersion: 5 })
    await assert.rejects(young.publish(topic, payload), (error: Error & { code?: number }) => {
      assert.equal(error.code, reason, what)
      return true
    })
    await young.publish(telemetry, { still: 'here' })
    assert.equal(world.debugLines.filter(({ fields }) => fields.deviceId === device.id && 'why' in fields).length, 2)
  }
})

test('what is harmless is acknowledged: nulls, empty lists, unknown topics', async (t) => {
  const world = await openTransportWorld(t)
  const client = await world.connect(await world.addDevice())
  await client.publish(telemetry, { a: null })
  await client.publish(telemetry, [])
  await client.publish('some/other/topic', { a: 1 })
  await client.publish('v2/fw/request/1/chunk/0', '')
  assert.equal(world.messages.length, world.ofType('CONNECT_EVENT').length + world.ofType('ACTIVITY_EVENT').length)
  assert.ok(world.debugLines.some(({ message }) => message.includes('empty telemetry list')))
  assert.ok(world.debugLines.some(({ message }) => message.includes('unknown topic')))
})

test('a claim is registered, with and without a body', async (t) => {
  const { addDevice, connect, claimed } = await openTransportWorld(t)
  const device = await addDevice()
  const client = await connect(device)
  await client.publish(`${me}claim`, { secretKey: 'sk', durationMs: 60000 })
  await client.publish(`${me}claim`, '')
  assert.deepEqual(claimed, [
    { deviceId: device.id, secretKey: 'sk', durationMs: 60000 },
    { deviceId: device.id, secretKey: '', durationMs: 86_400_000 },
  ])
})

test('a second session of a device takes over from the first', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const first = await world.connect(device)
  const second = await world.connect(device)
  await first.closed
  await second.publish(telemetry, { a: 1 })
  assert.equal(second.isClosed, false)
  assert.equal(world.sessions.ofDevice(device.id).length, 1)
  const third = await world.connect(device, { protocolVersion: 5 })
  await second.closed
  const gone = new Promise<{ reasonCode?: number }>((resolve) => third.client.once('disconnect', resolve))
  await world.connect(device)
  assert.equal((await gone).reasonCode, 0x8e)
})

test('a client without a clean session finds its subscriptions again, and is told so', async (t) => {
  const world = await openTransportWorld(t)
  const { addDevice, commit, shared } = world
  const device = await addDevice()
  async function connect(more: Partial<IClientOptions> = {}, to = device) {
    const client = mqtt.connect({
      host: '127.0.0.1',
      port: world.port,
      username: to.token,
      clientId: 'pump',
      clean: false,
      reconnectPeriod: 0,
      protocolVersion: 4,
      // What the server keeps is not to be sent again by the client.
      resubscribe: false,
      ...more,
    })
    t.after(() => client.end(true))
    const wrapped = new TestClient(client)
    const { sessionPresent } = await new Promise<IConnackPacket>((resolve) => client.once('connect', resolve))
    return { client: wrapped, sessionPresent }
  }
  let target = 0
  const update = () => commit({ attributes: [shared(device.id, 'target', { type: ValueType.LONG, value: ++target })] })
  const broken = async ({ client }: { client: TestClient }) => {
    client.client.stream.destroy()
    await client.closed
  }
  const first = await connect()
  assert.equal(first.sessionPresent, false)
  await first.client.subscribe(`${me}attributes`)
  await first.client.subscribe('v2/r/req/+')
  await first.client.subscribe(`${me}attributes/response/+`)
  await first.client.client.unsubscribeAsync('v2/r/req/+')
  await broken(first)

  const second = await connect()
  assert.equal(second.sessionPresent, true)
  await update()
  assert.deepEqual(await second.client.next(), { topic: `${me}attributes`, payload: { target: 1 } })
  const wantsCalls = () => world.sessions.ofDevice(device.id).map((session) => session.wantsCalls)
  assert.deepEqual(wantsCalls(), [false])
  await second.client.subscribe(`${me}rpc/request/+`)
  await broken(second)
  await broken(await connect())
  await connect()
  assert.deepEqual(wantsCalls(), [true])

  const sibling = await connect({ clientId: 'other' })
  assert.equal(sibling.sessionPresent, false, 'another client of the device has its own session')
  const stranger = await connect({}, await addDevice())
  assert.equal(stranger.sessionPresent, false, 'and so has the same client ID of another device')
  await broken(sibling)

  const third = await connect({ clean: true })
  assert.equal(third.sessionPresent, false)
  await update()
  await third.client.publish(`${me}attributes/request/1`, { sharedKeys: 'target' })
  assert.equal((await third.client.next()).topic, `${me}attributes/response/1`, 'no update came before')
  await broken(third)
  assert.equal((await connect()).sessionPresent, false, 'a clean session has ended the kept one')
})

test('sessions end with their device and with its credentials', async (t) => {
  const world = await openTransportWorld(t)
  for (const change of [{ kind: 'deleted' as const }, { kind: 'updated' as const, aspect: 'credentials' }]) {
    const device = await world.addDevice()
    const client = await world.connect(device)
    await world.commit({
      changes: [{ ...change, entity: entityId('DEVICE', device.id), tenantId: world.tenantId, customerId: NIL_UUID }],
    })
    await client.closed
  }
  await until(() => world.sessions.size === 0, 'no sessions are left')
})

test("a device's own topics replace the upload topics", async (t) => {
  const world = await openTransportWorld(t)
  const profile = await world.addProfile('MQTT', {
    transportConfiguration: {
      type: 'MQTT',
      deviceTelemetryTopic: 'plant/+/data',
      deviceAttributesTopic: 'plant/facts',
    },
  })
  const client = await world.connect(await world.addDevice({ profile }))
  await client.publish('plant/7/data', { a: 1 })
  await client.publish('plant/facts', { b: 1 })
  await client.publish(telemetry, { c: 1 })
  await client.publish('v2/t', { d: 1 })
  assert.deepEqual(
    world.ofType('POST_TELEMETRY_REQUEST').map((message) => message.data),
    ['{"a":1}', '{"d":1}'],
  )
  assert.deepEqual(
    world.ofType('POST_ATTRIBUTES_REQUEST').map((message) => message.data),
    ['{"b":1}'],
  )
})

test('version 5 learns the limits of the server', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const client = mqtt.connect({
    host: '127.0.0.1',
    port: world.port,
    username: device.token,
    clientId: '',
    reconnectPeriod: 0,
    protocolVersion: 5,
    properties: { sessionExpiryInterval: 100 },
  })
  t.after(() => client.end(true))
  const connack = await new Promise<IConnackPacket>((resolve) => client.once('connect', resolve))
  assert.equal(connack.sessionPresent, false)
  assert.equal(connack.properties?.sessionExpiryInterval, 0)
  assert.equal(connack.properties?.topicAliasMaximum, 0)
  assert.equal(connack.properties?.maximumQoS, 1)
  assert.ok((connack.properties?.receiveMaximum ?? 0) > 0)
  assert.ok(connack.properties?.assignedClientIdentifier)
  await client.publishAsync(telemetry, '{"a":1}', {
    qos: 1,
    properties: { contentType: 'application/json', userProperties: { k: 'v' } },
  })
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST')[0]?.data, '{"a":1}')
})

test('a gateway topic of a plain device is not acknowledged', async (t) => {
  const world = await openTransportWorld(t)
  const client = await world.connect(await world.addDevice(), { protocolVersion: 5 })
  await assert.rejects(client.publish('v1/gateway/telemetry', { A: [] }), /Not authorized/i)
  assert.ok(world.debugLines.some(({ message }) => message.includes('isn’t a gateway')))
})

test('what a gateway publishes for others is refused aloud, and its owner sees why', async (t) => {
  const world = await openTransportWorld(t)
  const gateway = await world.addDevice({ info: { gateway: true } })
  const young = await world.connect(gateway, { protocolVersion: 5 })
  const topic = 'v1/gateway/telemetry'
  await assert.rejects(young.publish(topic, { A: [{ a: 1 }] }), { code: 0x83 })
  await young.publish(telemetry, { own: 1 })
  young.client.publish(topic, '{}', { qos: 0 })
  await young.closed
  for (const qos of [0, 1, 2] as const) {
    const old = await world.connect(gateway)
    old.client.publishAsync('v1/gateway/connect', '{"device":"A"}', { qos }).catch(() => undefined)
    await old.closed
  }
  assert.equal(world.faulty.length, 5)
  assert.deepEqual(world.faulty[0], {
    deviceId: gateway.id,
    method: topic,
    error: 'The gateway API isn’t supported. Connect each device directly.',
  })
  assert.deepEqual(
    world.ofType('POST_TELEMETRY_REQUEST').map(({ data }) => data),
    ['{"own":1}'],
  )
})

test('Protobuf is refused aloud, by topic and by profile', async (t) => {
  const world = await openTransportWorld(t)
  const plain = await world.addDevice()
  const bytes = Buffer.from([0x09, 0, 0, 0, 0, 0, 0, 0x35, 0x40])
  const young = await world.connect(plain, { protocolVersion: 5 })
  for (const topic of ['v2/t/p', 'v2/a/p', 'v2/a/req/p/1', 'v2/r/res/p/1', 'v2/r/req/p/1']) {
    await assert.rejects(young.client.publishAsync(topic, bytes, { qos: 1 }), { code: 0x99 }, topic)
  }
  const old = await world.connect(plain)
  old.client.publishAsync('v2/t/p', bytes, { qos: 1 }).catch(() => undefined)
  await old.closed
  const profile = await world.addProfile('MQTT', {
    transportConfiguration: { transportPayloadTypeConfiguration: { transportPayloadType: 'PROTOBUF' } },
  })
  const device = await world.addDevice({ profile })
  const client = await world.connect(device, { protocolVersion: 5 })
  await assert.rejects(client.client.publishAsync(telemetry, bytes, { qos: 1 }), { code: 0x99 })
  await client.publish('v2/t/j', { a: 1 })
  const last = world.faulty.at(-1)
  assert.deepEqual([last?.deviceId, last?.method], [device.id, telemetry])
  assert.match(last?.error ?? '', /^Protobuf isn’t supported/)
})

test('mosquitto clients publish and receive', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const common = ['-h', '127.0.0.1', '-p', String(world.port), '-u', device.token]
  for (const version of ['mqttv31', 'mqttv311', 'mqttv5']) {
    const publisher = spawn('mosquitto_pub', [
      ...[...common, '-V', version, '-i', `pub-${version}`],
      ...['-q', '1', '-t', telemetry, '-m', `{"from":"${version}"}`],
    ])
    const [code] = await once(publisher, 'exit')
    assert.equal(code, 0, version)
  }
  assert.deepEqual(
    world.ofType('POST_TELEMETRY_REQUEST').map((message) => message.data),
    ['{"from":"mqttv31"}', '{"from":"mqttv311"}', '{"from":"mqttv5"}'],
  )
  const subscriber = spawn('mosquitto_sub', [...common, '-i', 'sub', '-t', `${me}attributes`, '-C', '1', '-v'])
  t.after(() => subscriber.kill())
  await until(() => world.sessions.ofDevice(device.id).some((session) => session.wantsAttributes), 'it is subscribed')
  let output = ''
  subscriber.stdout.on('data', (text) => {
    output += text
  })
  await world.commit({ attributes: [world.shared(device.id, 'target', { type: ValueType.LONG, value: 22 })] })
  await once(subscriber, 'close')
  assert.equal(output, `${me}attributes {"target":22}\n`)
})

test('with a certificate the port speaks TLS and nothing else', async (t) => {
  const world = await openTransportWorld(t)
  const tls = { cert: testCertificate, key: testKey }
  const wire = { clock: world.clock, serverLimits: world.limits, host: '127.0.0.1', port: 0, tls }
  const parts = { ...world.transportParts, ...wire }
  const transport = createMqttTransport({ ...parts, limits: { drainTimeoutMs: 1000 } })
  await transport.start()
  t.after(() => transport.stop())
  const { port } = transport.address()
  const device = await world.addDevice()
  const client = await mqtt.connectAsync({
    protocol: 'mqtts',
    host: '127.0.0.1',
    port,
    username: device.token,
    ca: testCertificate,
    reconnectPeriod: 0,
  })
  await client.publishAsync(telemetry, '{"a":1}', { qos: 1 })
  await client.endAsync()
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, 1)
  const plain = mqtt.connect({ host: '127.0.0.1', port, username: device.token, reconnectPeriod: 0 })
  plain.on('error', () => {})
  await new Promise<void>((resolve) => plain.once('close', () => resolve()))
  assert.ok(world.debugLines.some(({ message }) => message === 'A TLS handshake failed'))
  await assert.rejects(createMqttTransport({ ...parts, port }).start(), { code: 'EADDRINUSE' })
})

test('a fleet that comes over TLS all at once is let in one after the other, and nobody is sent away', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { unsignedConnections: 10, allUnsignedConnections: 10 } })
  const tls = { cert: testCertificate, key: testKey }
  const wire = { clock: world.clock, serverLimits: world.limits, host: '127.0.0.1', port: 0, tls }
  const transport = createMqttTransport({ ...world.transportParts, ...wire, limits: { sweepIntervalMs: 10 } })
  await transport.start()
  t.after(() => transport.stop())
  const { port } = transport.address()
  const device = await world.addDevice()
  const fleet = 300
  let [closed, signedIn] = [0, 0]
  const secureContext = createSecureContext({ ca: testCertificate })
  for (let i = 0; i < fleet; i++) {
    const socket = tlsConnect({ host: '127.0.0.1', port, servername: 'localhost', secureContext }, () => {
      const credentials = { username: device.token, clientId: `fleet ${i}` }
      socket.write(
        generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 0, ...credentials }),
      )
    })
    t.after(() => socket.destroy())
    socket.on('error', () => {})
    socket.once('data', () => signedIn++)
    socket.once('close', () => closed++)
  }
  await until(() => signedIn === fleet, 'each was let in')
  assert.equal(world.counts.errors.limit, 0)
  await until(() => closed === fleet - 1, 'the device is connected once')
  assert.equal(world.counts.errors.takenOver, fleet - 1)
  await until(() => world.counts.unsigned.MQTT === 0)
})
