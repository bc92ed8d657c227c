import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { readSimpleCard } from '@sonde/model/widgets/cards/simple-card'
import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline.tsx'
import { sparklineWindow } from './sparkline-window.ts'
import { trendOf } from './trend.ts'
import simpleCard from './type.tsx'

const column = (...points: [number, number][]): SeriesColumn => ({
  ts: Float64Array.from(points.map(([ts]) => ts)),
  values: Float64Array.from(points.map(([, value]) => value)),
  texts: null,
  longNumbers: null,
  isBoolean: false,
})
const card = (settings: object, key: object = {}) =>
  normalizeWidget(
    'w',
    {
      bundleAlias: 'cards',
      typeAlias: 'simple_card',
      type: 'latest',
      config: { settings, datasources: [{ type: 'entity', entityAliasId: 'a', dataKeys: [{ name: 't', ...key }] }] },
    },
    new Map(),
  )

test('says where a value goes', () => {
  const hour = column([0, 100], [1, 104], [2, 96])
  expect(trendOf(hour, 120)).toEqual({ kind: 'up', change: 20 })
  expect(trendOf(hour, 90)?.kind).toBe('down')
  expect(trendOf(hour, 100.5)?.kind).toBe('steady')
  expect(trendOf(column(), 5)).toBeNull()
})

test('a sparkline breaks where nothing came, and lies in the middle when nothing changed', () => {
  const range = { startMs: 0, endMs: 100 }
  const { path } = sparklinePath(column([0, 1], [10, 2], [20, 3], [70, 1], [80, 2]), range, 10, 106, 26)
  expect(path.match(/M/g)).toHaveLength(2)
  const flat = sparklinePath(column([0, 5], [100, 5]), range, 100, 106, 26)
  expect(flat.end).toEqual([103, 13])
  expect(sparklinePath(column(), range, 10, 100, 20).end).toBeNull()
})

test('asks for the recent past of telemetry, unless it is told not to', () => {
  const window = defaultTimeWindow(0)
  const requests = (settings: object, key?: object) => {
    const widget = card(settings, key)
    return simpleCard.requests(widget, window)
  }
  expect(requests({}).map(({ role }) => role)).toEqual(['main', 'sparkline'])
  expect(requests({ sparkline: false })).toHaveLength(1)
  expect(requests({}, { type: 'attribute' })).toHaveLength(1)
})

test('the sparkline’s window is its own', () => {
  const { sparklineMs } = readSimpleCard({ sparklineMs: 60_000 * 60 * 6 }).values
  const { realtime, selectedTab } = sparklineWindow({ ...defaultTimeWindow(0), selectedTab: 1 }, sparklineMs)
  expect([selectedTab, realtime.timewindowMs, realtime.interval]).toEqual([0, 21_600_000, 360_000])
})
