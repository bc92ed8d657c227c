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

test('a time that the clock shows twice has its offset, in every zone', () => {
  const first = Date.UTC(2026, 9, 25, 0, 30)
  const berlin = createFormat('en-GB', 'Europe/Berlin')
  expect([first, first + 3_600_000].map(berlin.clock)).toEqual(['02:30:00 UTC+02:00', '02:30:00 UTC+01:00'])
  expect(berlin.dateTime(first)).toBe('25 Oct 2026, 02:30:00 UTC+02:00')
  expect([first - 3_600_000, first + 2 * 3_600_000].map(berlin.clock)).toEqual(['01:30:00', '03:30:00'])
  // In spring an hour is left out, and none is shown twice.
  expect([0, 1, 2].map((hours) => berlin.clock(Date.UTC(2026, 2, 29, hours)))).toEqual([
    '01:00:00',
    '03:00:00',
    '04:00:00',
  ])
  const newYork = createFormat('en-GB', 'America/New_York')
  expect(newYork.clock(Date.UTC(2026, 10, 1, 5, 59))).toBe('01:59:00 UTC−04:00')
  expect(newYork.clock(Date.UTC(2026, 10, 1, 6))).toBe('01:00:00 UTC−05:00')
  // Half an hour.
  const lordHowe = createFormat('en-GB', 'Australia/Lord_Howe')
  expect(lordHowe.clock(Date.UTC(2026, 3, 4, 14, 45))).toBe('01:45:00 UTC+11:00')
  expect(lordHowe.clock(Date.UTC(2026, 3, 4, 15, 15))).toBe('01:45:00 UTC+10:30')
  expect(lordHowe.clock(Date.UTC(2026, 3, 4, 14, 15))).toBe('01:15:00')
})
