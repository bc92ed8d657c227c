import { expect, test } from 'vitest'
import { barsOf, histogramBars, severityTotals } from './alarm-bars.ts'

const hourMs = 3_600_000

test('a range is counted in round times, at most 100 of them', () => {
  expect(histogramBars(24 * hourMs)).toBe(48)
  expect(histogramBars(30 * 24 * hourMs)).toBe(30)
  expect(histogramBars(hourMs)).toBe(30)
  expect(histogramBars(0)).toBe(1)
  expect(histogramBars(1e15)).toBe(100)
})

test('empty bars stay, the worst severity is on top', () => {
  const histogram = {
    intervalMs: 10,
    counts: [
      { ts: 100, severity: 'CRITICAL', count: 1 },
      { ts: 100, severity: 'WARNING', count: 3 },
      { ts: 120, severity: 'MINOR', count: 2 },
    ] as const,
  }
  const bars = barsOf({ ...histogram, counts: [...histogram.counts] }, { startTime: 100, endTime: 124 })
  expect(bars.map(({ startTime, endTime, total }) => [startTime, endTime, total])).toEqual([
    [100, 109, 4],
    [110, 119, 0],
    [120, 124, 2],
  ])
  expect(bars[0]?.parts.map(({ severity }) => severity)).toEqual(['WARNING', 'CRITICAL'])
  expect(severityTotals({ ...histogram, counts: [...histogram.counts] }).WARNING).toBe(3)
})
