import { emptyColumn } from '@sonde/model/dashboards/series-column'
import { readTimeseries, readTimeseriesKey } from '@sonde/model/widgets/charts/time-charts'
import { expect, test } from 'vitest'
import {
  countedRange,
  countOf,
  kindOfValue,
  statisticsOf,
  type ValueKind,
  valueDashboard,
  valueWidgetId,
  withMarks,
  withSeriesOf,
} from './value-dashboard.ts'

const device = { entityType: 'DEVICE', id: '00000000-0000-4000-8000-000000000001' } as const
const boardOf = (kind: ValueKind) => valueDashboard(device, 'level, m', kind, 1_000)

test('a value is text, a boolean or a number; without a value, a number', () => {
  expect(['21.5', 'true', 'idle', '007', undefined].map(kindOfValue)).toEqual([
    'number',
    'boolean',
    'text',
    'text',
    'number',
  ])
})

test('numbers are averages of 5 minutes of the last 24 hours, on a chart', () => {
  const { widgets, timewindow } = boardOf('number')
  expect(widgets[valueWidgetId]).toMatchObject({
    typeAlias: 'basic_timeseries',
    config: { datasources: [{ entityId: device.id, dataKeys: [{ name: 'level, m' }] }] },
  })
  expect(timewindow).toMatchObject({
    realtime: { timewindowMs: 86_400_000, interval: 300_000 },
    aggregation: { type: 'AVG' },
  })
})

test('booleans and text come as they are; text is a table', () => {
  expect(boardOf('boolean').timewindow.aggregation.type).toBe('NONE')
  expect(boardOf('boolean').widgets[valueWidgetId]?.typeAlias).toBe('basic_timeseries')
  expect(boardOf('text').timewindow.aggregation.type).toBe('NONE')
  expect(boardOf('text').widgets[valueWidgetId]?.typeAlias).toBe('timeseries_table')
})

test('a sum is shown of raw values, sums and counts, not of averages, least or greatest values', () => {
  const summed = (['NONE', 'SUM', 'COUNT', 'AVG', 'MIN', 'MAX'] as const).filter((aggregation) =>
    statisticsOf(aggregation).includes('total'),
  )
  expect(summed).toEqual(['NONE', 'SUM', 'COUNT'])
})

test('points at both ends of the time are counted, those outside are not', () => {
  const column = { ...emptyColumn, ts: Float64Array.of(9, 10, 15, 20, 21) }
  expect(countOf(column, { startMs: 10, endMs: 20 })).toBe(3)
  expect(countOf(emptyColumn, { startMs: 10, endMs: 20 })).toBe(0)
})

test('the interval that is not over counts though its middle is to come; raw values after the end do not', () => {
  const range = { startMs: 0, endMs: 601 }
  // Intervals of 300 ms: the third has just started and its point is at 750.
  const column = { ...emptyColumn, ts: Float64Array.of(150, 450, 750, 752) }
  expect(countOf(column, countedRange(range, 'AVG', 300))).toBe(3)
  expect(countOf(column, countedRange(range, 'NONE', 300))).toBe(2)
})

test('limits and alarms are settings that the chart reads; the widget itself stays as it was', () => {
  const widget = boardOf('number').widgets[valueWidgetId]
  if (!widget) throw new Error('The board has no chart.')
  const marked = withMarks(widget, {
    limits: [{ value: 92, label: 'Critical above', color: 'var(--sd-critical)', side: null }],
    spans: [{ startTs: 5, endTs: 0, color: 'var(--sd-critical)' }],
  })
  const [key] = marked.config.datasources[0]?.dataKeys ?? []
  expect(readTimeseries(marked.config.settings).values.spans).toEqual([
    { startTs: 5, endTs: 0, color: 'var(--sd-critical)' },
  ])
  expect(readTimeseriesKey(key?.settings ?? {}).values).toMatchObject({
    isNumber: true,
    thresholds: [{ thresholdValue: 92, label: 'Critical above', shadedSide: 'auto' }],
  })
  expect(widget.config.settings).toEqual({})
})

test('compared series are drawn without the limits, one of them on the right axis', () => {
  const widget = boardOf('number').widgets[valueWidgetId]
  if (!widget) throw new Error('no widget')
  const marks = { limits: [{ value: 9, label: 'High', color: 'red', side: 'above' as const }], spans: [] }
  const limited = withMarks(widget, marks)
  const one = {
    entity: device,
    key: 'level, m',
    chart: 0,
    color: 0,
    axis: 'left',
    isHidden: false,
    aggregation: null,
  } as const
  const other = { ...one, key: 'flow', color: 1, axis: 'right' } as const
  expect(withSeriesOf(limited, [one], () => '')).toBe(limited)
  const { datasources } = withSeriesOf(limited, [one, other], ({ key }) => key).config
  expect(datasources.map(({ dataKeys }) => dataKeys[0]?.label)).toEqual(['level, m', 'flow'])
  expect(datasources[0]?.dataKeys[0]?.settings.thresholds).toHaveLength(1)
  expect(datasources[1]?.dataKeys[0]?.settings).toEqual({
    isNumber: true,
    showSeparateAxis: true,
    axisPosition: 'right',
  })
})
