import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parser } from 'mqtt-packet'
import { defaultProfileRecord as profile } from '../../devices/records-testing.ts'
import { AckQueue } from './mqtt-acks.ts'
import { Downlink, unacknowledgedMax, waitingMax } from './mqtt-downlink.ts'
import { encodePublish } from './mqtt-frames.ts'
import { topicMatcher, uploadOf } from './mqtt-topics.ts'

test('acknowledgements go out in the order of what they acknowledge', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 0xffff }), { minLength: 1, maxLength: 50 }),
      fc.nat(),
      (ids, seed) => {
        const acks = new AckQueue()
        const tokens = ids.map((id) => acks.expect(id))
        const order = [...tokens].sort((a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101))
        const written: number[] = []
        for (const token of order) {
          acks.settle(token, 0)
          const bytes = acks.drain(false)
          for (let at = 0; bytes && at < bytes.length; at += 4) written.push(bytes.readUInt16BE(at + 2))
        }
        assert.deepEqual(written, ids)
        assert.equal(acks.length, 0)
      },
    ),
  )
})

test('reason codes are written to version 5 only', () => {
  const settle = (isVersion5: boolean) => {
    const acks = new AckQueue()
    for (const [id, code] of [
      [1, 0],
      [258, 0x99],
      [3, 0],
    ] as const) {
      acks.settle(acks.expect(id), code)
    }
    return [...(acks.drain(isVersion5) ?? [])]
  }
  assert.deepEqual(settle(true), [0x40, 2, 0, 1, 0x40, 3, 1, 2, 0x99, 0x40, 2, 0, 3])
  assert.deepEqual(settle(false), [0x40, 2, 0, 1, 0x40, 2, 1, 2, 0x40, 2, 0, 3])
})

test('what the server publishes is what a client reads', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 20_000 }),
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(4, 5),
      (topic, payload, packetId, version) => {
        let read: unknown
        const reader = parser({ protocolVersion: version })
        reader.on('packet', (packet) => {
          read = packet.cmd === 'publish' && [
            packet.topic,
            packet.payload.toString(),
            packet.messageId ?? 0,
            packet.qos,
          ]
        })
        reader.parse(encodePublish(topic, payload, packetId, version))
        assert.deepEqual(read, [topic, payload, packetId, packetId > 0 ? 1 : 0])
      },
    ),
  )
})

test('a client that does not acknowledge is sent a bounded number', () => {
  const downlink = new Downlink(4, 0xffff, Number.MAX_SAFE_INTEGER)
  const send = (delivered: (() => void) | null = null) => downlink.publish('t', 'p', 1, delivered)
  let delivered = 0
  for (let i = 0; i < unacknowledgedMax; i++) assert.ok(Buffer.isBuffer(send(() => delivered++)))
  for (let i = 0; i < waitingMax; i++) assert.equal(send(), 'queued')
  assert.equal(send(), 'full')
  assert.ok(Buffer.isBuffer(downlink.acknowledged(1, true)), 'the first that waited goes out')
  assert.equal(delivered, 1)
  assert.equal(downlink.acknowledged(1, true), null, 'twice is once')
  downlink.acknowledged(2, false)
  assert.equal(delivered, 1, 'a refused message is not delivered')
})

test('a client of version 5 sets its own bounds', () => {
  const downlink = new Downlink(5, 1, 40)
  assert.equal(downlink.publish('t', 'x'.repeat(100), 0, null), 'oversized')
  assert.equal(downlink.publish('t', 'x'.repeat(100), 1, null), 'oversized')
  assert.ok(Buffer.isBuffer(downlink.publish('t', 'x', 1, null)))
  assert.equal(downlink.publish('t', 'x', 1, null), 'queued')
})

test('topics of uploads', () => {
  const kinds = (...topics: string[]) => topics.map((topic) => uploadOf(topic, profile).kind)
  assert.deepEqual(kinds('v1/devices/me/telemetry', 'v2/t', 'v2/t/j', 'v2/t/p'), [
    'telemetry',
    'telemetry',
    'telemetry',
    'protobuf',
  ])
  assert.deepEqual(uploadOf('v2/a/req/j/12', profile), { kind: 'attributeRequest', form: 'v2j', requestId: 12 })
  assert.deepEqual(uploadOf('v2/r/res/2147483647', profile), {
    kind: 'callReply',
    form: 'v2',
    requestId: 2147483647,
  })
  assert.deepEqual(
    kinds('v2/r/res/2147483648', 'v2/r/req/', 'v2/a/req/-1', 'v1/devices/me/rpc/request/1x'),
    Array(4).fill('badRequestId'),
  )
  assert.deepEqual(kinds('v2/a/req/p/1', '', 'v1/gateway/telemetry', '/provision/request'), [
    'protobuf',
    'unknown',
    'gateway',
    'unknown',
  ])
})

test('a profile with Protobuf payloads leaves JSON where the topic or the profile allows it', () => {
  const kindsOf = (payloads: object, ...topics: string[]) => {
    const own = { deviceTelemetryTopic: 'dev/tel', deviceAttributesTopic: 'dev/att' }
    const transportConfiguration = { ...own, transportPayloadTypeConfiguration: payloads }
    const mqtt = { ...profile, transportType: 'MQTT', profileData: { transportConfiguration } } as const
    return topics.map((topic) => uploadOf(topic, mqtt).kind)
  }
  const own = ['dev/tel', 'dev/att', 'v2/t', 'v2/a', 'v2/r/res/1', 'v1/devices/me/attributes/request/1']
  const explicit = ['v2/t/j', 'v2/a/j', 'v2/r/res/j/1', 'v2/r/req/j/1', 'v2/a/req/j/1']
  const protobuf = { transportPayloadType: 'PROTOBUF' }
  assert.deepEqual(kindsOf(protobuf, ...own), Array(6).fill('protobuf'))
  const explicitKinds = ['telemetry', 'attributes', 'callReply', 'clientCall', 'attributeRequest']
  assert.deepEqual(kindsOf(protobuf, ...explicit), explicitKinds)
  const both = { ...protobuf, enableCompatibilityWithJsonPayloadFormat: true }
  const kinds = ['telemetry', 'attributes', 'telemetry', 'attributes', 'callReply', 'attributeRequest']
  assert.deepEqual(kindsOf(both, ...own), kinds)
  assert.deepEqual(kindsOf({ transportPayloadType: 'JSON' }, ...own), kinds)
  assert.deepEqual(kindsOf(protobuf, 'v1/gateway/telemetry', 'unknown'), ['gateway', 'unknown'])
})

test('filters of profiles match whole levels', () => {
  const matches = (filter: string, topic: string) => topicMatcher(filter)(topic)
  assert.ok(matches('a/+/c', 'a/b/c'))
  assert.ok(matches('a/#', 'a/b/c'))
  assert.ok(matches('a/#', 'a'))
  assert.ok(!matches('a/+', 'a'))
  assert.ok(!matches('a/+', 'a/b/c'))
  assert.ok(!matches('a/b', 'a/bc'))
})
