import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import { anyCharacter } from '../../characters-testing.ts'
import { type Columns, growingColumns, pointAt, push, type StoredValue } from './columns.ts'
import { NEVER } from './points-batch.ts'
import { createJsonPieces, pieceBytes } from './series-json.ts'
import { answerValue } from './value-codec.ts'

/** All points in pieces, joined. */
function written(columns: Columns, strict: boolean): string {
  const pieces = createJsonPieces()
  const taken: Uint8Array[] = []
  for (let at = 0; at < columns.length; ) {
    at = pieces.points(columns, at, strict, at === 0)
    if (pieces.isFull()) taken.push(pieces.take())
  }
  taken.push(pieces.take())
  return Buffer.concat(taken).toString('utf8')
}

/** Reference: objects serialized with `JSON.stringify`. */
const expected = (columns: Columns, strict: boolean) =>
  Array.from({ length: columns.length }, (_, i) => pointAt(columns, i))
    .map((point) => JSON.stringify({ ts: point.ts, value: answerValue(point, strict) }))
    .join(',')

function columnsOf(points: readonly (readonly [ts: number, type: ValueType, value: StoredValue])[]): Columns {
  const columns = growingColumns()
  for (const [ts, type, value] of points) push(columns, ts, type, value, NEVER)
  return columns
}

function check(columns: Columns) {
  for (const strict of [false, true]) assert.equal(written(columns, strict), expected(columns, strict))
}

test('numbers at every border are written as JSON.stringify writes them', () => {
  const doubles = [
    0,
    -0,
    0.1,
    0.5,
    -0.001,
    1e-6,
    1e-7,
    -1.5e-9,
    5e-324,
    0.1 + 0.2,
    1 / 3,
    21,
    -21.5,
    99.999999,
    1999.9999995,
    2000.000001,
    1_999_999.999,
    2_000_000,
    2_000_000.5,
    9_999_999,
    1e7,
    1e15,
    123456789.123,
    1e21,
    1.7976931348623157e308,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NaN,
  ]
  const longs: StoredValue[] = [
    0,
    -0,
    7,
    10,
    100,
    -1,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    2 ** 53 - 1,
    2n ** 63n - 1n,
    -5n,
  ]
  check(columnsOf(doubles.map((value, i) => [1_600_000_000_000 + i, ValueType.DOUBLE, value])))
  check(columnsOf(longs.map((value, i) => [1_600_000_000_000 + i, ValueType.LONG, value])))
})

test('times of any size', () => {
  const times = [0, 1, 999_999_999_999, 1e12, 1_600_000_999_999, 9_999_999_999_999, 1e13, 8.64e15, -5]
  check(columnsOf(times.map((ts) => [ts, ValueType.LONG, 1])))
})

test('texts, booleans and JSON; what is no JSON stays text', () => {
  check(
    columnsOf([
      [1, ValueType.STRING, 'plain'],
      [2, ValueType.STRING, 'quote " back \\ line \n nul \0 ü 漢 😀 \ud800'],
      [3, ValueType.STRING, ''],
      [4, ValueType.BOOLEAN, 1],
      [5, ValueType.BOOLEAN, 0],
      [6, ValueType.JSON, '{"a": [1, 2.0, "x"]}'],
      [7, ValueType.JSON, '{broken'],
      [8, ValueType.STRING, '漢'.repeat(pieceBytes)],
    ]),
  )
})

test('a piece ends soon after its size, whatever the values', () => {
  const points = Array.from({ length: 20_000 }, (_, i) => [1.6e12 + i, ValueType.DOUBLE, i / 7] as const)
  const pieces = createJsonPieces()
  const columns = columnsOf(points)
  let at = 0
  let count = 0
  while (at < columns.length) {
    at = pieces.points(columns, at, false, at === 0)
    assert.ok(pieces.byteLength() < pieceBytes + 200)
    pieces.take()
    count++
  }
  assert.ok(count > 2)
})

test('property: any mix of points is written as JSON.stringify writes it', () => {
  const value: fc.Arbitrary<readonly [ValueType, StoredValue]> = fc.oneof(
    fc.double().map((v) => [ValueType.DOUBLE, v] as const),
    fc.tuple(fc.integer(), fc.integer({ min: 0, max: 9 })).map(([m, d]) => [ValueType.DOUBLE, m / 10 ** d] as const),
    fc.maxSafeInteger().map((v) => [ValueType.LONG, v] as const),
    fc.integer({ min: -1000, max: 1000 }).map((v) => [ValueType.LONG, v] as const),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((v) => [ValueType.LONG, v] as const),
    fc.constantFrom(0, 1).map((v) => [ValueType.BOOLEAN, v] as const),
    fc.string({ unit: anyCharacter }).map((v) => [ValueType.STRING, v] as const),
    fc.json().map((v) => [ValueType.JSON, v] as const),
  )
  const ts = fc.oneof(fc.integer({ min: 1e12, max: 1e13 }), fc.maxSafeNat())
  fc.assert(
    fc.property(fc.array(fc.tuple(ts, value)), (points) => {
      check(columnsOf(points.map(([at, [type, stored]]) => [at, type, stored])))
    }),
    { numRuns: 200 },
  )
})
