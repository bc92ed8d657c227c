import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityTypes } from '@sonde/model/ids'
import fc from 'fast-check'
import { anyCharacter } from '../characters-testing.ts'
import type { Message } from './message.ts'
import { createMessageBatchWriter, decodeMessages, encodeMessages, MessageBytesError } from './message-codec.ts'

// Includes lone surrogates, control characters and long texts.
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string(),
  fc.string({ unit: anyCharacter, minLength: 100, maxLength: 400 }),
  fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
)
const id = fc.oneof(
  fc.uuid(),
  text,
  fc.uuid().map((uuid) => uuid.toUpperCase()),
)
const message: fc.Arbitrary<Message> = fc.record(
  {
    id,
    ts: fc.oneof(fc.integer({ min: 0 }), fc.double({ noNaN: true }), fc.maxSafeInteger()),
    type: text,
    tenantId: id,
    originator: fc.record({ entityType: fc.constantFrom(...entityTypes), id }, { noNullPrototype: true }),
    customerId: id,
    metadata: fc.dictionary(fc.oneof(text, fc.constantFrom('ts', 'deviceName', '__proto__', '0')), text, {
      noNullPrototype: true,
    }),
    dataType: fc.constantFrom('JSON', 'TEXT', 'BINARY'),
    data: text,
    queueName: text,
    ruleChainId: fc.option(id),
    ruleNodeId: fc.option(id),
  },
  { noNullPrototype: true },
)

test('a batch of messages comes back as it was', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), (messages) => {
      assert.deepEqual(decodeMessages(encodeMessages(messages)), messages)
    }),
    { numRuns: 300 },
  )
})

test('a mark takes back what was added after it', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 4 }), fc.array(message, { maxLength: 4 }), (retained, dropped) => {
      const writer = createMessageBatchWriter()
      for (const each of retained) writer.add(each)
      const mark = writer.mark()
      for (const each of dropped) writer.add(each)
      writer.rollback(mark)
      for (const each of retained) writer.add(each)
      assert.deepEqual(decodeMessages(writer.finish()), [...retained, ...retained])
    }),
    { numRuns: 100 },
  )
})

test('hostile bytes give a clear error and nothing worse', () => {
  const decodes = (bytes: Uint8Array) => {
    try {
      decodeMessages(bytes)
    } catch (error) {
      assert.ok(error instanceof MessageBytesError, String(error))
      assert.match(error.message, /aren’t a batch of messages/)
    }
  }
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), decodes), { numRuns: 500 })
  fc.assert(
    fc.property(message, fc.nat(), fc.nat(255), fc.nat(), (each, at, byte, cut) => {
      const bytes = encodeMessages([each, each])
      bytes[at % bytes.length] = byte
      decodes(bytes)
      decodes(bytes.subarray(0, cut % bytes.length))
    }),
    { numRuns: 500 },
  )
})

test('a telemetry message of a busy device costs little more than its payload', () => {
  const uuid = '0190a0a0-0000-7000-8000-000000000000'
  const data = '{"temperature":21.5}'
  const one: Message = {
    id: uuid,
    ts: 1,
    type: 'POST_TELEMETRY_REQUEST',
    tenantId: uuid,
    originator: { entityType: 'DEVICE', id: uuid },
    customerId: uuid,
    metadata: { deviceName: 'Pump 1', deviceType: 'pump', ts: '1700000000000' },
    dataType: 'JSON',
    data,
    queueName: 'Main',
    ruleChainId: null,
    ruleNodeId: null,
  }
  const bytes = encodeMessages(Array.from({ length: 100 }, () => one)).length / 100
  assert.ok(bytes < data.length + 70, `${bytes} bytes`)
})
