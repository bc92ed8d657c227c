import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import { decodeChunk, encodeChunk, headerOf, Stats } from './chunk-codec.ts'
import { expiryAt, growingColumns, push, type StoredValue, typeAt } from './columns.ts'
import { NEVER } from './points-batch.ts'

type Row = [ts: number, type: ValueType, value: StoredValue, expiresAt: number]

function columnsOf(rows: readonly Row[]) {
  const columns = growingColumns()
  for (const row of rows) push(columns, ...row)
  return columns
}

function rowsOf(body: Uint8Array): Row[] {
  const columns = decodeChunk(body)
  return Array.from({ length: columns.length }, (_, i) => [
    columns.ts[i] as number,
    typeAt(columns, i),
    columns.values[i] as StoredValue,
    expiryAt(columns, i),
  ])
}

const decimal = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.nat(6)).map(([n, d]) => n / 10 ** d)
const values: Record<string, fc.Arbitrary<[ValueType, StoredValue]>> = {
  boolean: fc.nat(1).map((value) => [ValueType.BOOLEAN, value]),
  long: fc.maxSafeInteger().map((value) => [ValueType.LONG, value]),
  'large long': fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }).map((value) => [ValueType.LONG, value]),
  decimal: decimal.map((value) => [ValueType.DOUBLE, value]),
  double: fc.double().map((value) => [ValueType.DOUBLE, value]),
  string: fc.string({ unit: 'grapheme' }).map((value) => [ValueType.STRING, value]),
  json: fc.json().map((value) => [ValueType.JSON, value]),
}
const times = fc.uniqueArray(
  fc.oneof(fc.integer({ min: 1.7e12, max: 1.7e12 + 1e6 }), fc.integer({ min: -8.64e15, max: 8.64e15 })),
  { minLength: 1, maxLength: 60 },
)
const expiry = fc.oneof(fc.constant(NEVER), fc.integer({ min: 0, max: 2e12 }))

function chunksOf(value: fc.Arbitrary<[ValueType, StoredValue]>, expiresAt: fc.Arbitrary<number>) {
  return times.chain((ts) =>
    fc.array(fc.tuple(value, expiresAt), { minLength: ts.length, maxLength: ts.length }).map((rest) =>
      ts
        .sort((a, b) => a - b)
        .map((at, i): Row => {
          const [[type, stored], expires] = rest[i] as [[ValueType, StoredValue], number]
          return [at, type, stored, expires]
        }),
    ),
  )
}

for (const [name, value] of Object.entries(values)) {
  test(`a chunk of ${name} values comes back as it was`, () => {
    fc.assert(
      fc.property(chunksOf(value, fc.constant(NEVER)), (rows) => {
        assert.deepEqual(rowsOf(encodeChunk(columnsOf(rows))), rows)
      }),
    )
  })
}

test('a chunk of mixed types and expiries comes back as it was', () => {
  fc.assert(
    fc.property(chunksOf(fc.oneof(...Object.values(values)), expiry), (rows) => {
      for (const thoroughly of [false, true]) assert.deepEqual(rowsOf(encodeChunk(columnsOf(rows), thoroughly)), rows)
    }),
    { numRuns: 300 },
  )
})

test('bytes that are no chunk are refused', () => {
  const body = encodeChunk(columnsOf([[1, ValueType.LONG, 1, NEVER]]))
  assert.throws(() => decodeChunk(body.subarray(0, 3)))
  assert.throws(() => decodeChunk(new Uint8Array([9, 0, 0])), /version 9/)
  fc.assert(
    fc.property(fc.nat(body.length - 1), fc.nat(255), (at, byte) => {
      const broken = Uint8Array.from(body)
      broken[at] = byte
      try {
        decodeChunk(broken)
      } catch (error) {
        assert.ok(error instanceof Error)
      }
    }),
  )
})

test('a header says what its statistics can be used for', () => {
  const long = headerOf(columnsOf([1, 2, 6].map((value, i) => [i, ValueType.LONG, value, NEVER])))
  assert.deepEqual(
    { ...long },
    { t0: 0, t1: 2, n: 3, stats: Stats.LONGS, min: 1, max: 6, sum: 9, expiresFirst: NEVER, expiresLast: NEVER },
  )
  const mixed = headerOf(
    columnsOf([
      [1, ValueType.LONG, 1, NEVER],
      [2, ValueType.DOUBLE, 1.5, 100],
    ]),
  )
  assert.equal(mixed.stats, Stats.DOUBLES)
  assert.equal(mixed.sum, 2.5)
  assert.equal(mixed.expiresFirst, 100)
  assert.equal(mixed.expiresLast, NEVER)
  const notNumbers: [ValueType, StoredValue][] = [
    [ValueType.STRING, 'a'],
    [ValueType.BOOLEAN, 1],
    [ValueType.JSON, '{}'],
    [ValueType.LONG, 2n ** 60n],
    [ValueType.DOUBLE, Number.NaN],
  ]
  for (const [type, value] of notNumbers) {
    const rows: Row[] = [
      [1, ValueType.LONG, 1, NEVER],
      [2, type, value, NEVER],
    ]
    assert.equal(headerOf(columnsOf(rows)).stats, Stats.NONE)
  }
  const large = headerOf(columnsOf([1, 2].map((ts) => [ts, ValueType.LONG, 2 ** 53 - 1, NEVER])))
  assert.equal(large.stats, Stats.NONE, 'a sum that is not exact is not used')
})

test('a sensor series takes at most 1.7 bytes a point, full-entropy doubles at most 8.1', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  let ts = 1.7e12
  let value = 20
  const sensor: Row[] = []
  const entropy: Row[] = []
  for (let i = 0; i < 512; i++) {
    ts += 10_000 + Math.round((random() - 0.5) * 200)
    value += (random() - 0.5) * 0.2
    sensor.push([ts, ValueType.DOUBLE, Math.round(value * 100) / 100, NEVER])
    entropy.push([ts, ValueType.DOUBLE, random(), NEVER])
  }
  const bytes = encodeChunk(columnsOf(sensor)).length / 512
  assert.ok(bytes < 1.7, `${bytes}`)
  const most = encodeChunk(columnsOf(entropy)).length / 512
  assert.ok(most < 8.1, `${most}`)
})
