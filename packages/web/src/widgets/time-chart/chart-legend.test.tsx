import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { columnStatistics, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { usualRequests } from '../../dashboards/data-request.ts'
import { createSeriesColors } from '../../dashboards/series-colors.ts'
import { averagesBetween } from '../../dashboards/testing.ts'
import { renderInApp } from '../../dashboards/testing-ui.tsx'
import type { SeriesView } from '../../dashboards/widget-view.ts'
import { SeriesTable } from '../series-table.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { chartModel } from './chart-model.ts'
import { chartSettings } from './chart-settings.ts'
import { chartParts } from './testing.ts'

const widget = normalizeWidget(
  'w',
  {
    type: 'timeseries',
    config: {
      units: '%',
      decimals: 1,
      legendConfig: { showMin: true, showMax: true },
      datasources: [
        { type: 'entity', dataKeys: [{ name: 'level', settings: { thresholds: [{ thresholdValue: 9 }] } }] },
      ],
    },
  },
  new Map(),
)
const [request] = usualRequests(widget, defaultTimeWindow(0))
const key = request?.datasource.dataKeys[0]

function view(name: string, values: number[]): SeriesView {
  if (!key) throw new Error('The widget lacks its key.')
  const column: SeriesColumn = {
    ts: Float64Array.from(values, (_, i) => i * 1000),
    values: Float64Array.from(values),
    texts: null,
    longNumbers: null,
    isBoolean: false,
  }
  return {
    id: name,
    role: 'main',
    datasourceIndex: 0,
    keyIndex: 0,
    entity: { id: { entityType: 'DEVICE', id: name }, name, label: '' },
    dataKey: key,
    label: name,
    decimalsSeen: 0,
    column,
    derived: averagesBetween(0, 9000),
    range: { startMs: 0, endMs: 9000 },
  }
}

const settings = chartSettings(widget)
const model = (hidden: readonly string[] = []) =>
  chartModel({
    ...chartParts,
    widget,
    settings,
    series: [view('A', [1, 2, 3]), view('B', [7, 8])],
    limits: new Map(),
    colors: createSeriesColors(),
    comparedLabel: (label) => label,
    isHidden: (id) => hidden.includes(id),
  })

test('a hidden series leaves the axis; limits near the data are in the picture, once', () => {
  expect(model().axes[0]).toMatchObject({ low: 1, high: 9, units: '%' })
  expect(model().thresholds).toHaveLength(1)
  expect(model().thresholds[0]?.isUpper).toBe(true)
  expect(model(['B']).axes[0]).toMatchObject({ low: 1, high: 3 })
})

test('the table has the statistics that are asked for; a click isolates, with Ctrl it toggles', async () => {
  const onPick = vi.fn()
  await renderInApp(
    <ChartLegend series={model().series} settings={settings.legend} wordOf={() => null} isTable onPick={onPick} />,
    {
      nowMs: 0,
    },
  )
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Series, %',
    'Min',
    'Max',
    'Avg',
  ])
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('A1.03.02.0')
  fireEvent.click(screen.getByRole('button', { name: 'B' }))
  fireEvent.click(screen.getByRole('button', { name: 'A' }), { ctrlKey: true })
  expect(onPick.mock.calls).toEqual([
    ['B', false],
    ['A', true],
  ])
})

test('in rows, the table has a column per series', async () => {
  const legend = { ...settings.legend, direction: 'row' } as const
  await renderInApp(
    <ChartLegend series={model(['B']).series} settings={legend} wordOf={() => null} isTable onPick={() => {}} />,
    { nowMs: 0 },
  )
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Series, %', 'A', 'B'])
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'Series, %AB',
    'Min1.07.0',
    'Max3.08.0',
    'Avg2.07.5',
  ])
})

test('as a table: newest first, one row per time', async () => {
  const { series } = model()
  await renderInApp(<SeriesTable series={series} zone="UTC" />, { nowMs: 0 })
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows[0]).toEqual(['Time', 'A', 'B'])
  expect(rows).toHaveLength(4)
  expect(rows[1]?.slice(1)).toEqual(['3.0%', ''])
  expect(columnStatistics(series[1]?.column ?? series[0]?.column ?? never())?.last).toBe(8)
})

function never(): never {
  throw new Error('The model lacks its series.')
}
