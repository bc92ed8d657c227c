import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Aggregation } from '../telemetry/values.ts'
import { columnStatistics, figureAt, parseNumber, parseValue } from './series-column.ts'
import { createSeriesFold } from './series-fold.ts'

const fold = (agg: Aggregation, more: Partial<Parameters<typeof createSeriesFold>[0]> = {}) =>
  createSeriesFold({ agg, stretches: [{ startTs: 1000, endTs: 2000, interval: 10 }], limit: 1000, ...more })
const rows = (of: ReturnType<typeof createSeriesFold>) => {
  const { ts, values } = of.column()
  return [...ts].map((at, i) => [at, values[i]])
}

test('text that round-trips as a number is one', () => {
  for (const text of ['0', '-1', '21', '21.0', '1.5e-7', '1.0E9', '2.5E-7', '1e+21'])
    assert.equal(parseNumber(text), Number(text), text)
  for (const text of [
    '',
    ' 5',
    '5 ',
    '007',
    '0x10',
    'NaN',
    'Infinity',
    '+1',
    '1.',
    '.5',
    '1e999',
    '241408E4',
    '1E5',
    '1E9',
    '10.0E8',
  ]) {
    assert.equal(parseNumber(text), null, text)
  }
  assert.deepEqual(parseValue('true'), { kind: 'boolean', number: 1 })
  assert.deepEqual(parseValue('on'), { kind: 'text', text: 'on' })
})

test('live points fold into the buckets of the window', () => {
  const points = [
    [1001, '4'],
    [1009, '8'],
    [1004, '3'],
    [1010, '10'],
  ] as const
  const expected: Record<Aggregation, number[][]> = {
    AVG: [
      [1005, 5],
      [1015, 10],
    ],
    MIN: [
      [1005, 3],
      [1015, 10],
    ],
    MAX: [
      [1005, 8],
      [1015, 10],
    ],
    SUM: [
      [1005, 15],
      [1015, 10],
    ],
    COUNT: [
      [1005, 3],
      [1015, 1],
    ],
    NONE: [
      [1001, 4],
      [1004, 3],
      [1009, 8],
      [1010, 10],
    ],
  }
  for (const [agg, result] of Object.entries(expected)) {
    const one = fold(agg as Aggregation)
    for (const [ts, value] of points) one.add({ ts, value })
    assert.deepEqual(rows(one), result, agg)
  }
})

test('the platform’s points are kept by their time, and live ones join them', () => {
  const one = fold('AVG')
  one.load([
    { ts: 1015, value: '6' },
    { ts: 1005, value: '2.0' },
  ])
  assert.deepEqual(rows(one), [
    [1005, 2],
    [1015, 6],
  ])
  one.add({ ts: 1012, value: '8' })
  assert.deepEqual(rows(one), [
    [1005, 2],
    [1015, 7],
  ])
  one.load([{ ts: 1025, value: '1' }])
  assert.deepEqual(rows(one), [[1025, 1]])
})

test('a column that was handed out never changes', () => {
  const one = fold('NONE')
  one.add({ ts: 1001, value: '1' })
  const before = one.column()
  assert.equal(one.column(), before)
  one.add({ ts: 1002, value: '2' })
  one.add({ ts: 1001, value: '9' })
  assert.deepEqual([...before.values], [1])
  assert.notEqual(one.column(), before)
})

test('the same point twice changes nothing without aggregation', () => {
  const one = fold('NONE')
  assert.equal(one.add({ ts: 1001, value: '1' }), true)
  assert.equal(one.add({ ts: 1001, value: '1' }), false)
  assert.equal(one.add({ ts: 0, value: '' }), false)
  assert.equal(one.add({ ts: 999, value: '1' }), false)
})

test('keeps the newest points of the limit, and drops what leaves the window', () => {
  const one = fold('NONE', { limit: 3 })
  for (let i = 1; i <= 200; i++) one.add({ ts: 1000 + i, value: String(i) })
  assert.deepEqual(rows(one), [
    [1198, 198],
    [1199, 199],
    [1200, 200],
  ])
  assert.equal(one.dropBefore(1199), true)
  assert.equal(one.dropBefore(1199), false)
  assert.equal(one.size, 2)
  one.add({ ts: 1195, value: '5' })
  assert.deepEqual(rows(one)[0], [1195, 5])
})

test('grows past its first room, late points find their place', () => {
  const one = fold('NONE')
  const times = Array.from({ length: 500 }, (_, i) => 1001 + ((i * 263) % 500))
  for (const ts of times) one.add({ ts, value: String(ts) })
  assert.deepEqual(
    rows(one),
    [...times].sort((a, b) => a - b).map((ts) => [ts, ts]),
  )
})

test('text has no number, true and false are steps', () => {
  const one = fold('NONE')
  one.add({ ts: 1001, value: 'open' })
  one.add({ ts: 1002, value: '2' })
  const { values, texts, isBoolean } = one.column()
  assert.deepEqual([Number.isNaN(values[0]), values[1], texts, isBoolean], [true, 2, ['open', null], false])
  const flags = fold('NONE')
  flags.add({ ts: 1001, value: 'true' })
  flags.add({ ts: 1002, value: 'false' })
  assert.deepEqual([[...flags.column().values], flags.column().isBoolean], [[1, 0], true])
})

test('statistics are of the numbers in the window', () => {
  const one = fold('NONE')
  for (const [ts, value] of [
    [1001, '100'],
    [1002, '1'],
    [1003, 'x'],
    [1004, '3'],
  ] as const)
    one.add({ ts, value })
  const figures = { min: 1, max: 3, avg: 2, total: 4, last: 3 }
  assert.deepEqual(columnStatistics(one.column(), 1002), { ...figures, count: 2, figures })
  assert.equal(columnStatistics(one.column(), 2000), null)
})

test('whole numbers that a double cannot hold keep all digits, whatever becomes of them', () => {
  const big = '840380235174088834'
  const last = (agg: Aggregation, values: readonly string[]) => {
    const one = fold(agg)
    for (const value of values) one.add({ ts: 1001, value })
    return figureAt(one.column(), 0)
  }
  assert.equal(last('NONE', [big]), big)
  assert.equal(last('MIN', [big, '840380235174088833', '840380235174088835']), '840380235174088833')
  assert.equal(last('MAX', [big, '840380235174088833', '840380235174088835']), '840380235174088835')
  assert.equal(last('SUM', ['9007199254740991', '2']), '9007199254740993')
  assert.equal(last('SUM', ['9007199254740993', '-2']), 9007199254740991)
  const one = fold('NONE', { limit: 2 })
  one.load([
    { ts: 1001, value: '12345678901234567890' },
    { ts: 1002, value: '9007199254740993' },
    { ts: 1003, value: '3' },
  ])
  const column = one.column()
  assert.deepEqual([figureAt(column, 0), figureAt(column, 1)], ['9007199254740993', 3])
  assert.deepEqual(columnStatistics(column)?.figures, {
    min: 3,
    max: '9007199254740993',
    avg: (9007199254740992 + 3) / 2,
    total: 9007199254740996,
    last: 3,
  })
  one.add({ ts: 1002, value: '5' })
  assert.equal(one.column().longNumbers, null)
})
