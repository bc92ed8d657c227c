import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  checkKey,
  keyLengthMax,
  numberOf,
  numbersNeedSource,
  PayloadError,
  parseAttributes,
  parseTelemetry,
  strictPayload,
  typedValueOf,
} from './payload.ts'
import { ValueType } from './values.ts'

const { BOOLEAN, LONG, DOUBLE, STRING, JSON: JSON_TYPE } = ValueType

/** `[key, type, value]` of each value. */
const flat = (values: ReturnType<typeof parseAttributes>) => values.map(({ key, type, value }) => [key, type, value])
const single = (text: string, options = undefined as Parameters<typeof parseAttributes>[1]) =>
  flat(parseAttributes(`{"k":${text}}`, options))[0]?.slice(1)

test('takes every form of telemetry', () => {
  const values = [{ key: 'a', type: LONG, value: 1 }]
  assert.deepEqual(parseTelemetry('{"a":1}'), [{ ts: null, values }])
  assert.deepEqual(parseTelemetry('{"ts":1600000000000,"values":{"a":1}}'), [{ ts: 1600000000000, values }])
  assert.deepEqual(parseTelemetry('{"ts":"1600000000000","values":{"a":1}}'), [{ ts: 1600000000000, values }])
  assert.deepEqual(parseTelemetry('{"ts":1.6e12,"values":{"a":1}}'), [{ ts: 1600000000000, values }])
  assert.deepEqual(parseTelemetry('[{"a":1},{"ts":5,"values":{"a":1}}]'), [
    { ts: null, values },
    { ts: 5, values },
  ])
  assert.deepEqual(parseTelemetry('[]'), [])
  assert.deepEqual(parseTelemetry('{}'), [{ ts: null, values: [] }])
  assert.deepEqual(parseTelemetry('{"a":null}'), [{ ts: null, values: [] }])
})

test('"ts" without "values" is a key like any other', () => {
  assert.deepEqual(parseTelemetry('{"ts":5}')[0]?.values, [{ key: 'ts', type: LONG, value: 5 }])
})

test('how a number is written decides its type', () => {
  assert.deepEqual(single('21'), [LONG, 21])
  assert.deepEqual(single('-0'), [LONG, 0])
  assert.deepEqual(single('21.0'), [DOUBLE, 21])
  assert.deepEqual(single('21.00'), [DOUBLE, 21])
  assert.deepEqual(single('21.5'), [DOUBLE, 21.5])
  assert.deepEqual(single('2e3'), [DOUBLE, 2000])
  assert.deepEqual(single('20E-1'), [DOUBLE, 2])
  assert.deepEqual(single('9007199254740991'), [LONG, 9007199254740991])
  assert.deepEqual(single('9007199254740993'), [LONG, 9007199254740993n])
  assert.deepEqual(single('9223372036854775807'), [LONG, 9223372036854775807n])
  assert.deepEqual(single('9223372036854775808'), [STRING, '9223372036854775808'])
  assert.deepEqual(single('-9223372036854775808'), [LONG, -9223372036854775808n])
  assert.deepEqual(single('-9223372036854775809'), [STRING, '-9223372036854775809'])
  assert.deepEqual(single('0.1234567890123456'), [DOUBLE, 0.1234567890123456])
  assert.deepEqual(single('0.12345678901234567'), [STRING, '0.12345678901234567'])
  assert.deepEqual(single('1e400'), [STRING, '1e400'])
  assert.deepEqual(single('1e-17'), [STRING, '1e-17'])
})

test('texts that look like numbers become numbers for devices only', () => {
  assert.deepEqual(single('"1.0"'), [DOUBLE, 1])
  assert.deepEqual(single('"007"'), [LONG, 7])
  assert.deepEqual(single('".5"'), [DOUBLE, 0.5])
  for (const text of ['"1.0.0"', '"1e3"', '" 1"', '"-"', '"1."', '""', '"+1"', '"0x10"', '"NaN"']) {
    assert.deepEqual(single(text), [STRING, JSON.parse(text)])
  }
  assert.deepEqual(single('"1.0"', strictPayload), [STRING, '1.0'])
  assert.deepEqual(single(`"${'9'.repeat(60_000)}"`), [STRING, '9'.repeat(60_000)])
})

test('nested values are JSON text, with numbers as written and without null members', () => {
  assert.deepEqual(single('{"x":1.0,"n":null,"l":[null,2e0,{"m":null}]}'), [JSON_TYPE, '{"x":1.0,"l":[null,2e0,{}]}'])
  assert.deepEqual(single('[1, "a\\u0001", true]'), [JSON_TYPE, '[1,"a\\u0001",true]'])
  assert.deepEqual(single('true'), [BOOLEAN, true])
})

test('names of the prototype are keys like any other', () => {
  const text = '{"__proto__":{"polluted":1},"constructor":2,"toString":"x","hasOwnProperty":true}'
  assert.deepEqual(flat(parseAttributes(text)), [
    ['__proto__', JSON_TYPE, '{"polluted":1}'],
    ['constructor', LONG, 2],
    ['toString', STRING, 'x'],
    ['hasOwnProperty', BOOLEAN, true],
  ])
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
  assert.deepEqual(parseTelemetry('{"__proto__":{"ts":1,"values":{"a":1}}}')[0]?.ts, null)
})

test('refuses what is not telemetry, and says so', () => {
  for (const text of [
    '',
    '{"a":',
    'hello',
    '5',
    '"x"',
    'null',
    '[1]',
    '[[{"a":1}]]',
    '{"ts":"x","values":{}}',
    '{"ts":-1,"values":{}}',
    '{"ts":8640000000000001,"values":{}}',
    '{"ts":1,"values":[]}',
    '{"ts":null,"values":{}}',
    '{"ts":true,"values":{}}',
    '{"":1}',
    '{"  ":1}',
  ]) {
    assert.throws(() => parseTelemetry(text), PayloadError, text)
  }
  for (const text of ['[1', '[]', '[{"a":1}]', '5', '']) assert.throws(() => parseAttributes(text), PayloadError, text)
})

test('a key may have 255 characters and no more', () => {
  const key = 'k'.repeat(keyLengthMax)
  assert.equal(parseAttributes(`{"${key}":1}`)[0]?.key, key)
  assert.throws(() => parseAttributes(`{"${key}k":1}`), /256 characters; the limit is 255/)
  checkKey(' a')
  assert.throws(() => checkKey('\t'), PayloadError)
})

test('deep nesting is refused or kept, never a crash', () => {
  for (const depth of [10, 1000, 30_000]) {
    for (const leaf of ['1', '1.0']) {
      const text = `{"a":${'['.repeat(depth)}${leaf}${']'.repeat(depth)}}`
      try {
        assert.equal(parseTelemetry(text)[0]?.values[0]?.value, text.slice(5, -1))
      } catch (error) {
        assert.ok(error instanceof PayloadError, String(error))
        assert.ok(depth > 1000, 'a thousand levels are fine')
      }
    }
  }
})

test('property: hostile bytes throw PayloadError or parse, nothing else', () => {
  const bit = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '"ts"',
    '"values"',
    '1',
    '.',
    '0',
    'e',
    '-',
    'null',
    'a',
    '\\',
    '\0',
  )
  const text = fc.oneof(
    fc.array(bit, { maxLength: 30 }).map((bits) => bits.join('')),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => new TextDecoder().decode(bytes)),
    fc.json(),
  )
  fc.assert(
    fc.property(text, (input) => {
      for (const parse of [parseTelemetry, parseAttributes]) {
        try {
          parse(input)
        } catch (error) {
          assert.ok(error instanceof PayloadError, String(error))
        }
      }
    }),
    { numRuns: 2000 },
  )
})

test('property: the fast way and the careful way agree', () => {
  const number = fc.oneof(
    fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
    fc.integer().map(String),
    fc.bigInt().map(String),
    fc.tuple(fc.integer(), fc.stringMatching(/^\d{1,20}$/)).map(([whole, fraction]) => `${whole}.${fraction}`),
    fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -30, max: 30 })).map(([m, e]) => `${m}e${e}`),
  )
  fc.assert(
    fc.property(number, (text) => {
      const { type, value } = numberOf(text)
      assert.deepEqual(single(text), type === LONG && Object.is(value, -0) ? [type, 0] : [type, value])
      const plain = Number(text)
      if (!numbersNeedSource(text))
        assert.deepEqual([type, value], [Number.isInteger(plain) ? LONG : DOUBLE, plain + 0])
    }),
    { numRuns: 2000 },
  )
})

test('property: what plain JSON holds comes back', () => {
  const scalar = fc.oneof(fc.boolean(), fc.integer(), fc.string())
  const key = fc.string({ minLength: 1, maxLength: 20 }).filter((k) => k.trim() !== '')
  fc.assert(
    fc.property(fc.dictionary(key, scalar), (object) => {
      const parsed = parseAttributes(JSON.stringify(object), strictPayload)
      assert.deepEqual(
        parsed.map((v) => [v.key, v.value]),
        Object.entries(object),
      )
    }),
  )
})

test('values of parsed JSON', () => {
  assert.deepEqual(typedValueOf(1.5), { type: DOUBLE, value: 1.5 })
  assert.deepEqual(typedValueOf('1'), { type: STRING, value: '1' })
  assert.deepEqual(typedValueOf({ a: [1] }), { type: JSON_TYPE, value: '{"a":[1]}' })
  assert.equal(typedValueOf(null), null)
})
