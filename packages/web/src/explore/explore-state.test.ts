import { expect, test } from 'vitest'
import {
  chartCount,
  type Exploration,
  explorationOfText,
  hasNewChart,
  isSameSeries,
  nameLengthMax,
  nameOfParam,
  type SeriesKey,
  seriesMax,
  textOfExploration,
  withChange,
  withChartAt,
  withoutSeries,
  withSeries,
  withSeriesAt,
  withSeriesStep,
} from './explore-state.ts'

const uuid = (at: number) => `784f394c-42b6-435a-983c-${String(at).padStart(12, '0')}`
const of = (at: number, key: string): SeriesKey => ({ entity: { entityType: 'DEVICE', id: uuid(at) }, key })
const noUnit = () => ''
const built = (...keys: readonly SeriesKey[]): Exploration =>
  keys.reduce<Exploration>((series, key) => withSeries(series, key, noUnit), [])

test('an address gives back what it was made of, whatever the key', () => {
  let series = built(of(1, 'level'), of(2, 'level'), of(1, 'a.b*c-d e/ü%'))
  series = withChange(series, of(2, 'level'), { aggregation: 'MAX', isHidden: true, axis: 'right', color: 7 })
  const text = textOfExploration(series)
  expect(explorationOfText(text)).toEqual(series)
  expect(text).toMatch(/^[\w.*%-]+$/)
  expect(textOfExploration([])).toBeUndefined()
})

test('what makes no sense in an address is left out', () => {
  const good = `DEVICE.${uuid(1)}.level.1-c3`
  expect(explorationOfText(`x*${good}*DEVICE.${uuid(1)}*DEVICE.1.level.1*NONE.${uuid(1)}.k.1*${good}`)).toHaveLength(1)
  expect(explorationOfText(`DEVICE.${uuid(1)}.%E0%A4%A.1`)).toEqual([])
  expect(explorationOfText(undefined)).toEqual([])
  const [one] = explorationOfText(`ASSET.${uuid(1)}.level.9-c99-aBOGUS`)
  expect(one).toMatchObject({ chart: 0, color: 0, aggregation: null, axis: 'left' })
})

test('a series joins the chart of its key or unit, else it opens one, at most four', () => {
  const units: Record<string, string> = { level: '%', fill: '%', flow: 'l/s' }
  const unitOf = ({ key }: SeriesKey) => units[key] ?? ''
  let series: Exploration = []
  for (const key of ['level', 'flow', 'fill', 'a', 'b', 'c']) series = withSeries(series, of(1, key), unitOf)
  expect(series.map(({ chart }) => chart)).toEqual([0, 1, 0, 2, 3, 3])
  expect(withSeries(series, of(2, 'flow'), unitOf).at(-1)?.chart).toBe(1)
})

test('the same series is there once, and no more than twelve', () => {
  const full = built(...Array.from({ length: 15 }, (_, at) => of(at, 'level')))
  expect(full).toHaveLength(seriesMax)
  expect(built(of(1, 'level'), of(1, 'level'))).toHaveLength(1)
  expect(new Set(full.slice(0, 10).map(({ color }) => color)).size).toBe(10)
})

test('a chart without series is gone, and one series has the right axis', () => {
  let series = built(of(1, 'a'), of(1, 'b'), of(2, 'b'))
  expect(chartCount(series)).toBe(2)
  series = withChange(series, of(1, 'b'), { axis: 'right' })
  series = withChange(series, of(2, 'b'), { axis: 'right' })
  expect(series.map(({ axis }) => axis)).toEqual(['left', 'left', 'right'])
  expect(withoutSeries(series, of(1, 'a')).map(({ chart }) => chart)).toEqual([0, 0])
})

test('the name of an exploration is one line of bounded length', () => {
  expect(nameOfParam(undefined)).toBe('')
  expect(nameOfParam('  Filling\ncycle,  tank ')).toBe('Filling cycle, tank')
  expect(nameOfParam('x'.repeat(nameLengthMax + 1))).toHaveLength(nameLengthMax)
})

const placesOf = (series: Exploration) => series.map(({ key, chart }) => `${chart} ${key}`)

test('a series moves to a place in another chart, and its empty chart is gone', () => {
  const series = built(of(1, 'a'), of(1, 'b'), of(2, 'b'), of(1, 'c'))
  expect(placesOf(withSeriesAt(series, of(1, 'c'), { chart: 1, before: of(2, 'b') }))).toEqual([
    '0 a',
    '1 b',
    '1 c',
    '1 b',
  ])
  expect(placesOf(withSeriesAt(series, of(1, 'a'), { chart: 2, before: null }))).toEqual(['0 b', '0 b', '1 c', '1 a'])
  // A chart after the last one is new, but there is no fifth.
  expect(placesOf(withSeriesAt(series, of(1, 'b'), { chart: 3, before: null }))).toEqual(['0 a', '1 b', '2 c', '3 b'])
  expect(withSeriesAt(series, of(1, 'b'), { chart: 4, before: null })).toBe(series)
  expect(withSeriesAt(series, of(1, 'b'), { chart: 1, before: of(1, 'b') })).toBe(series)
})

test('a moved series leaves the right axis if the chart has one', () => {
  let series = built(of(1, 'a'), of(1, 'b'))
  for (const key of [of(1, 'a'), of(1, 'b')]) series = withChange(series, key, { axis: 'right' })
  const axes = withSeriesAt(series, of(1, 'b'), { chart: 0, before: of(1, 'a') }).map(({ key, axis }) => [key, axis])
  expect(axes).toEqual([
    ['b', 'left'],
    ['a', 'right'],
  ])
})

test('a series steps within its chart, and the steps end there', () => {
  const series = built(of(1, 'a'), of(2, 'a'), of(3, 'a'), of(1, 'b'))
  const at = (from: Exploration, key: SeriesKey) => from.findIndex((one) => isSameSeries(one, key))
  const [first, , last] = series
  if (!first || !last) throw new Error('no series')
  const down = withSeriesStep(series, first, 1)
  expect(at(down, of(1, 'a'))).toBe(1)
  expect(at(withSeriesStep(down, first, 1), of(1, 'a'))).toBe(2)
  expect(at(withSeriesStep(series, last, -1), of(3, 'a'))).toBe(1)
  expect(withSeriesStep(series, last, 1)).toBe(series)
  expect(withSeriesStep(series, first, -1)).toBe(series)
})

test('a chart moves with its series', () => {
  const series = built(of(1, 'a'), of(1, 'b'), of(2, 'a'), of(1, 'c'))
  expect(placesOf(withChartAt(series, 0, 2))).toEqual(['0 b', '1 c', '2 a', '2 a'])
  expect(placesOf(withChartAt(series, 2, 0))).toEqual(['0 c', '1 a', '1 a', '2 b'])
})

test('an empty chart is part of the address until it is full, and the next series joins it', () => {
  const series = built(of(1, 'a'))
  const text = textOfExploration(series, true)
  expect(hasNewChart(text, explorationOfText(text))).toBe(true)
  expect(explorationOfText(text)).toEqual(series)
  expect(hasNewChart(textOfExploration(series), series)).toBe(false)
  expect(placesOf(withSeries(series, of(2, 'a'), noUnit, true))).toEqual(['0 a', '1 a'])
  expect(textOfExploration([], true)).toBeUndefined()
  const four = built(of(1, 'a'), of(1, 'b'), of(1, 'c'), of(1, 'd'))
  expect(textOfExploration(four, true)).toBe(textOfExploration(four))
})
