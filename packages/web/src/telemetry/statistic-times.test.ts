import { expect, test } from 'vitest'
import { medianSpacingOf, timesOf } from './statistic-times.ts'

const column = (points: readonly (readonly [ts: number, value: number])[]) => ({
  ts: Float64Array.from(points, ([ts]) => ts),
  values: Float64Array.from(points, ([, value]) => value),
})
const all = { startMs: 0, endMs: 1_000 }

test('extremes have the time of their first point in the range, texts have none', () => {
  const points = column([
    [10, 99],
    [20, 5],
    [30, -3],
    [40, 5],
    [50, -3],
    [60, Number.NaN],
  ])
  expect(timesOf(points, { startMs: 20, endMs: 60 })).toEqual({ minTs: 30, maxTs: 20, lastTs: 50 })
  expect(timesOf(points, { startMs: 60, endMs: 90 })).toBeNull()
  expect(timesOf(column([]), all)).toBeNull()
})

test('the usual distance of points is not changed by a gap or a burst', () => {
  const at = (...times: number[]) => column(times.map((ts) => [ts, 0]))
  expect(medianSpacingOf(at(0, 5, 10, 15, 900), all)).toBe(5)
  // By size, not by text.
  expect(medianSpacingOf(at(0, 9, 109, 209), all)).toBe(100)
  expect(medianSpacingOf(at(0, 5, 10, 310), { startMs: 6, endMs: 400 })).toBe(300)
  expect(medianSpacingOf(at(7), all)).toBeNull()
  expect(medianSpacingOf(at(), all)).toBeNull()
})
