import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { publishQos, readPublish } from './mqtt-publish.ts'

/** Reads a complete packet at offset `start` of a larger buffer. */
function read(packet: Buffer, protocolVersion: number, start = 0) {
  const bytes = Buffer.concat([Buffer.alloc(start, 0xff), packet, Buffer.from('next packet')])
  let body = start + 1
  while ((bytes[body++] as number) >= 0x80) {}
  const end = start + packet.length
  const { at, ...rest } = readPublish(bytes, start, bytes[start] as number, body, end, protocolVersion)
  return { ...rest, payload: bytes.toString('utf8', at, end) }
}

const topics = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !/[\0+#]/.test(text))

test('what a client publishes is read, in all versions, with and without properties', () => {
  fc.assert(
    fc.property(
      topics,
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.constantFrom(0, 1, 2),
      fc.integer({ min: 1, max: 0xffff }),
      fc.constantFrom(3, 4, 5),
      fc.boolean(),
      fc.nat(20),
      (topic, payload, qos, messageId, protocolVersion, hasProperties, start) => {
        const packet = generate(
          {
            cmd: 'publish',
            topic,
            payload,
            qos: qos as 0 | 1 | 2,
            messageId,
            dup: false,
            retain: false,
            ...(hasProperties && { properties: { contentType: 'application/json' } }),
          },
          { protocolVersion },
        )
        assert.deepEqual(read(packet, protocolVersion, start), {
          topic,
          qos,
          packetId: qos === 0 ? 0 : messageId,
          hasTopicAlias: false,
          payload,
        })
      },
    ),
  )
})

test('a topic alias is seen, and forgotten with the next packet', () => {
  const publish = { cmd: 'publish', topic: 't', payload: '1', qos: 0, dup: false, retain: false } as const
  const withAlias = generate({ ...publish, properties: { topicAlias: 3 } }, { protocolVersion: 5 })
  assert.equal(read(withAlias, 5).hasTopicAlias, true)
  assert.equal(read(generate(publish, { protocolVersion: 5 }), 5).hasTopicAlias, false)
})

test('one object is reused', () => {
  const bytes = Buffer.from([0x30, 3, 0, 1, 0x61])
  assert.equal(readPublish(bytes, 0, 0x30, 2, 5, 4), readPublish(bytes, 0, 0x30, 2, 5, 4))
})

for (const { what, bytes, version = 4 } of [
  { what: 'QoS 3', bytes: [0x36, 5, 0, 1, 0x61, 0, 1] },
  { what: 'DUP at QoS 0', bytes: [0x38, 3, 0, 1, 0x61] },
  { what: 'no topic', bytes: [0x30, 1, 0] },
  { what: 'a cut topic', bytes: [0x30, 3, 0, 2, 0x61] },
  { what: 'a topic that is not UTF-8', bytes: [0x30, 3, 0, 1, 0xff] },
  { what: 'a topic with NUL', bytes: [0x30, 3, 0, 1, 0] },
  { what: 'no packet id', bytes: [0x32, 4, 0, 1, 0x61, 1] },
  { what: 'packet id 0', bytes: [0x32, 5, 0, 1, 0x61, 0, 0] },
  { what: 'cut properties', bytes: [0x30, 4, 0, 1, 0x61, 9], version: 5 },
]) {
  test(`${what} is malformed`, () => {
    assert.throws(() => readPublish(Buffer.from(bytes), 0, bytes[0] as number, 2, bytes.length, version))
  })
}

test('DUP is allowed from QoS 1 on', () => {
  assert.equal(read(Buffer.from([0x3a, 5, 0, 1, 0x61, 0, 7]), 4).packetId, 7)
  assert.deepEqual([0x30, 0x32, 0x34, 0x36].map(publishQos), [0, 1, 2, 3])
})
