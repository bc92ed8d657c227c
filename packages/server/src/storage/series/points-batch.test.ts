import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import { Code, createPointsWriter, NEVER, readPointsBatch, seriesNumberMax, typeOfCode } from './points-batch.ts'

const typedValue: fc.Arbitrary<{ type: ValueType; value: RawValue }> = fc.oneof(
  fc.boolean().map((value) => ({ type: ValueType.BOOLEAN, value })),
  fc.maxSafeInteger().map((value) => ({ type: ValueType.LONG, value })),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .filter((value) => !Number.isSafeInteger(Number(value)))
    .map((value) => ({ type: ValueType.LONG, value })),
  fc.double().map((value) => ({ type: ValueType.DOUBLE, value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: ValueType.STRING, value })),
  fc.json().map((value) => ({ type: ValueType.JSON, value })),
)

test('points come back as they were written', () => {
  const points = fc.array(
    fc.tuple(
      fc.nat(seriesNumberMax),
      typedValue,
      fc.integer({ min: -8.64e15, max: 8.64e15 }),
      fc.oneof(fc.constant(NEVER), fc.nat()),
    ),
  )
  fc.assert(
    fc.property(points, (written) => {
      const writer = createPointsWriter()
      for (const [series, { type, value }, ts, expiresAt] of written) writer.point(series, type, ts, value, expiresAt)
      const batch = readPointsBatch(writer.finish())
      const read = written.map((_, i) => {
        const meta = batch.meta[i] as number
        const typed = { type: typeOfCode(meta & 7), value: batch.value(i) }
        return [Math.floor(meta / 8), typed, batch.ts[i], batch.expiry?.[i] ?? NEVER]
      })
      assert.equal(batch.count, written.length)
      assert.deepEqual(read, written)
    }),
  )
})

test('a value that does not fit its type is refused and leaves the batch alone', () => {
  const writer = createPointsWriter()
  writer.point(1, ValueType.STRING, 1, 'kept', NEVER)
  const misfits: [ValueType, RawValue][] = [
    [ValueType.LONG, 1.5],
    [ValueType.LONG, 2 ** 53],
    [ValueType.LONG, 2n ** 63n],
    [ValueType.LONG, '1'],
    [ValueType.DOUBLE, 1n],
    [ValueType.BOOLEAN, 1],
    [ValueType.STRING, true],
    [ValueType.JSON, 1],
  ]
  for (const [type, value] of misfits) {
    assert.throws(() => writer.point(1, type, 1, value, NEVER), /doesn’t fit/)
  }
  assert.throws(() => writer.point(1, ValueType.LONG, Number.NaN, 1, NEVER), /isn’t a number/)
  const batch = readPointsBatch(writer.finish())
  assert.equal(batch.count, 1)
  assert.equal(batch.value(0), 'kept')
})

test('a small LONG that comes as bigint is a plain number', () => {
  const writer = createPointsWriter()
  writer.point(1, ValueType.LONG, 1, 7n, NEVER)
  writer.point(1, ValueType.LONG, 1, 2n ** 60n, NEVER)
  const batch = readPointsBatch(writer.finish())
  assert.equal(batch.value(0), 7)
  assert.equal((batch.meta[1] as number) & 7, Code.BIG_LONG)
  assert.equal(batch.value(1), 2n ** 60n)
})

test('bytes that do not add up are refused', () => {
  const writer = createPointsWriter()
  writer.point(1, ValueType.LONG, 1, 7, NEVER)
  const bytes = writer.finish()
  assert.throws(() => readPointsBatch(bytes.subarray(0, bytes.length - 1)), /don’t add up/)
  assert.throws(() => readPointsBatch(new Uint8Array(3)), /ends in its header/)
})
