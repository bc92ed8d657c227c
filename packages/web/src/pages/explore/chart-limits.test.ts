import { expect, test } from 'vitest'
import { chartsOf } from '../../explore/explore-dashboard.ts'
import { type Exploration, idOf, type SeriesKey, withChange, withSeries } from '../../explore/explore-state.ts'
import type { KnownLimit } from '../../telemetry/value-state.ts'
import { limitsOfCharts, withLimits } from './chart-limits.ts'

const of = (id: string, key: string): SeriesKey => ({ entity: { entityType: 'DEVICE', id }, key })
const [a, b, flow, power] = [of('a', 'level'), of('b', 'level'), of('a', 'flow'), of('a', 'power')]
const built = (...keys: readonly SeriesKey[]): Exploration =>
  keys.reduce<Exploration>(
    (series, key) =>
      withChange(
        withSeries(series, key, () => ''),
        key,
        { chart: 0 },
      ),
    [],
  )
const limit = (value: number, severity: KnownLimit['severity'] = 'CRITICAL'): KnownLimit => ({
  alarmType: 'Level',
  severity,
  side: 'above',
  isInclusive: false,
  value,
})
const valuesOf = (series: Exploration, limits: Record<string, readonly KnownLimit[]>, units: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(
      limitsOfCharts(
        series,
        ({ key }) => limits[key] ?? [],
        ({ key }) => units[key] ?? '',
      ),
    ).map(([id, own]) => [id, own.map(({ severity, value }) => `${severity} ${value}`)]),
  )

test('devices with the same profile draw a limit once, with its highest severity', () => {
  const limits = { level: [limit(92, 'MAJOR'), limit(92), limit(80, 'MAJOR')] }
  expect(valuesOf(built(a, b), limits, {})).toEqual({ [idOf(a)]: ['CRITICAL 92', 'MAJOR 80'] })
})

test('a hidden series draws no limits, and those it shares are drawn by another', () => {
  const hidden = withChange(built(a, b), a, { isHidden: true })
  expect(valuesOf(hidden, { level: [limit(92)] }, {})).toEqual({ [idOf(b)]: ['CRITICAL 92'] })
})

test('a chart with several units, unknown units or axes has no limits', () => {
  const limits = { level: [limit(92)], flow: [limit(20)] }
  expect(valuesOf(built(a, flow), limits, { level: '%', flow: '%' })).toEqual({
    [idOf(a)]: ['CRITICAL 92'],
    [idOf(flow)]: ['CRITICAL 20'],
  })
  expect(valuesOf(built(a, flow), limits, { level: '%', flow: 'l/s' })).toEqual({})
  expect(valuesOf(built(a, flow), limits, {})).toEqual({})
  expect(valuesOf(withChange(built(a, b), b, { axis: 'right' }), limits, {})).toEqual({})
  // What is hidden doesn't matter.
  const withPower = withChange(built(a, power), power, { isHidden: true })
  expect(valuesOf(withPower, limits, { level: '%', power: 'kW' })).toEqual({ [idOf(a)]: ['CRITICAL 92'] })
})

test('the widget of the chart gets the limits, others stay as they are', () => {
  const series = withChange(built(a, b, flow), flow, { chart: 1 })
  const [first, second] = Object.values(chartsOf(series, () => '', 1))
  const limits = { [idOf(b)]: [limit(92)] }
  expect(second && withLimits(second, series, limits)).toBe(second)
  const sources = first ? withLimits(first, series, limits).config.datasources : []
  expect(sources.map(({ dataKeys }) => dataKeys[0]?.settings.thresholds)).toMatchObject([
    [],
    [{ thresholdValue: 92, shadedSide: 'above', label: '' }],
  ])
})
