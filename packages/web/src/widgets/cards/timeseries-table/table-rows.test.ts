import { emptyColumn, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { expect, test } from 'vitest'
import { indexAt, searchedMax, timesOf, withMilliseconds } from './table-rows.ts'

const column = (ts: readonly number[], texts: readonly (string | null)[] | null = null): SeriesColumn => ({
  ...emptyColumn,
  ts: Float64Array.from(ts),
  values: Float64Array.from(ts),
  texts,
})
const all = { hidesEmpty: false, search: '', textsAt: () => [] }

test('rows of all series by time, newest first', () => {
  expect(timesOf([column([1, 3]), column([2, 3])], all).times).toEqual([3, 2, 1])
  expect(timesOf([], all).times).toEqual([])
})

test('a row of empty texts only is left out if wanted', () => {
  const columns = [column([1, 2], ['', 'on']), column([1, 3], ['', null])]
  expect(timesOf(columns, { ...all, hidesEmpty: true }).times).toEqual([3, 2])
})

test('a search looks at the newest rows and says how many it left out', () => {
  const many = column(Array.from({ length: searchedMax + 5 }, (_, at) => at))
  const { times, unsearched } = timesOf([many], { ...all, search: '9999', textsAt: (ts) => [`Row ${ts}`] })
  expect(times).toEqual([9999])
  expect(unsearched).toBe(5)
})

test('a time is found where it is, and nowhere else', () => {
  const ts = Float64Array.from([1, 4, 9])
  expect([0, 1, 4, 5, 9, 10].map((time) => indexAt(ts, time))).toEqual([-1, 0, 1, -1, 2, -1])
})

test('milliseconds follow the seconds, also before an offset', () => {
  expect(withMilliseconds('20 Nov 2026, 14:02:11', 5)).toBe('20 Nov 2026, 14:02:11.005')
  expect(withMilliseconds('14:02:11 UTC+02:00', 1120)).toBe('14:02:11.120 UTC+02:00')
})
