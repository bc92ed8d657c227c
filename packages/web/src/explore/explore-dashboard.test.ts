import { expect, test } from 'vitest'
import { usualRequests } from '../dashboards/data-request.ts'
import { chartId, chartsOf, emptyBoard, requestOfSeries } from './explore-dashboard.ts'
import { type Exploration, withChange, withSeries } from './explore-state.ts'

const of = (id: string, key: string) => ({ entity: { entityType: 'DEVICE' as const, id }, key })
const noUnit = () => ''

let series: Exploration = []
for (const key of [of('a', 'level'), of('b', 'level'), of('a', 'flow')]) series = withSeries(series, key, noUnit)

test('each chart asks for its series, with the right axis and the hidden ones marked', () => {
  const marked = withChange(series, of('b', 'level'), { axis: 'right', isHidden: true })
  const widgets = chartsOf(marked, (own, chart) => `${chart} ${own.length}`, 1)
  expect(Object.values(widgets).map(({ id, config }) => [id, config.title, config.datasources.length])).toEqual([
    [chartId(0), '0 2', 2],
    [chartId(1), '1 1', 1],
  ])
  expect(widgets[chartId(0)]?.config.datasources[1]?.dataKeys[0]?.settings).toEqual({
    hideDataByDefault: true,
    showSeparateAxis: true,
    axisPosition: 'right',
  })
})

test('only the last chart has labels on its time axis', () => {
  const widgets = Object.values(chartsOf(series, () => '', 1))
  expect(widgets.map(({ config }) => config.settings.xaxis)).toEqual([{ showLabels: false }, { showLabels: true }])
})

test('a series is asked for with its own aggregation, others with that of the window', () => {
  const { timewindow } = emptyBoard(1)
  expect([timewindow.realtime.timewindowMs, timewindow.aggregation.type]).toEqual([21_600_000, 'AVG'])
  const own = withChange(series, of('b', 'level'), { aggregation: 'MAX' })
  const [widget] = Object.values(chartsOf(own, () => '', 1))
  const modes = widget ? usualRequests(widget, timewindow).map((request) => requestOfSeries(request, own).mode) : []
  expect(modes.map((mode) => mode.kind === 'series' && mode.window.aggregation.type)).toEqual(['AVG', 'MAX'])
})
