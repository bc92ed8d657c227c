import { expect, test } from 'vitest'
import type { Exploration, SeriesKey } from '../explore/explore-state.ts'
import { chartSeries, comparedMax, namingOf, steppedTo, textOfCompared, withCompared } from './compared-series.ts'

const uuid = (at: number) => `784f394c-42b6-435a-983c-${String(at).padStart(12, '0')}`
const of = (at: number, key: string): SeriesKey => ({ entity: { entityType: 'DEVICE', id: uuid(at) }, key })
const units: Record<string, string> = { level: '%', fill: '%', inflow: 'm³/h', outflow: 'm³/h' }
const unitOf = ({ key }: SeriesKey) => units[key] ?? ''
const alone = chartSeries(of(1, 'level'), undefined, unitOf)
const built = (...added: readonly SeriesKey[]): Exploration =>
  added.reduce((series, one) => withCompared(series, one, unitOf) ?? series, alone)

test('the same key or unit shares the axis, one other series has the right axis, more have none', () => {
  const series = built(of(2, 'level'), of(1, 'inflow'))
  expect(series.map(({ axis }) => axis)).toEqual(['left', 'left', 'right'])
  expect(withCompared(series, of(1, 'outflow'), unitOf)).toBeNull()
  expect(withCompared(series, of(1, 'fill'), unitOf)?.at(-1)?.axis).toBe('left')
  // Keys without a unit may differ widely.
  expect(withCompared(built(of(1, 'a')), of(1, 'b'), unitOf)).toBeNull()
})

test('the address gives back the compared series with their colors', () => {
  const series = built(of(2, 'level'), of(3, 'level'))
  const without = series.filter(({ entity }) => entity.id !== uuid(2))
  expect(chartSeries(of(1, 'level'), textOfCompared(without), unitOf)).toEqual(without)
  expect(textOfCompared(alone)).toBeUndefined()
  expect(chartSeries(of(2, 'level'), textOfCompared(series), unitOf)).toHaveLength(2)
  expect(chartSeries(of(1, 'level'), 'bogus', unitOf)).toEqual(alone)
})

test('a series is there once, and their number is bounded', () => {
  expect(withCompared(alone, of(1, 'level'), unitOf)).toBeNull()
  expect(built(...[2, 3, 4, 5, 6].map((at) => of(at, 'level')))).toHaveLength(comparedMax)
})

test('a step to another key takes the other entities along', () => {
  const stepped = steppedTo(built(of(2, 'level'), of(1, 'inflow')), 'power')
  expect(stepped.map(({ entity, key }) => [entity.id, key])).toEqual([
    [uuid(1), 'power'],
    [uuid(2), 'power'],
  ])
})

test('names say what differs', () => {
  expect(namingOf(alone)).toBe('key')
  expect(namingOf(built(of(1, 'inflow')))).toBe('key')
  expect(namingOf(built(of(2, 'level')))).toBe('entity')
  expect(namingOf(built(of(2, 'level'), of(1, 'inflow')))).toBe('both')
})
