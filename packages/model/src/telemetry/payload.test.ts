import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonDepthMax } from '../storable-text.ts'
import {
  attributePayload,
  checkKey,
  keyLengthMax,
  longNumberOf,
  numberOf,
  numbersNeedSource,
  PayloadError,
  parseAttributes,
  parseTelemetry as parsePayload,
  strictPayload,
  tsMax,
  tsMin,
  typedValueOf,
} from './payload.ts'
import { ValueType } from './values.ts'

const { BOOLEAN, LONG, DOUBLE, STRING, JSON: JSON_TYPE } = ValueType

/** Without the text, which only saves the next consumer from serializing the values. */
const parseTelemetry = (...args: Parameters<typeof parsePayload>) =>
  parsePayload(...args).map(({ ts, values }) => ({ ts, values }))

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
  for (const text of ['2e3', '2.0E+3', '20000e-1', '2000.000e0']) assert.deepEqual(single(text), [LONG, 2000], text)
  for (const text of ['0e5', '-0.0e-3', '0E-40']) assert.deepEqual(single(text), [LONG, 0], text)
  assert.deepEqual(single('-0.0'), [DOUBLE, 0])
  assert.deepEqual(single('-25e-1'), [DOUBLE, -2.5])
  assert.deepEqual(single('1e-7'), [DOUBLE, 1e-7])
  assert.deepEqual(single('9223372036854775807e0'), [LONG, 9223372036854775807n])
  assert.deepEqual(single('-92233720368547758.08e2'), [LONG, -9223372036854775808n])
  assert.deepEqual(single('9223372036854775808e0'), [STRING, '9223372036854775808'])
  assert.deepEqual(single('1.7976931348623157e30'), [STRING, '1797693134862315700000000000000'])
  assert.deepEqual(single('9007199254740991'), [LONG, 9007199254740991])
  assert.deepEqual(single('9007199254740993'), [LONG, 9007199254740993n])
  assert.deepEqual(single('9223372036854775807'), [LONG, 9223372036854775807n])
  assert.deepEqual(single('9223372036854775808'), [STRING, '9223372036854775808'])
  assert.deepEqual(single('-9223372036854775808'), [LONG, -9223372036854775808n])
  assert.deepEqual(single('-9223372036854775809'), [STRING, '-9223372036854775809'])
  assert.deepEqual(single('0.1234567890123456'), [DOUBLE, 0.1234567890123456])
  assert.deepEqual(single('0.12345678901234567'), [STRING, '0.12345678901234567'])
  assert.deepEqual(single('1e400'), [STRING, `1${'0'.repeat(400)}`])
  assert.deepEqual(single('1e-16'), [DOUBLE, 1e-16])
  assert.deepEqual(single('-1e-17'), [STRING, '-0.00000000000000001'])
  assert.deepEqual(single('12.345e-16'), [STRING, '0.0000000000000012345'])
  assert.deepEqual(single('1e1001'), [STRING, '1e1001'])
  assert.deepEqual(single('1e-999999999'), [STRING, '1e-999999999'])
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

test('names of the prototype are keys like any other, but for those that would change it', () => {
  assert.deepEqual(flat(parseAttributes('{"constructor":2,"toString":"x","hasOwnProperty":true}')), [
    ['constructor', LONG, 2],
    ['toString', STRING, 'x'],
    ['hasOwnProperty', BOOLEAN, true],
  ])
  for (const [text, message] of [
    ['{"__proto__":{"polluted":1}}', 'The key __proto__ isn’t allowed.'],
    ['{"\\u005f_proto__":1.0}', 'The key __proto__ isn’t allowed.'],
    ['{"a":{"constructor":{"prototype":{}}}}', 'The key a.constructor isn’t allowed.'],
    ['[{"ts":1,"values":{"__proto__":1}}]', 'The key [0].values.__proto__ isn’t allowed.'],
  ] as const) {
    assert.throws(() => parseTelemetry(text), new PayloadError(message))
  }
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('text that cannot be stored is refused with the name of its field', () => {
  for (const [text, message] of [
    ['{"a\\u0000b":1}', 'A key of the payload contains a NUL character. Remove it.'],
    ['{"a":"\\u0000"}', 'a contains a NUL character. Remove it.'],
    ['{"a":{"b":["\\ud800"]}}', 'a.b[0] contains half of a surrogate pair. Remove it.'],
    ['{"\\udc00":1.0}', 'A key of the payload contains half of a surrogate pair. Remove it.'],
  ] as const) {
    assert.throws(() => parseTelemetry(text), new PayloadError(message))
    assert.throws(() => parseAttributes(text), new PayloadError(message))
  }
  assert.deepEqual(single('"\\ud83d\\ude00 \\u0001"'), [STRING, '😀 \u0001'])
})

test('a value may nest as deep as an answer may', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  assert.deepEqual(single(nested(jsonDepthMax - 1)), [JSON_TYPE, nested(jsonDepthMax - 1)])
  assert.throws(() => single(nested(jsonDepthMax)), new PayloadError('A value nests deeper than 200 levels.'))
  assert.throws(() => single(nested(60_000)), PayloadError)
  // A number whose notation matters takes another code path.
  assert.throws(() => single(`${'['.repeat(30_000)}1.0${']'.repeat(30_000)}`), PayloadError)
})

test('a time is milliseconds from the year 1 to the year 9999; another is refused, not moved', () => {
  const timeOf = (ts: string) => parseTelemetry(`{"ts":${ts},"values":{"a":1}}`)[0]?.ts
  assert.equal(Date.parse('9999-12-31T23:59:59.999Z'), tsMax)
  assert.equal(new Date(tsMin).toISOString(), '0001-01-01T00:00:00.000Z')
  for (const ts of [0, 1, -1, tsMin, tsMax]) assert.equal(timeOf(String(ts)), ts)
  assert.deepEqual([timeOf('-0.5'), timeOf('-1.5'), timeOf('"-5"')], [0, -1, -5])
  for (const ts of [tsMax + 1, 1_700_000_000_000_000, 8_640_000_000_000_000, '1e300', '"99999999999999999"']) {
    assert.throws(() => timeOf(String(ts)), /^PayloadError: "ts" is after the year 9999\. Send milliseconds/)
  }
  for (const ts of [tsMin - 1, -1e300, '"-99999999999999999"']) {
    assert.throws(
      () => timeOf(String(ts)),
      /^PayloadError: "ts" is before the year 1\. Send milliseconds since 1970\.$/,
    )
  }
  assert.throws(() => timeOf('"soon"'), /^PayloadError: "ts" must be the time in milliseconds since 1970\.$/)
})

test('numbers of attributes over REST are what their form says', () => {
  const typeOf = (text: string) => single(text, attributePayload)
  assert.deepEqual(typeOf('1e2'), [DOUBLE, 100])
  assert.deepEqual(typeOf('100'), [LONG, 100])
  assert.deepEqual(typeOf('100.0'), [DOUBLE, 100])
  assert.deepEqual(typeOf('0.12345678901234567'), [DOUBLE, Number('0.12345678901234567')])
  assert.deepEqual(typeOf('9223372036854775807'), [LONG, 9223372036854775807n])
  assert.deepEqual(typeOf('"1.0"'), [STRING, '1.0'])
  for (const text of ['9223372036854775808', '-9223372036854775809', '1e400']) {
    assert.throws(() => typeOf(text), /^PayloadError: The number of k is too large\. Send it as text\.$/, text)
  }
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
  assert.throws(() => checkKey('__proto__'), PayloadError)
  checkKey('constructor')
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

test('numbers that are stored as text are numbers; texts that a number would not be stored as are not', () => {
  for (const text of ['0.30000000000000004', '-12345678901234567890', '30.00000000000000001', `1${'0'.repeat(300)}`]) {
    assert.deepEqual(numberOf(text), { type: STRING, value: text })
    assert.equal(longNumberOf(text), Number(text))
  }
  const texts = ['000012300007000012300007', '1.10', '12345678901234567', '0.3000000000000000', '1'.repeat(400)]
  for (const text of [...texts, '+0.30000000000000004', '0.30000000000000004 C', '1e-30', '.30000000000000004']) {
    assert.equal(longNumberOf(text), null, text)
  }
})

test('property: what plain JSON holds comes back', () => {
  const scalar = fc.oneof(fc.boolean(), fc.integer(), fc.string())
  const key = fc.string({ minLength: 1, maxLength: 20 }).filter((k) => k.trim() !== '' && k !== '__proto__')
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
