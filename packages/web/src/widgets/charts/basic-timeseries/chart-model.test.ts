import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import { expect, test } from 'vitest'
import { unionOf } from '../../series-times.ts'
import { alignedValues, timesOf, valueNear } from './chart-series.ts'

const column = (points: [number, number][]): SeriesColumn => ({
  ts: Float64Array.from(points.map(([ts]) => ts)),
  values: Float64Array.from(points.map(([, value]) => value)),
  texts: null,
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
  expect([5, 10, 15, 20, 40, 60, 65].map((ms) => valueNear(one, ms, 10))).toEqual([null, 1, 1, 2, null, 3, 3])
  expect(valueNear(one, 90, 10)).toBeNull()
})
