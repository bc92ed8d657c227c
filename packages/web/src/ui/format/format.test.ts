import { expect, test } from 'vitest'
import { createFormat } from './format.ts'

const format = createFormat('en-GB', 'UTC')
const now = Date.UTC(2026, 10, 20, 14, 0, 0)

test('numbers have separators, a true minus, and a space before the unit', () => {
  expect(format.number(1234567.891)).toBe('1,234,567.89')
  expect(format.number(-18.4, { unit: '°C' })).toBe('−18.4\u00a0°C')
  expect(format.number(21, { decimals: 1, fixed: true })).toBe('21.0')
})

test('times are relative under an hour, the clock today, the date before', () => {
  expect(format.when(now - 2_000, now)).toBe('2\u00a0s ago')
  expect(format.when(now - 12 * 60_000, now)).toBe('12\u00a0min ago')
  expect(format.when(now - 4.5 * 3600_000, now)).toBe('09:30:00')
  expect(format.when(Date.UTC(2026, 10, 12), now)).toBe('12 Nov')
  expect(format.when(Date.UTC(2025, 10, 12), now)).toBe('12 Nov 2025')
})

test('a time ahead of the clock is now', () => {
  expect(format.when(now + 5_000, now)).toBe('0\u00a0s ago')
})

test('the zone decides what today is', () => {
  const early = Date.UTC(2026, 10, 20, 0, 30)
  expect(createFormat('en-GB', 'UTC').when(early, now)).toBe('00:30:00')
  expect(createFormat('en-GB', 'America/New_York').when(early, now)).toBe('19 Nov')
})

test('other languages have their own words', () => {
  expect(createFormat('de', 'UTC').number(1234.5)).toBe('1.234,5')
  const mixed = createFormat('de-DE', 'UTC', 'en')
  expect([mixed.number(1234.5), mixed.when(now - 2_000, now), mixed.date(now, now)]).toEqual([
    '1.234,5',
    '2\u00a0s ago',
    '20. Nov.',
  ])
})
