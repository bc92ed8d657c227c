import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { emptyColumn, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { expect, test } from 'vitest'
import { createSeriesColors } from '../../dashboards/series-colors.ts'
import type { SeriesView } from '../../dashboards/widget-view.ts'
import { type ChartDeps, chartModel, isLayer } from './chart-model.ts'
import { shapePath } from './chart-points.ts'
import { chartKeySettings, chartSettings } from './chart-settings.ts'
import { levelsOf, statesWithin, wordsMax } from './chart-states.ts'
import { chartParts } from './testing.ts'
import { timeChartType } from './time-chart.tsx'

const widgetOf = (typeAlias: string, settings: object = {}, keys: readonly object[] = [{}, {}]) =>
  normalizeWidget(
    'w',
    {
      isSystemType: true,
      bundleAlias: 'charts',
      typeAlias,
      type: 'timeseries',
      config: {
        settings,
        datasources: [
          {
            type: 'entity',
            entityAliasId: 'a',
            dataKeys: keys.map((own, index) => ({ name: `k${index}`, settings: own })),
          },
        ],
      },
    },
    new Map(),
  )

type Value = number | string | boolean

function columnOf(points: readonly (readonly [ts: number, value: Value])[]): SeriesColumn {
  const values = points.map(([, value]) => value)
  return {
    ...emptyColumn,
    ts: Float64Array.from(points, ([ts]) => ts),
    values: Float64Array.from(values, (value) => (typeof value === 'string' ? Number.NaN : Number(value))),
    texts: values.some((value) => typeof value === 'string')
      ? values.map((value) => (typeof value === 'string' ? value : null))
      : null,
    isBoolean: values.every((value) => typeof value === 'boolean'),
  }
}

function modelOf(
  widget: ReturnType<typeof widgetOf>,
  series: readonly (readonly (readonly [number, Value])[])[],
  more: Partial<ChartDeps> & { agg?: 'NONE' | 'AVG' } = {},
) {
  const { agg = 'AVG', ...rest } = more
  const keys = widget.config.datasources[0]?.dataKeys ?? []
  const views = series.map((points, keyIndex): SeriesView => {
    const dataKey = keys[keyIndex]
    if (!dataKey) throw new Error('The widget lacks its key.')
    return {
      id: `s${keyIndex}`,
      role: 'main',
      datasourceIndex: 0,
      keyIndex,
      entity: { id: { entityType: 'DEVICE', id: 'd' }, name: 'd', label: '' },
      dataKey,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a label with a variable
      label: 'Level of ${model}, ${unknown}',
      decimalsSeen: 0,
      column: columnOf(points),
      derived: {
        kind: 'history',
        agg,
        interval: 10,
        limit: 99,
        fetchLatestPreviousPoint: false,
        zone: 'UTC',
        startTs: 0,
        endTs: 100,
        stretches: [{ startTs: 0, endTs: 100, interval: 10 }],
      },
      range: { startMs: 0, endMs: 100 },
    }
  })
  return chartModel({
    ...chartParts,
    widget,
    settings: chartSettings(widget),
    series: views,
    limits: new Map(),
    colors: createSeriesColors(),
    comparedLabel: (label) => label,
    isHidden: () => false,
    ...rest,
  })
}

const spans = ({ bars }: ReturnType<typeof modelOf>) =>
  bars.map(({ series, fromMs, toMs, base, top }) => [series, fromMs, toMs, base, top])

test('bars fill their interval side by side, from zero; the axis has zero', () => {
  const model = modelOf(widgetOf('timeseries_bars_flot'), [
    [
      [5, 30],
      [15, -4],
    ],
    [[5, 20]],
  ])
  expect(spans(model)).toEqual([
    [0, 1, 5, 0, 30],
    [0, 11, 15, 0, -4],
    [1, 5, 9, 0, 20],
  ])
  expect(model.axes[0]).toMatchObject({ low: -4, high: 30 })
  // A hidden series leaves its space to the others.
  expect(
    spans(modelOf(widgetOf('timeseries_bars_flot'), [[[5, 30]], [[5, 20]]], { isHidden: (id) => id === 's0' })),
  ).toEqual([[1, 1, 9, 0, 20]])
})

test('stacked bars stand on each other, below zero apart from above; excluded keys stand beside', () => {
  const model = modelOf(
    widgetOf('timeseries_bars_flot', { stack: true }, [{}, {}, {}, { excludeFromStacking: true }]),
    [[[5, 3]], [[5, 4]], [[5, -2]], [[5, 9]]],
  )
  expect(spans(model)).toEqual([
    [0, 1, 5, 0, 3],
    [1, 1, 5, 3, 7],
    [2, 1, 5, 0, -2],
    [3, 5, 9, 0, 9],
  ])
  expect(model.axes[0]).toMatchObject({ low: -2, high: 9 })
  expect(model.series.map((one) => isLayer(model, one))).toEqual([true, true, true, false])
})

test('bars of raw values have the width and position of the settings', () => {
  const raw = (barAlignment: string) =>
    spans(modelOf(widgetOf('timeseries_bars_flot', { defaultBarWidth: 4, barAlignment }), [[[50, 1]]], { agg: 'NONE' }))
  expect(raw('left')).toEqual([[0, 50, 54, 0, 1]])
  expect(raw('center')).toEqual([[0, 48, 52, 0, 1]])
  expect(raw('right')).toEqual([[0, 46, 50, 0, 1]])
})

test('the state before the window fills its start, the last one lasts until now', () => {
  const states = statesWithin(
    columnOf([
      [-90, 'off'],
      [-20, 'idle'],
      [30, 'running'],
    ]),
    0,
    80,
  )
  expect([...states.ts]).toEqual([0, 30, 80])
  expect(states.texts).toEqual(['idle', 'running', 'running'])
  expect([...statesWithin(columnOf([[10, 1]]), 0, 80).ts]).toEqual([10, 80])
  expect([...statesWithin(columnOf([[-10, 1]]), 0, 80).ts]).toEqual([0, 80])
  expect([...statesWithin(columnOf([[90, 1]]), 0, 80).ts]).toEqual([90])
  expect(statesWithin(emptyColumn, 0, 80)).toBe(emptyColumn)
})

test('states that are words have a level each; numbers keep their value, on and off their words', () => {
  const words = modelOf(
    widgetOf('state_chart'),
    [
      [
        [10, 'off'],
        [20, 'running'],
      ],
      [[40, 'idle']],
    ],
    { nowMs: 60 },
  )
  expect(words.axes[0]?.words).toEqual(['idle', 'off', 'running'])
  expect([...(words.series[0]?.column.values ?? [])]).toEqual([1, 2, 2])
  expect([...(words.series[0]?.column.ts ?? [])]).toEqual([10, 20, 60])
  expect([...(words.series[0]?.received.ts ?? [])]).toEqual([10, 20])
  expect(words.series[0]).toMatchObject({ statistics: null, gaps: [], isStepped: true })

  const numbers = modelOf(widgetOf('state_chart'), [
    [
      [-20, 3],
      [75, 7],
    ],
  ])
  expect(numbers.axes[0]).toMatchObject({ words: null, low: 3, high: 7, isBoolean: false })
  // By duration: 75 ms of 3, 25 ms of 7.
  expect(numbers.series[0]?.statistics).toMatchObject({ avg: 4, total: 7, count: 1, min: 3, max: 7 })
  expect(modelOf(widgetOf('state_chart'), [[[10, true]]]).axes[0]).toMatchObject({ words: null, isBoolean: true })
})

test('an axis has at most so many words', () => {
  const many = Array.from({ length: wordsMax + 5 }, (_, index) => `state ${index}`)
  expect(levelsOf(many.slice(0, wordsMax), 'Other')).toHaveLength(wordsMax)
  expect(levelsOf(many, 'Other')).toHaveLength(wordsMax)
  expect(levelsOf(many, 'Other').at(-1)).toBe('Other')
  expect(levelsOf(['10', '9', '10'], 'Other')).toEqual(['9', '10'])
})

test('a state chart asks for raw values with the state before', () => {
  const modes = (alias: string, kind: 'state' | 'line') =>
    timeChartType(kind)
      .requests(widgetOf(alias), defaultTimeWindow(0))
      .map(({ mode }) => mode.kind === 'series' && mode.isStateData)
  expect(modes('state_chart', 'state')).toEqual([true])
  expect(modes('basic_timeseries', 'line')).toEqual([false])
})

test('labels contain latest values of their entity', () => {
  const widget = widgetOf('basic_timeseries', {
    customLegendEnabled: true,
    dataKeysListForLabels: [{ name: 'model', type: 'attribute' }, { name: '' }],
  })
  const requests = timeChartType('line').requests(widget, defaultTimeWindow(0))
  const request = requests.find(({ role }) => role === 'label')
  const [dataKey] = request?.datasource.dataKeys ?? []
  expect(dataKey).toMatchObject({ name: 'model', type: 'attribute' })
  if (!dataKey) throw new Error('The request lacks its key.')
  const entity = { id: { entityType: 'DEVICE', id: 'd' }, name: 'd', label: '' } as const
  const base = { datasourceIndex: 0, keyIndex: 0, dataKey, label: 'model', decimalsSeen: 0, ts: 1, id: 'l' }
  const model = modelOf(widget, [[[5, 1]]], { latest: [{ ...base, role: 'label', entity, text: 'X7' }] })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable that isn't a key stays
  expect(model.series[0]?.label).toBe('Level of X7, ${unknown}')
})

test('defaults that the editor of ThingsBoard always writes count as not set', () => {
  const usual = {
    fontColor: '#545454',
    fontSize: 10,
    grid: { color: '#545454', tickColor: '#DDDDDD', outlineWidth: 1 },
  }
  const settings = chartSettings(widgetOf('basic_timeseries', usual))
  expect(settings).toMatchObject({ fontPx: 11, outlinePx: 0, colors: { text: null, grid: null, outline: null } })
  const chosen = chartSettings(
    widgetOf('basic_timeseries', {
      fontColor: '#00f',
      fontSize: 14,
      yaxis: { color: '#f00' },
      grid: { outlineWidth: 2 },
    }),
  )
  expect(chosen).toMatchObject({
    fontPx: 14,
    outlinePx: 2,
    colors: { text: '#00f', times: '#00f' },
    yaxis: { color: '#f00' },
  })
  const key = widgetOf('x', {}, [{ thresholds: [{ thresholdValue: 5 }, { thresholdValue: 6, lineWidth: 4 }] }]).config
    .datasources[0]?.dataKeys[0]
  if (!key) throw new Error('The widget lacks its key.')
  const widths = chartKeySettings(key, { ...settings, thresholdsLineWidth: 3 }).thresholds.map(
    ({ lineWidth }) => lineWidth,
  )
  expect(widths).toEqual([3, 4])
  expect(chartKeySettings(key, settings).showLines).toBe(true)
  expect(chartKeySettings(key, { ...settings, kind: 'bar' }).showLines).toBe(false)
})

test('a shape that is code is drawn as a circle', () => {
  const calls = (shape: Parameters<typeof shapePath>[1]) => {
    const made: string[] = []
    const note = (name: string) => () => void made.push(name)
    const context = {
      beginPath: note('beginPath'),
      moveTo: note('moveTo'),
      lineTo: note('lineTo'),
      closePath: note('closePath'),
      rect: note('rect'),
      arc: note('arc'),
    }
    shapePath(context, shape, 0, 0, 3)
    return made.slice(1)
  }
  expect(calls('custom')).toEqual(['arc'])
  expect(calls('square')).toEqual(['rect'])
  expect(calls('cross')).toEqual(['moveTo', 'lineTo', 'moveTo', 'lineTo'])
  expect(calls('triangle')).toEqual(['moveTo', 'lineTo', 'lineTo', 'closePath'])
})
