import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { generate, type Packet } from 'mqtt-packet'
import { type PropertyPlace, propertiesEnd } from './mqtt-properties.ts'

/** Returns the end of hand-written properties, which are prefixed with their length. */
function endOf(place: PropertyPlace, ...properties: readonly (readonly number[])[]) {
  const written = Buffer.from(properties.flat())
  const bytes = Buffer.concat([Buffer.from([0xff, written.length]), written, Buffer.from([7])])
  const end = propertiesEnd(bytes, 1, bytes.length, place)
  assert.ok(end === -1 || end === bytes.length - 1, 'all of them, and no more')
  return end > 0
}

const receiveMaximum = (value: number) => [0x21, value >> 8, value & 0xff]
const packetMaximum = (value: number) => [0x27, 0, 0, 0, value]
const user = [0x26, 0, 1, 0x61, 0, 1, 0x62]

test('each property once, where it belongs, with a value that is allowed', () => {
  assert.ok(endOf('connect'))
  assert.ok(endOf('connect', receiveMaximum(1), packetMaximum(9), [0x17, 1], [0x19, 0], [0x22, 0, 0], user, user))
  assert.ok(endOf('connect', [0x11, 0, 0, 0, 0]), 'a session that ends at once')
  assert.ok(endOf('will', [0x18, 0, 0, 0, 0], [0x01, 1], [0x03, 0, 1, 0x61]))
  assert.ok(endOf('publish', [0x23, 0, 1], [0x09, 0, 0]))
  assert.ok(endOf('subscribe', [0x0b, 0x80, 0x01]))

  assert.ok(!endOf('connect', receiveMaximum(0)))
  assert.ok(!endOf('connect', packetMaximum(0)))
  assert.ok(!endOf('publish', [0x23, 0, 0]))
  assert.ok(!endOf('subscribe', [0x0b, 0]))
  assert.ok(!endOf('connect', [0x17, 2]))
  assert.ok(!endOf('connect', receiveMaximum(3), receiveMaximum(3)))
  assert.ok(!endOf('connect', [0x11, 0, 0, 0, 0], [0x11, 0, 0, 0, 9]), 'also behind a zero')
  assert.ok(!endOf('connect', [0x23, 0, 1]), 'a topic alias is a PUBLISH’s')
  assert.ok(!endOf('publish', [0x0b, 1]), 'no client says which subscription a message is for')
  assert.ok(!endOf('connect', [0x7e, 1]), 'unknown')
  assert.ok(!endOf('connect', [0x21, 0]), 'cut short')
  assert.ok(!endOf('connect', [0x15, 0, 9, 0x61]), 'longer than all of them')
})

test('whatever the encoder writes of sound properties is sound; nothing is read beyond the end', () => {
  const text = fc.string({ maxLength: 20 })
  const properties = fc.record(
    {
      sessionExpiryInterval: fc.nat(0xffffffff),
      receiveMaximum: fc.integer({ min: 1, max: 0xffff }),
      maximumPacketSize: fc.integer({ min: 1, max: 0xffffffff }),
      topicAliasMaximum: fc.nat(0xffff),
      requestResponseInformation: fc.boolean(),
      requestProblemInformation: fc.boolean(),
      userProperties: fc.dictionary(text, text, { noNullPrototype: true, minKeys: 1 }),
      authenticationMethod: text,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(properties, fc.nat(30), (given, cut) => {
      const bytes = generate(
        {
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 5,
          clean: true,
          clientId: '',
          keepalive: 1,
          properties: given,
        } as Packet,
        { protocolVersion: 5 },
      )
      // After the fixed header, name, level, flags and keep-alive take ten bytes.
      const at = (bytes[1] as number) < 0x80 ? 12 : 13
      const end = propertiesEnd(bytes, at, bytes.length, 'connect')
      // An empty client ID follows.
      assert.equal(end, bytes.length - 2)
      if (cut > 2) assert.equal(propertiesEnd(bytes, at, Math.max(at, bytes.length - cut), 'connect'), -1)
    }),
  )
})
