import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import mqtt from 'mqtt'
import { generate, type Packet } from 'mqtt-packet'
import { createTestGuard } from '../../guard/guard-testing.ts'
import { until } from '../../until-testing.ts'
import { openTransportWorld, type TransportWorld } from '../transport-testing.ts'
import { FrameReader, packetBytesMax, payloadBytesMax } from './mqtt-frames.ts'
import { provisionRequestTopic } from './mqtt-provisioning.ts'
import { createMqttTransport } from './mqtt-transport.ts'
import { testCertificate, testKey } from './tls-testing.ts'

const telemetry = 'v1/devices/me/telemetry'

/** Opens a raw connection that collects the received bytes. */
async function open(t: TestContext, { port }: Pick<TransportWorld, 'port'>) {
  const socket = connectSocket({ host: '127.0.0.1', port })
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    socket,
    closed,
    get received() {
      return received
    },
    /** Waits for the next `bytes` bytes and consumes them. */
    async readBytes(bytes: number): Promise<Buffer> {
      await until(() => received.length >= bytes, `${bytes} bytes came`)
      const taken = received.subarray(0, bytes)
      received = received.subarray(bytes)
      return taken
    },
  }
}

const connectPacket = (username: string, version: 4 | 5 = 4, keepalive = 0) =>
  generate(
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: version,
      clean: true,
      clientId: `raw-${username}`,
      keepalive,
      username,
    },
    { protocolVersion: version },
  )

const publishPacket = (payload: string | Buffer, messageId = 1, version = 4) =>
  generate(
    { cmd: 'publish', topic: telemetry, payload, qos: 1, messageId, dup: false, retain: false },
    { protocolVersion: version },
  )

const connackBytes = 4
const ackBytes = 4

async function signIn(t: TestContext, world: TransportWorld, keepalive = 0, version: 4 | 5 = 4) {
  const device = await world.addDevice()
  const raw = await open(t, world)
  raw.socket.write(connectPacket(device.token, version, keepalive))
  if (version === 4) assert.deepEqual([...(await raw.readBytes(connackBytes))], [0x20, 2, 0, 0])
  else {
    const [, length = 0] = await raw.readBytes(2)
    await raw.readBytes(length)
  }
  return Object.assign(raw, { device })
}

test('packets may be split anywhere and share a chunk', async (t) => {
  const world = await openTransportWorld(t)
  const { socket, readBytes } = await signIn(t, world)
  const bytes = Buffer.concat([1, 2, 3].map((id) => publishPacket(`{"n":${id}}`, id)))
  socket.setNoDelay(true)
  for (const byte of bytes) socket.write(Buffer.from([byte]))
  assert.deepEqual([...(await readBytes(3 * ackBytes))], [0x40, 2, 0, 1, 0x40, 2, 0, 2, 0x40, 2, 0, 3])
  socket.write(bytes)
  await readBytes(3 * ackBytes)
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, 6)
})

test('a CONNECT in pieces that asks for credentials is read once, and what comes with it too', async (t) => {
  const world = await openTransportWorld(t)
  const { socket, readBytes } = await open(t, world)
  const request = { provisionDeviceKey: 'SUCCESS', provisionDeviceSecret: 's', deviceName: 'New' }
  const asks = { cmd: 'publish', topic: provisionRequestTopic, payload: JSON.stringify(request) } as const
  const packets = [connectPacket('provision'), generate({ ...asks, qos: 0, dup: false, retain: false })]
  socket.setNoDelay(true)
  for (const byte of Buffer.concat(packets)) socket.write(Buffer.from([byte]))
  assert.deepEqual([...(await readBytes(connackBytes))], [0x20, 2, 0, 0])
  await until(() => world.requested.length > 0, 'the request for credentials came')
  assert.deepEqual(world.requested, [request])
  assert.equal(world.counts.errors.protocol, 0)
})

test('what comes with CONNECT waits for the sign-in, up to a bound', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const eager = await open(t, world)
  const uploads = Array.from({ length: 50 }, (_, i) => publishPacket(`{"n":${i}}`, i + 1))
  eager.socket.write(Buffer.concat([connectPacket(device.token), ...uploads]))
  await eager.readBytes(connackBytes + uploads.length * ackBytes)
  const flood = await open(t, world)
  const many = Array.from({ length: 101 }, (_, i) => publishPacket('{"n":1}', i + 1))
  flood.socket.write(Buffer.concat([connectPacket(device.token), ...many]))
  await flood.closed
  assert.equal(world.counts.errors.limit, 1)
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, 50)
})

test('a payload of the greatest size is taken; one byte more closes', async (t) => {
  const world = await openTransportWorld(t)
  const payloadOf = (bytes: number) => `{"k":"${'x'.repeat(bytes - 8)}"}`
  const fits = await signIn(t, world)
  fits.socket.write(publishPacket(payloadOf(payloadBytesMax)))
  await fits.readBytes(ackBytes)
  fits.socket.write(publishPacket(payloadOf(payloadBytesMax + 1), 2))
  await fits.closed
  const young = await open(t, world)
  young.socket.write(connectPacket(fits.device.token, 5))
  await until(() => young.received.length > 0, 'CONNACK')
  young.socket.write(publishPacket(Buffer.alloc(packetBytesMax), 3, 5))
  await young.closed
  assert.deepEqual([...young.received.subarray(-3)], [0xe0, 1, 0x95])
  assert.equal(world.counts.errors.oversized, 2)
})

test('a message at QoS 2 that comes twice is received once, until the client releases it', async (t) => {
  const world = await openTransportWorld(t)
  const { socket, readBytes } = await signIn(t, world)
  const publish = (dup: boolean) =>
    generate({ cmd: 'publish', topic: telemetry, payload: '{"n":1}', qos: 2, messageId: 9, dup, retain: false })
  socket.write(Buffer.concat([publish(false), publish(true)]))
  assert.deepEqual([...(await readBytes(ackBytes))], [0x50, 2, 0, 9])
  socket.write(publish(true))
  assert.deepEqual([...(await readBytes(ackBytes))], [0x50, 2, 0, 9])
  socket.write(generate({ cmd: 'pubrel', messageId: 9 } as Packet))
  assert.deepEqual([...(await readBytes(ackBytes))], [0x70, 2, 0, 9])
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, 1)
  socket.write(publish(false))
  await readBytes(ackBytes)
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, 2)
})

test('messages at QoS 2 that are never released close the connection at the bound', async (t) => {
  const world = await openTransportWorld(t, { limits: { unacknowledgedMax: 3 } })
  const { socket, closed } = await signIn(t, world)
  for (let messageId = 1; messageId <= 4; messageId++) {
    socket.write(generate({ cmd: 'publish', topic: 'a', payload: '', qos: 2, messageId, dup: false, retain: false }))
  }
  await closed
  assert.equal(world.counts.errors.limit, 1)
})

test('breaches of the protocol close the connection', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const packets: [string, Buffer][] = [
    ['a second CONNECT', connectPacket(device.token)],
    ['packet id 0 at QoS 2', Buffer.from([0x34, 5, 0, 1, 97, 0, 0])],
    ['QoS 3', Buffer.from([0x36, 5, 0, 1, 97, 0, 1])],
    ['DUP at QoS 0', Buffer.from([0x38, 3, 0, 1, 97])],
    ['packet id 0', Buffer.from([0x32, 5, 0, 1, 97, 0, 0])],
    ['a cut topic', Buffer.from([0x30, 3, 0, 9, 97])],
    ['a cut packet id', Buffer.from([0x32, 4, 0, 1, 97, 0])],
    ['a length of five bytes', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 1])],
    ['a PINGREQ with a body', Buffer.from([0xc0, 1, 0])],
    ['SUBSCRIBE without filters', Buffer.from([0x82, 2, 0, 1])],
    ['SUBSCRIBE with wrong flags', Buffer.from([0x80, 6, 0, 1, 0, 1, 97, 0])],
    ['a server packet', generate({ cmd: 'pingresp' } as Packet)],
    ['type 0', Buffer.from([0, 0])],
    ['AUTH', Buffer.from([0xf0, 0])],
  ]
  for (const [what, bytes] of packets) {
    const raw = await signIn(t, world)
    raw.socket.write(bytes)
    await raw.closed
    assert.ok(
      world.debugLines.some(({ fields }) => fields.deviceId === raw.device.id && fields.kind === 'protocol'),
      what,
    )
  }
})

test('an unknown protocol version is answered with its code', async (t) => {
  const world = await openTransportWorld(t)
  const raw = await open(t, world)
  raw.socket.write(Buffer.from([0x10, 12, 0, 4, 77, 81, 84, 84, 9, 2, 0, 60, 0, 0]))
  await raw.closed
  assert.deepEqual([...raw.received], [0x20, 2, 0, 1])
})

test('random bytes never crash the server and close the connection', async (t) => {
  const world = await openTransportWorld(t, {
    limits: { connectTimeoutMs: 100, silenceMaxMs: 100, sweepIntervalMs: 10 },
  })
  // Concurrent, each on its own connection, because incomplete packets end only by the silence timeout.
  const devices = await Promise.all(Array.from({ length: 20 }, () => world.addDevice()))
  const sendAll = (all: readonly { readonly version: 4 | 5 | null; readonly bytes: Uint8Array }[]) =>
    Promise.all(
      all.map(async ({ version, bytes }, i) => {
        const raw = await open(t, world)
        const hello = version === null ? Buffer.alloc(0) : connectPacket(devices[i]?.token ?? '', version)
        raw.socket.write(Buffer.concat([hello, bytes]))
        await raw.closed
      }),
    )
  const version = fc.constantFrom<4 | 5 | null>(null, 4, 5)
  const noise = fc.record({ version, bytes: fc.uint8Array({ minLength: 1, maxLength: 600 }) })
  // Mutations of valid packets reach deeper code than random bytes.
  const valid = [
    publishPacket('{"a":1}'),
    generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/attributes', qos: 1 }] }),
    generate({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['v2/a'] }),
    generate({ cmd: 'puback', messageId: 1 }),
    generate({ cmd: 'disconnect' }),
    connectPacket('x', 5),
  ]
  const mutation = fc
    .record({
      version,
      packet: fc.constantFrom(...valid),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
    })
    .map(({ version, packet, changes }) => {
      const bytes = Buffer.from(packet)
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      return { version, bytes }
    })
  const many = { minLength: 20, maxLength: 20 }
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(noise, mutation), many), async (all) => void (await sendAll(all))),
    { numRuns: 12 },
  )
  assert.deepEqual(world.errors, [])
  const [device] = devices
  const client = await world.connect({ token: device?.token ?? '' })
  await client.publish(telemetry, { alive: true })
  await until(() => world.counts.connections.MQTT === 1, 'only the last connection is open')
})

test('the reader finds the same packets however the bytes are cut', () => {
  const bytesOf = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(bytesOf, fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (bodies, cuts) => {
      const packets = bodies.map((body) => publishPacket(Buffer.from(body)))
      const stream = Buffer.concat(packets)
      const found: string[] = []
      const reader = new FrameReader({
        packetBytesMax,
        isReading: true,
        frame(bytes, start, _first, _body, end) {
          found.push(bytes.toString('hex', start, end))
          // Simulates a sink that stops for a frame and resumes at once.
          assert.equal(reader.resume(), null)
        },
      })
      for (let at = 0, i = 0; at < stream.length; i++) {
        const length = cuts[i % cuts.length] as number
        assert.equal(reader.push(Buffer.from(stream.subarray(at, at + length))), null)
        at += length
      }
      assert.deepEqual(
        found,
        packets.map((packet) => packet.toString('hex')),
      )
      assert.equal(reader.heldBytes, 0)
    }),
  )
})

test('half-open and silent connections are closed', async (t) => {
  let nowMs = Date.now()
  const world = await openTransportWorld(t, {
    clock: { nowMs: () => nowMs },
    limits: { connectTimeoutMs: 100, silenceMaxMs: 100, sweepIntervalMs: 1 },
  })
  const mute = await open(t, world)
  const half = await open(t, world)
  half.socket.write(Buffer.from([0x10, 30, 0, 4]))
  await until(() => world.counts.connections.MQTT === 2, 'both are there')
  // Time keeps advancing, because the timeout of the half-open connection runs from its acceptance.
  const ticking = setInterval(() => {
    nowMs += 20
  }, 5)
  await Promise.all([mute.closed, half.closed])
  const dripping = await open(t, world)
  const dripped = setInterval(() => {
    dripping.socket.write(Buffer.from([dripping.socket.bytesWritten === 0 ? 0x10 : 0x20]))
  }, 5)
  await dripping.closed
  clearInterval(dripped)
  clearInterval(ticking)
  const noKeepAlive = await signIn(t, world)
  nowMs += 101
  await noKeepAlive.closed
  assert.ok(world.counts.errors.silent >= 3)
  await until(() => world.counts.connections.MQTT === 0, 'all are gone')
})

test('a client that states a keep-alive may be silent for one and a half times as long', async (t) => {
  let nowMs = Date.now()
  const world = await openTransportWorld(t, {
    clock: { nowMs: () => nowMs },
    limits: { silenceMaxMs: 1_499, sweepIntervalMs: 1 },
  })
  const keepAlive = await signIn(t, world, 1)
  // The sweep checks it after the other connection: once it is closed, the other one was kept.
  const none = await signIn(t, world)
  nowMs += 1_500
  await none.closed
  await until(() => world.counts.connections.MQTT === 1, 'the other one is gone')
  assert.equal(world.counts.errors.silent, 1)
  nowMs += 1
  await keepAlive.closed
  assert.equal(world.counts.errors.silent, 2)
})

test('a client that has not signed in sends small packets only, also in pieces', async (t) => {
  const world = await openTransportWorld(t)
  const connect = (bytes: number) =>
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: 'c',
      keepalive: 0,
      username: 'unknown',
      // The CONNECT has exactly `bytes` bytes after its fixed header.
      password: Buffer.alloc(bytes - 24, 'x'),
    })
  const fits = await open(t, world)
  fits.socket.write(connect(4_096))
  assert.deepEqual([...(await fits.readBytes(connackBytes))], [0x20, 2, 0, 5])
  const large = await open(t, world)
  large.socket.write(connect(4_097))
  await large.closed
  assert.equal(large.received.length, 0)
  const announced = await open(t, world)
  // Closed because of the announced length, before the rest has arrived.
  announced.socket.write(connect(60_000).subarray(0, 5))
  await announced.closed
  assert.equal(world.counts.errors.oversized, 2)
})

test('connections that do not sign in are bounded per address; who signs in at once gets through', async (t) => {
  const world = await openTransportWorld(t, {
    limits: { sweepIntervalMs: 10 },
    limitValues: { unsignedConnections: 5 },
  })
  const kinds = [Buffer.alloc(0), Buffer.from([0x10, 30, 0, 4]), connectPacket('provision')]
  for (let i = 0; i < 30; i++) (await open(t, world)).socket.write(kinds[i % kinds.length] as Buffer)
  await until(() => world.counts.connections.MQTT <= 5, 'the flood is cut')
  const fleet = await Promise.all(Array.from({ length: 40 }, () => signIn(t, world)))
  assert.ok(world.counts.connections.MQTT <= 45, 'what is left of the flood made room')
  for (const { socket, readBytes } of fleet) {
    socket.write(publishPacket('{"n":1}'))
    await readBytes(ackBytes)
  }
})

test('when all that have not signed in are too many, the address with most of them pays', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { allUnsignedConnections: 10 } })
  const flood = await Promise.all(Array.from({ length: 25 }, () => open(t, world)))
  await Promise.all(flood.slice(0, 15).map(({ closed }) => closed))
  await until(() => world.counts.connections.MQTT === 10, 'the newest stay')
  await signIn(t, world)
})

test('over TLS a handshake counts from its first byte on', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { allUnsignedConnections: 3 } })
  const transport = createMqttTransport({
    ...world.transportParts,
    clock: world.clock,
    serverLimits: world.limits,
    host: '127.0.0.1',
    port: 0,
    tls: { cert: testCertificate, key: testKey },
  })
  await transport.start()
  t.after(() => transport.stop())
  const { port } = transport.address()
  const mute = await Promise.all(Array.from({ length: 6 }, () => open(t, { ...world, port })))
  await Promise.all(mute.slice(0, 3).map(({ closed }) => closed))
  const device = await world.addDevice()
  const options = { port, username: device.token, ca: testCertificate, reconnectPeriod: 0 } as const
  const client = await mqtt.connectAsync({ ...options, host: 'localhost', protocol: 'mqtts' })
  t.after(() => client.end(true))
  await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 })
  assert.ok(mute.filter(({ socket }) => !socket.destroyed).length <= 3)
})

test('a tenant has at most so many connected devices; one that comes again replaces itself', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { connectedDevices: 2 } })
  const [first, second, third] = [await world.addDevice(), await world.addDevice(), await world.addDevice()]
  await world.connect(first)
  await world.connect(second)
  await assert.rejects(world.connect(third), { code: 3 })
  await assert.rejects(world.connect(third, { protocolVersion: 5 }), { code: 0x97 })
  assert.equal(world.limits.used(world.tenantId, 'connectedDevices'), 2)
  const again = await world.connect(first)
  const call = await world.openHttp()
  const poll = await call('GET', `/api/v1/${third.token}/rpc?timeout=1`)
  assert.deepEqual([poll.status, (poll.body as { errorCode: number }).errorCode], [429, 33])
  assert.match(poll.text, /Connected devices per tenant: the limit is 2\./)
  await again.client.endAsync()
  await until(() => world.limits.used(world.tenantId, 'connectedDevices') === 1, 'it has gone')
  await world.connect(third)
})

test('pings keep a connection open', async (t) => {
  let nowMs = Date.now()
  const world = await openTransportWorld(t, {
    clock: { nowMs: () => nowMs },
    limits: { silenceMaxMs: 60_000, sweepIntervalMs: 1 },
  })
  const raw = await signIn(t, world)
  for (let i = 0; i < 5; i++) {
    nowMs += 40_000
    raw.socket.write(Buffer.from([0xc0, 0]))
    assert.deepEqual([...(await raw.readBytes(2))], [0xd0, 0])
  }
  nowMs += 60_001
  await raw.closed
})

test('a device that does not read is disconnected', async (t) => {
  const world = await openTransportWorld(t, { limits: { outboundBytesMax: 65_536 } })
  const raw = await signIn(t, world)
  // QoS 0, so that the limit on bytes closes the connection.
  raw.socket.write(
    generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/attributes', qos: 0 }] }),
  )
  await raw.readBytes(5)
  raw.socket.pause()
  const value = { type: ValueType.STRING, value: 'x'.repeat(50_000) } as const
  await until(async () => {
    world.live.publish({ points: [], changes: [], attributes: [world.shared(raw.device.id, 'big', value)] })
    return world.counts.errors.slowReader === 1
  }, 'the slow reader is found')
  await until(() => world.sessions.size === 0, 'its session ends')
})

test('a device that does not acknowledge is disconnected', async (t) => {
  const world = await openTransportWorld(t)
  const raw = await signIn(t, world)
  raw.socket.write(
    generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/attributes', qos: 1 }] }),
  )
  await raw.readBytes(5)
  const value = { type: ValueType.LONG, value: 1 } as const
  for (let i = 0; i < 2000; i++) {
    world.live.publish({ points: [], changes: [], attributes: [world.shared(raw.device.id, 'n', value)] })
  }
  await raw.closed
  assert.equal(world.counts.errors.slowReader, 1)
})

test('attributes larger than one answer are refused, and the owner of the device reads why', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { answerBytes: 1_000 } })
  const long = { type: ValueType.STRING, value: 'x'.repeat(2_000) } as const
  const [old, young] = [await signIn(t, world), await signIn(t, world, 0, 5)]
  for (const { device } of [old, young]) await world.commit({ attributes: [world.shared(device.id, 'long', long)] })
  const ask = { cmd: 'publish', topic: 'v1/devices/me/attributes/request/1', payload: '{}', qos: 1 } as const
  const rest = { messageId: 7, dup: false, retain: false }
  young.socket.write(generate({ ...ask, ...rest }, { protocolVersion: 5 }))
  assert.deepEqual([...(await young.readBytes(5))], [0x40, 3, 0, 7, 0x97])
  old.socket.write(generate({ ...ask, ...rest }))
  await old.closed
  assert.deepEqual(
    world.faulty.map(({ deviceId }) => deviceId),
    [young.device.id, old.device.id],
  )
  assert.match(world.faulty[0]?.error ?? '', /Bytes per response/)
})

test('what waits for devices that do not read is bounded per tenant', async (t) => {
  const world = await openTransportWorld(t, { limitValues: { deviceBuffers: 400_000 } })
  const devices = await Promise.all(Array.from({ length: 4 }, () => signIn(t, world)))
  for (const { socket, readBytes } of devices) {
    socket.write(
      generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'v1/devices/me/attributes', qos: 1 }] }),
    )
    await readBytes(5)
  }
  const value = { type: ValueType.STRING, value: 'x'.repeat(1_000) } as const
  const push = (raw: (typeof devices)[number], times: number) => {
    for (let i = 0; i < times; i++) {
      world.live.publish({ points: [], changes: [], attributes: [world.shared(raw.device.id, 'big', value)] })
    }
  }
  const used = () => world.limits.used(world.tenantId, 'deviceBuffers')
  const [first, second, third, fourth] = devices as [
    (typeof devices)[0],
    (typeof devices)[0],
    (typeof devices)[0],
    (typeof devices)[0],
  ]
  // Each device has 256 messages in flight; the rest is queued for acknowledgments.
  push(first, 406)
  push(second, 406)
  await until(() => (used() ?? 0) > 300_000, 'what waits is counted')
  push(third, 406)
  await third.closed
  assert.equal(world.counts.errors.slowReader, 1)
  first.socket.destroy()
  await until(() => (used() ?? 0) < 200_000, 'what waited for the first is given back')
  push(fourth, 406)
  await until(() => (used() ?? 0) > 300_000, 'another has room')
  assert.equal(world.counts.errors.slowReader, 1)
})

test('while the engine is behind nothing is read, and nothing accepted is lost', async (t) => {
  const most = 400
  const world = await openTransportWorld(t, { limitValues: { messagesInFlight: most } })
  world.engine.isHeld = true
  // Even if this test fails, closing must not wait for held uploads.
  t.after(() => world.engine.release())
  const devices = await Promise.all(Array.from({ length: 4 }, () => signIn(t, world)))
  const perDevice = 2_000
  const upload = ({ socket }: (typeof devices)[number], first: number, last: number) => {
    for (let id = first; id <= last; id++) socket.write(publishPacket(`{"n":${id}}`, id))
  }
  const [first, ...others] = devices as [(typeof devices)[number], ...typeof devices]
  upload(first, 1, most)
  await until(() => world.backPressure.messages >= most, 'the tenant has as many on the way as it may have')
  const inFlight = world.backPressure.messages
  for (const device of others) upload(device, 1, perDevice)
  upload(first, most + 1, perDevice)
  await until(() => world.counts.pauses === devices.length, 'reading pauses')
  assert.equal(world.backPressure.messages, inFlight)
  world.engine.release()
  await Promise.all(devices.map(({ readBytes }) => readBytes(perDevice * ackBytes)))
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, devices.length * perDevice)
  for (const { device } of devices) {
    const values = world
      .ofType('POST_TELEMETRY_REQUEST')
      .filter(({ originator }) => originator.id === device.id)
      .map(({ data }) => JSON.parse(data).n)
    assert.deepEqual(
      values,
      Array.from({ length: perDevice }, (_, i) => i + 1),
      'in order, each once',
    )
  }
})

test('on a stop, what was accepted is acknowledged and connections close', async (t) => {
  const world = await openTransportWorld(t, { limits: { drainTimeoutMs: 60_000 } })
  const raw = await signIn(t, world)
  for (let id = 1; id <= 100; id++) raw.socket.write(publishPacket('{"a":1}', id))
  await until(() => world.ofType('POST_TELEMETRY_REQUEST').length > 0, 'the first uploads are on disk')
  await world.stop()
  await raw.closed
  const acked = raw.received.length / ackBytes
  assert.equal(acked, world.ofType('POST_TELEMETRY_REQUEST').length)
})

test('an unexpected error closes the connection that it came from, and no other', async (t) => {
  const guard = createTestGuard()
  let isBroken = false
  const clock = {
    nowMs() {
      const error = new Error('the clock')
      // Only calls from the connection throw; other code handles errors differently.
      if (!isBroken || !error.stack?.includes('mqtt-connection.ts')) return Date.now()
      isBroken = false
      throw error
    },
  }
  const world = await openTransportWorld(t, { guard, clock })
  const broken = await signIn(t, world)
  const other = await signIn(t, world)
  isBroken = true
  broken.socket.write(Buffer.from([0xc0, 0]))
  await broken.closed
  assert.deepEqual(guard.caught, ['device connection: the clock'])
  assert.equal(world.counts.errors.unexpected, 1)
  other.socket.write(Buffer.from([0xc0, 0]))
  assert.deepEqual(await other.readBytes(2), Buffer.from([0xd0, 0]))
  await until(() => world.counts.connections.MQTT === 1)
})
