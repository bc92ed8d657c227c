import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import { expect, test } from 'vitest'
import { unionOf } from '../series-times.ts'
import { alignedValues, endingAt, figureNear, lonePoints, timesOf } from './chart-series.ts'

const column = (points: [number, number][]): SeriesColumn => ({
  ts: Float64Array.from(points.map(([ts]) => ts)),
  values: Float64Array.from(points.map(([, value]) => value)),
  texts: null,
  longNumbers: null,
  isBoolean: false,
})

test('series share one time axis; gaps break lines, other series’ times do not', () => {
  const times = unionOf([Float64Array.of(1, 3, 5), Float64Array.of(2, 3, 4)])
  expect([...times]).toEqual([1, 2, 3, 4, 5])
  const gap = { after: 1, startMs: 3, endMs: 5 }
  const one = {
    column: column([
      [1, 10],
      [3, 30],
      [5, Number.NaN],
    ]),
    gaps: [gap],
  }
  expect(alignedValues(one, times)).toEqual([10, undefined, 30, null, null])
  expect([...unionOf([])]).toEqual([])
})

test('a line breaks where all series are silent together', () => {
  const gap = { after: 0, startMs: 10, endMs: 50 }
  const silent = {
    column: column([
      [10, 1],
      [50, 2],
    ]),
    gaps: [gap],
  }
  const times = timesOf([silent, silent])
  expect([...times]).toEqual([10, 30, 50])
  expect(alignedValues(silent, times)).toEqual([1, null, 2])
})

test('the value at a time is the last one before, not across a gap', () => {
  const one = {
    column: column([
      [10, 1],
      [20, 2],
      [60, 3],
    ]),
    gaps: [{ after: 1, startMs: 20, endMs: 60 }],
  }
  expect([5, 10, 15, 20, 40, 60, 65].map((ms) => figureNear(one, ms, 10))).toEqual([null, 1, 1, 2, null, 3, 3])
  expect(figureNear(one, 90, 10)).toBeNull()
})

test('the average of an interval that is not over yet is drawn at the end of the range', () => {
  const one = column([
    [10, 1],
    [30, 2],
  ])
  expect([...endingAt(one, 28, 10).ts]).toEqual([10, 28])
  // Unchanged: the interval is complete, or the point is from a device whose clock is ahead.
  expect([...endingAt(one, 30, 10).ts]).toEqual([10, 30])
  expect([...endingAt(one, 20, 10).ts]).toEqual([10, 30])
  expect([...endingAt(column([]), 20, 10).ts]).toEqual([])
})

test('a point that no line reaches stands alone: the only one, or one between two gaps', () => {
  expect(lonePoints([])).toEqual([])
  expect(lonePoints([5])).toEqual([0])
  expect(lonePoints([undefined, 5, undefined])).toEqual([1])
  expect(lonePoints([1, undefined, 2, null, 3, null, 4, 5])).toEqual([4])
  expect(lonePoints([1, null, 2])).toEqual([0, 2])
})
