/** Device text that HTTP rejects must be rejected by MQTT too: one table of texts for every entry point. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { generate } from 'mqtt-packet'
import { until } from '../until-testing.ts'
import { provisionRequestTopic } from './mqtt/mqtt-provisioning.ts'
import { Reason } from './mqtt/mqtt-reasons.ts'
import { openTransportWorld, type TransportWorld } from './transport-testing.ts'

const me = 'v1/devices/me/'

/** Entry point and a function that builds its payload from the text to reject. */
interface Way {
  readonly topic: string
  /** HTTP path after the token; null for attribute requests, whose keys are in the query string. */
  readonly path: string | null
  readonly text: (key: string, value: string) => string
}

const ways: readonly Way[] = [
  { topic: `${me}telemetry`, path: 'telemetry', text: (key, value) => `{"${key}":"${value}"}` },
  { topic: 'v2/t', path: 'telemetry', text: (key, value) => `[{"ts":1,"values":{"a":{"${key}":["${value}"]}}}]` },
  { topic: `${me}attributes`, path: 'attributes', text: (key, value) => `{"${key}":1.0,"b":"${value}"}` },
  { topic: `${me}attributes/request/1`, path: null, text: (key, value) => `{"clientKeys":"${value}","${key}":1}` },
  { topic: `${me}rpc/response/1`, path: 'rpc/1', text: (key, value) => `{"${key}":"${value}"}` },
  {
    topic: `${me}rpc/request/1`,
    path: 'rpc',
    text: (key, value) => `{"method":"m${value}","params":{"${key}":1}}`,
  },
  { topic: `${me}claim`, path: 'claim', text: (key, value) => `{"secretKey":"${value}","${key}":1}` },
]

const rejected: readonly (readonly [what: string, key: string, value: string])[] = [
  ['NUL in a key', 'a\\u0000b', 'x'],
  ['NUL in a value', 'a', 'x\\u0000'],
  ['half of a surrogate pair in a key', '\\ud800', 'x'],
  ['half of a surrogate pair in a value', 'a', '\\udc00'],
  ['a key that changes the prototype', '__proto__', 'x'],
  ['the same in escapes', '\\u005f_proto__', 'x'],
]

/** Messages that devices sent, without the server's own connection events. */
const uploads = ({ messages }: TransportWorld) => messages.filter(({ type }) => !type.endsWith('_EVENT'))

const brokenUtf8 = Buffer.from([0x7b, 0x22, 0x61, 0xff, 0x22, 0x3a, 0x31, 0x7d])

test('hostile text is refused on every topic, as over HTTP', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const call = await world.openHttp()
  const client = await world.connect(device, { protocolVersion: 5 })
  for (const { topic, path, text } of ways) {
    const payloads = [...rejected.map(([what, key, value]) => [what, text(key, value)] as const), ['bytes', brokenUtf8]]
    for (const [what, payload] of payloads as [string, string | Buffer][]) {
      await assert.rejects(
        client.client.publishAsync(topic, payload, { qos: 1 }),
        { code: Reason.PAYLOAD_FORMAT_INVALID },
        `${topic}: ${what}`,
      )
      if (path === null || typeof payload !== 'string') continue
      const { status } = await call('POST', `/api/v1/${device.token}/${path}`, payload)
      assert.equal(status, 400, `${path}: ${what}`)
    }
  }
  assert.equal(client.isClosed, false)
  assert.deepEqual(uploads(world), [])
  // Texts that only resemble rejected ones are accepted.
  await client.publish(`${me}telemetry`, '{"prototype":{"constructor":1},"text":"\\u0001 \ufffd 😀 \\ud83d\\ude00"}')
  assert.equal(world.ofType('POST_TELEMETRY_REQUEST').length, 1)
})

test('a client of version 3 is hung up on, and so is QoS 0', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  for (const [protocolVersion, qos] of [
    [4, 1],
    [4, 0],
    [5, 0],
  ] as const) {
    const client = await world.connect(device, { protocolVersion })
    client.client.publishAsync(`${me}telemetry`, brokenUtf8, { qos }).catch(() => undefined)
    await client.closed
  }
  assert.deepEqual(uploads(world), [])
})

test('an answer that is plain text is held to the same', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const client = await world.connect(device, { protocolVersion: 5 })
  await assert.rejects(client.publish(`${me}rpc/response/1`, 'plain\0text'), { code: Reason.PAYLOAD_FORMAT_INVALID })
  await client.publish(`${me}rpc/response/1`, 'plain text')
  const call = await world.openHttp()
  assert.equal((await call('POST', `/api/v1/${device.token}/rpc/1`, 'plain\0text')).status, 400)
  assert.equal((await call('POST', `/api/v1/${device.token}/rpc/1`, 'plain text')).status, 200)
})

test('a request for credentials is held to the same on both ways', async (t) => {
  const world = await openTransportWorld(t)
  const call = await world.openHttp()
  const text = (deviceName: string) =>
    `{"provisionDeviceKey":"SUCCESS","provisionDeviceSecret":"s","deviceName":"${deviceName}"}`
  for (const payload of [text('a\\u0000'), text('\\ud800'), brokenUtf8]) {
    const client = await world.connect({ token: 'provision' })
    client.client.publishAsync(provisionRequestTopic, payload, { qos: 1 }).catch(() => undefined)
    await client.closed
    if (typeof payload === 'string') assert.equal((await call('POST', '/api/v1/provision', payload)).status, 400)
  }
  assert.deepEqual(world.requested, [])
})

test('a time that is no time in milliseconds is refused on both ways', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const call = await world.openHttp()
  const client = await world.connect(device, { protocolVersion: 5 })
  for (const ts of [-62_135_596_800_001, 253_402_300_800_000, 1_700_000_000_000_000]) {
    const upload = { ts, values: { a: 1 } }
    await assert.rejects(client.publish('v2/t', upload), { code: Reason.PAYLOAD_FORMAT_INVALID })
    const { status, text } = await call('POST', `/api/v1/${device.token}/telemetry`, upload)
    assert.equal(status, 400)
    assert.match(text, /milliseconds/)
  }
  for (const ts of [253_402_300_799_999, -1, -62_135_596_800_000])
    await client.publish('v2/t', { ts, values: { a: 1 } })
  assert.deepEqual(
    world.ofType('POST_TELEMETRY_REQUEST').map(({ metadata }) => metadata.ts),
    ['253402300799999', '-1', '-62135596800000'],
  )
})

/** Sends bytes on a raw connection; resolves with the response bytes once the server has closed it. */
async function answerTo(t: TestContext, { port }: TransportWorld, bytes: Buffer): Promise<Buffer> {
  const socket = connectSocket({ host: '127.0.0.1', port })
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'connect')
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(chunks)
}

const connectPacket = (version: 4 | 5, texts: { clientId?: string; username?: string }) =>
  generate(
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: version,
      clean: true,
      clientId: texts.clientId ?? 'client',
      username: texts.username ?? 'user',
      will: { topic: 'will', payload: Buffer.from([0xff]), qos: 0, retain: false },
    },
    { protocolVersion: version },
  )

test('client ids, user names and topics that are no text end the connection', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  for (const version of [4, 5] as const) {
    for (const field of ['clientId', 'username'] as const) {
      for (const mark of ['\0', '\x7f']) {
        const bytes = connectPacket(version, { username: device.token, [field]: `id${mark}id` })
        // Invalid bytes that the packet writer cannot produce replace a placeholder.
        const broken = Buffer.from(bytes.map((byte) => (byte === 0x7f ? 0xff : byte)))
        const answer = await answerTo(t, world, broken)
        const expected = version === 5 ? [0x20, 3, 0, Reason.MALFORMED, 0] : [0x20, 2, 0, 2]
        assert.deepEqual([...answer], expected, `${version} ${field} ${JSON.stringify(mark)}`)
      }
    }
  }
  for (const mark of [0, 0xff]) {
    const publish = generate({ cmd: 'publish', topic: 'v2/t~', payload: '{"a":1}', qos: 0, dup: false, retain: false })
    const broken = Buffer.from(publish.map((byte) => (byte === 0x7e ? mark : byte)))
    const signIn = connectPacket(4, { username: device.token })
    assert.deepEqual([...(await answerTo(t, world, Buffer.concat([signIn, broken])))], [0x20, 2, 0, 0])
  }
  assert.deepEqual(uploads(world), [])
})

test('bytes that are no text are no password, and trouble nobody whose token needs none', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  const password = Buffer.from([0xff, 0xfe])
  const client = await world.connect(device, { password: password as never })
  await client.publish('v2/t', { a: 1 })
  await until(() => world.ofType('POST_TELEMETRY_REQUEST').length === 1, 'it is taken')
})
