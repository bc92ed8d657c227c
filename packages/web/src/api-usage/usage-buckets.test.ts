import { expect, test } from 'vitest'
import { bucketsOf, unitFor, wholeRange, withLatest } from './usage-buckets.ts'
import { trendOf } from './usage-chart.tsx'
import { nextMonth } from './usage-words.ts'

const hour = 3_600_000
const day = 24 * hour
const at = (text: string) => Date.parse(text)

test('bars are of hours, days or months, so that they can be told apart', () => {
  const unit = (days: number) => unitFor({ startMs: 0, endMs: days * day })
  expect([1, 3, 4, 92, 93, 400].map(unit)).toEqual(['hour', 'hour', 'day', 'day', 'month', 'month'])
})

test('hours are those of UTC, also where the clock is half an hour off; the first one is whole', () => {
  const range = wholeRange(
    { startMs: at('2026-11-20T10:20:00Z'), endMs: at('2026-11-20T12:05:00Z') },
    'hour',
    'Asia/Kolkata',
  )
  expect(range.startMs).toBe(at('2026-11-20T10:00:00Z'))
  const counts = [
    { ts: at('2026-11-20T10:00:00Z'), value: 3 },
    { ts: at('2026-11-20T12:00:00Z'), value: 5 },
  ]
  expect(bucketsOf(counts, range, 'hour', 'Asia/Kolkata').map(({ value }) => value)).toEqual([3, 0, 5])
})

test('days are the reader’s, across a change of the clock', () => {
  const range = { startMs: at('2026-10-24T12:00:00Z'), endMs: at('2026-10-26T12:00:00Z') }
  // 23:00 UTC is the next day in Berlin; the 25th has 25 hours.
  const counts = [
    { ts: at('2026-10-24T21:00:00Z'), value: 1 },
    { ts: at('2026-10-24T22:00:00Z'), value: 10 },
    { ts: at('2026-10-25T22:00:00Z'), value: 100 },
    { ts: at('2026-10-25T23:00:00Z'), value: 1000 },
  ]
  const buckets = bucketsOf(counts, range, 'day', 'Europe/Berlin')
  expect(buckets.map(({ value }) => value)).toEqual([1, 110, 1000])
  expect(buckets.map(({ startMs, endMs }) => (endMs - startMs) / hour)).toEqual([24, 25, 24])
})

test('months are those of UTC and hold the month’s count', () => {
  const range = wholeRange(
    { startMs: at('2026-09-10T00:00:00Z'), endMs: at('2026-11-20T00:00:00Z') },
    'month',
    'America/New_York',
  )
  const counts = [
    { ts: at('2026-09-01T00:00:00Z'), value: 7 },
    { ts: at('2026-11-01T00:00:00Z'), value: 9 },
  ]
  expect(bucketsOf(counts, range, 'month', 'America/New_York').map(({ value }) => value)).toEqual([7, 0, 9])
  expect(nextMonth(at('2026-12-31T23:59:59Z'))).toBe(at('2027-01-01T00:00:00Z'))
})

test('the newest count is the live one, whether it was loaded or not', () => {
  const counts = [{ ts: 1, value: 1 }]
  expect(withLatest(counts, undefined)).toEqual(counts)
  expect(withLatest(counts, { ts: 1, value: 4 })).toEqual([{ ts: 1, value: 4 }])
  expect(withLatest(counts, { ts: 2, value: 4 })).toEqual([...counts, { ts: 2, value: 4 }])
})

test('a trend is told by halves, without the bar that still grows', () => {
  const trend = (...values: number[]) => trendOf(values.map((value, i) => ({ startMs: i, endMs: i + 1, value })))
  expect(trend(1, 1, 5, 5, 0)).toBe('rising')
  expect(trend(5, 5, 1, 1, 100)).toBe('falling')
  expect(trend(5, 5, 5, 5, 0)).toBe('steady')
  expect(trend(0)).toBe('steady')
})
