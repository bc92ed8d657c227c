import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { parseAttributes, parseTelemetry } from '@sonde/model/telemetry/payload'
import fc from 'fast-check'
import { testMessage } from '../rule-chains/engine/engine-testing.ts'
import { valuesJson } from '../transports/values-json.ts'
import { attributesOf, parsedData, telemetryOf } from './parsed-data.ts'

const message = (data: string, from = data) => ({
  ...testMessage(NIL_UUID, NIL_UUID, { data }),
  parsed: parsedData(from, parseAttributes(from)),
})

test('the values that came with the data are its values', () => {
  const { parsed, ...text } = message('{"a":1.5}')
  assert.equal(telemetryOf({ ...text, parsed })[0]?.values, parsed?.values)
  assert.equal(attributesOf({ ...text, parsed }), parsed?.values)
  assert.deepEqual(telemetryOf({ ...text, parsed }), [{ ts: null, values: parsed?.values }])
})

test('a node that changes the data leaves the values of the old data behind', () => {
  const changed = { ...message('{"a":1}'), data: '{"b":2}' }
  assert.deepEqual(
    attributesOf(changed).map(({ key, value }) => [key, value]),
    [['b', 2]],
  )
  assert.equal(telemetryOf(changed)[0]?.values[0]?.key, 'b')
})

test('values that may read differently from their text do not travel, and neither do many', () => {
  assert.equal(message('{"a":{"b":1}}').parsed, undefined)
  assert.equal(message('{"values":1}').parsed, undefined)
  const many = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join()}}`
  assert.equal(message(many(32)).parsed?.values.length, 32)
  assert.equal(message(many(33)).parsed, undefined)
  assert.equal(attributesOf(message(many(33))).length, 33)
})

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.integer(), fc.nat()).map(([whole, part]) => `${whole}.${part}`),
  fc.integer().map(String),
  fc.constantFrom(
    '0.0',
    '-0.0',
    '-0',
    '1.50',
    '0.000001',
    '0.0000001',
    '1e21',
    '5e-324',
    '"1.0"',
    '"x"',
    'true',
    'null',
  ),
)
const payload = fc
  .array(number, { maxLength: 4 })
  .chain((values) =>
    fc.constantFrom(
      `{${values.map((value, i) => `"k${i}":${value}`).join()}}`,
      `{"ts":5,"values":{${values.map((value, i) => `"k${i}":${value}`).join()}}}`,
      `{${values.map((value, i) => `"k${i}": ${value}`).join(', ')}}`,
    ),
  )

test('a text that is not printed again is the one that would be printed, and reads as the same values', () => {
  let retained = 0
  fc.assert(
    fc.property(payload, (text) => {
      for (const { values, text: own } of parseTelemetry(text)) {
        const printed = valuesJson(values)
        if (own !== null) {
          retained++
          assert.equal(own, printed)
        }
        assert.deepEqual(parseAttributes(printed), values)
      }
    }),
    { numRuns: 3000 },
  )
  assert.ok(retained > 100, `${retained} texts`)
})
