import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FlatObjectReader } from './flat-object.ts'
import { parseAttributes, parseTelemetry } from './payload.ts'
import { ValueType } from './values.ts'

const { LONG, DOUBLE, STRING, BOOLEAN } = ValueType
const reader = new FlatObjectReader()

function read(text: string) {
  const values = reader.read(text, 0)
  return values && reader.at === text.length ? values.map(({ key, type, value }) => [key, type, value]) : null
}

/** Result of the full parser for the same members: the leading space bypasses the fast reader. */
const parsed = (text: string) => parseAttributes(` ${text}`).map(({ key, type, value }) => [key, type, value])

test('reads numbers, texts and booleans with their types', () => {
  assert.deepEqual(read('{"a":1,"b":-2.5,"c":"x y","d":true,"e":false,"f":"","g":21.0}'), [
    ['a', LONG, 1],
    ['b', DOUBLE, -2.5],
    ['c', STRING, 'x y'],
    ['d', BOOLEAN, true],
    ['e', BOOLEAN, false],
    ['f', STRING, ''],
    ['g', DOUBLE, 21],
  ])
  assert.deepEqual(read('{}'), [])
  assert.deepEqual(read('{ "a" : 1 ,\n\t"b": 2 }'), [
    ['a', LONG, 1],
    ['b', LONG, 2],
  ])
})

test('leaves to the parser what it is not certain about', () => {
  const left = [
    '{"a":null}',
    '{"a":{}}',
    '{"a":[1]}',
    '{"a":1e3}',
    '{"a":1E3}',
    '{"a":1234567890123456}',
    '{"a":0.1234567890123456}',
    '{"a":"21"}',
    '{"a":"-x"}',
    '{"a":".5"}',
    '{"a":"\\u0041"}',
    '{"a":"é"}',
    '{"é":1}',
    '{"__proto__":1}',
    '{"1":2}',
    '{"":1}',
    '{" ":1}',
    '{"a":1,"a":2}',
    `{"${'k'.repeat(65)}":1}`,
    `{"a":"${'x'.repeat(4096)}"}`,
    `{${Array.from({ length: 25 }, (_, i) => `"k${i}":1`).join()}}`,
  ]
  for (const text of left) assert.equal(read(text), null, text)
  assert.equal(read(`{${Array.from({ length: 24 }, (_, i) => `"k${i}":1`).join()}}`)?.length, 24)
  assert.equal(read(`{"${'k'.repeat(64)}":123456789012345}`)?.[0]?.[2], 123456789012345)
})

test('leaves what is no JSON to the parser, which refuses it', () => {
  const broken = [
    '',
    '{',
    '{"',
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{"a":01}',
    '{"a":-}',
    '{"a":.5}',
  ]
  const more = [
    '{"a":5.}',
    '{"a":tru}',
    '{"a":truex}',
    '{"a" 1}',
    '{a:1}',
    "{'a':1}",
    '{"a":1}}',
    '{"a":+1}',
    '{"a":1.2.3}',
  ]
  for (const text of [...broken, ...more]) {
    assert.equal(read(text), null, text)
    assert.throws(() => parseTelemetry(text), { name: 'PayloadError' }, text)
  }
})

test('a key that was read before is the same text again, and another one with its hash is not', () => {
  // "Aa" and "BB" have the same hash code.
  for (const text of ['{"Aa":1}', '{"BB":1}', '{"Aa":1}', '{"AaBB":1,"BBAa":2}'])
    assert.deepEqual(read(text), parsed(text))
})

const key = fc.oneof(
  fc.constantFrom('temperature', 'values', 'ts', 'a', 'constructor', '__proto__', '12', ''),
  fc.string({ maxLength: 8 }),
)
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.tuple(fc.integer({ min: -99999, max: 99999 }), fc.nat(999999)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('0', '-0', '0.0', '-0.0', '20.50', '0.000001', '0.0000009', '-0.0000001', '999999999999999'),
)
const json = fc.oneof(
  number,
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom('true', 'false', 'null'),
)
const space = fc.constantFrom('', '', '', ' ')
const object = fc
  .array(fc.tuple(key, json, space), { maxLength: 5 })
  .map((members) => `{${members.map(([name, value, gap]) => `${JSON.stringify(name)}:${gap}${value}`).join()}}`)

test('reads whatever it reads as the parser does', () => {
  let count = 0
  fc.assert(
    fc.property(object, (text) => {
      const values = read(text)
      if (!values) return
      count++
      assert.deepEqual(values, parsed(text))
    }),
    { numRuns: 3000 },
  )
  assert.ok(count > 100, `${count} objects`)
})

test('never takes text that is no JSON', () => {
  fc.assert(
    fc.property(
      object,
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', '{', ':', '0', '-', '.', 'e', '\\'),
      (text, at, put) => {
        const spot = at % (text.length + 1)
        const damaged = text.slice(0, spot) + put + text.slice(spot + 1)
        if (read(damaged)) assert.doesNotThrow(() => JSON.parse(damaged), damaged)
      },
    ),
    { numRuns: 3000 },
  )
})
