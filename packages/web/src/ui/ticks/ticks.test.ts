import { expect, test } from 'vitest'
import { timeTicks } from './time-ticks.ts'
import { roundStep, valueTicks } from './value-ticks.ts'

test('values have 3 to 6 round ticks around the data', () => {
  expect(valueTicks(-23.4, -11.2, 260)).toEqual({ ticks: [-25, -20, -15, -10], min: -25, max: -10, decimals: 0 })
  expect(valueTicks(0.31, 0.36, 150)).toMatchObject({ ticks: [0.3, 0.32, 0.34, 0.36], decimals: 2 })
  for (const [low, high, height] of [
    [0, 1, 80],
    [3, 3, 200],
    [0, 0, 200],
    [-5, 1e6, 400],
    [1e-6, 2e-6, 300],
  ] as const) {
    const { ticks, min, max } = valueTicks(low, high, height)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(7)
    expect(min).toBeLessThanOrEqual(low)
    expect(max).toBeGreaterThanOrEqual(high)
  }
})

test('ends and steps that somebody set are kept', () => {
  const { ticks, min, max } = valueTicks(40, 60, 300, { min: 0, max: 100, tickSize: null })
  expect([ticks, min, max]).toEqual([[0, 20, 40, 60, 80, 100], 0, 100])
  expect(valueTicks(0, 10, 300, { min: null, max: null, tickSize: 4 }).ticks).toEqual([0, 4, 8, 12])
  expect(roundStep(3)).toBe(5)
  expect(roundStep(0.02)).toBe(0.02)
})

test('times stand on natural boundaries of the zone', () => {
  const at = (text: string) => Date.parse(text)
  const labels = (start: string, end: string, width: number, zone = 'UTC') =>
    timeTicks(at(start), at(end), width, { zone, locale: 'en-GB' }).map(({ label }) => label)
  const hour = labels('2026-11-20T13:32:00Z', '2026-11-20T14:32:00Z', 520)
  expect(hour).toEqual(['13:40', '13:50', '14:00', '14:10', '14:20', '14:30'])
  expect(labels('2026-11-20T22:00:00Z', '2026-11-21T04:00:00Z', 340)).toEqual(['22:00', '21 Nov', '02:00', '04:00'])
  expect(labels('2026-11-20T00:00:00Z', '2026-11-27T00:00:00Z', 700)).toHaveLength(8)
  expect(labels('2026-01-15T00:00:00Z', '2026-12-15T00:00:00Z', 400)).toEqual(['Apr 2026', 'Jul 2026', 'Oct 2026'])
  // Ticks two hours apart in local time, before and after the clock change.
  expect(labels('2026-10-24T22:00:00Z', '2026-10-25T10:00:00Z', 500, 'Europe/Berlin')[0]).toBe('25 Oct')
  // The hour from two to three comes twice.
  expect(labels('2026-10-24T23:00:00Z', '2026-10-25T03:00:00Z', 500, 'Europe/Berlin')).toEqual([
    '01:00',
    '02:00 +2',
    '02:00 +1',
    '03:00',
    '04:00',
  ])
})
