import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import { defaultTimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { expect, test } from 'vitest'
import type { RequestRole } from '../../dashboards/data-request.ts'
import { limitKey } from '../../dashboards/limits.ts'
import { createSeriesColors } from '../../dashboards/series-colors.ts'
import type { SeriesView } from '../../dashboards/widget-view.ts'
import { chartModel } from './chart-model.ts'
import { chartSettings } from './chart-settings.ts'
import { filledBetween } from './chart-stack.ts'
import { chartParts } from './testing.ts'
import { timeChartType } from './time-chart.tsx'

const chart = (settings: object, keySettings: object = {}) =>
  normalizeWidget(
    'w',
    {
      isSystemType: true,
      bundleAlias: 'charts',
      typeAlias: 'basic_timeseries',
      type: 'timeseries',
      config: {
        settings,
        datasources: [
          {
            type: 'entity',
            entityAliasId: 'a',
            dataKeys: [
              { name: 'heat', settings: keySettings },
              { name: 'light', settings: { excludeFromStacking: true } },
            ],
          },
        ],
      },
    },
    new Map(),
  )

type Points = readonly (readonly [ts: number, value: number])[]

function view(widget: ReturnType<typeof chart>, entity: string, points: Points, more: Partial<SeriesView> = {}) {
  const keyIndex = more.keyIndex ?? 0
  const dataKey = widget.config.datasources[0]?.dataKeys[keyIndex]
  if (!dataKey) throw new Error('The widget lacks its key.')
  const column: SeriesColumn = {
    ts: Float64Array.from(points, ([ts]) => ts),
    values: Float64Array.from(points, ([, value]) => value),
    texts: null,
    longNumbers: null,
    isBoolean: false,
  }
  const made: SeriesView = {
    id: `${entity} ${keyIndex} ${more.role ?? 'main'}`,
    role: 'main',
    datasourceIndex: 0,
    keyIndex,
    entity: { id: { entityType: 'DEVICE', id: entity }, name: entity, label: '' },
    dataKey,
    label: entity,
    decimalsSeen: 0,
    column,
    derived: {
      kind: 'history',
      agg: 'AVG',
      interval: 10,
      limit: 9,
      fetchLatestPreviousPoint: false,
      zone: 'UTC',
      startTs: 0,
      endTs: 100,
      stretches: [{ startTs: 0, endTs: 100, interval: 10 }],
    },
    range: { startMs: 0, endMs: 100 },
    ...more,
  }
  return made
}

const modelOf = (
  widget: ReturnType<typeof chart>,
  series: readonly SeriesView[],
  { hidden = [] as readonly string[], limits = new Map<string, number>() } = {},
) =>
  chartModel({
    ...chartParts,
    widget,
    settings: chartSettings(widget),
    series,
    limits,
    colors: createSeriesColors(),
    comparedLabel: (label) => `${label}, before`,
    isHidden: (id) => hidden.includes(id),
  })

const a: Points = [
  [5, 1],
  [15, 2],
]
const b: Points = [
  [5, 10],
  [15, 20],
]

test('each line of a stack stands on the sum of those before it; the axis holds the whole, from zero', () => {
  const widget = chart({ stack: true })
  const model = modelOf(widget, [view(widget, 'A', a), view(widget, 'B', b)])
  const layers = model.series.map(({ id }) => model.stack.get(id))
  expect(layers.map((layer) => layer?.values)).toEqual([
    [1, 2],
    [11, 22],
  ])
  expect(layers.map((layer) => layer?.below)).toEqual([null, model.series[0]?.id])
  expect(model.axes[0]).toMatchObject({ low: 0, high: 22 })
  // Statistics use the measured values, not the stacked ones.
  expect(model.series[1]?.statistics?.max).toBe(20)
})

test('hidden and excluded series leave the stack', () => {
  const widget = chart({ stack: true })
  const first = view(widget, 'A', a)
  const series = [first, view(widget, 'B', b), view(widget, 'C', [[5, 100]], { keyIndex: 1 })]
  const model = modelOf(widget, series, { hidden: [first.id] })
  expect([...model.stack.keys()]).toEqual([series[1]?.id])
  expect(model.axes[0]?.high).toBe(100)
  expect(modelOf(chart({}), series).stack.size).toBe(0)
})

test('between its own points a layer runs on; in a gap it breaks', () => {
  const times = Float64Array.of(0, 10, 20, 30, 40)
  expect(filledBetween([0, undefined, 20, null, 40], times)).toEqual([0, 10, 20, null, 40])
  expect(filledBetween([undefined, 1, undefined, null, 2], times)).toEqual([undefined, 1, undefined, null, 2])
})

test('a threshold that an attribute holds is asked for, and stands where the attribute says', () => {
  const source = { aliasName: 'Tank', attribute: 'highLimit' }
  const widget = chart(
    {},
    {
      thresholds: [
        { thresholdValueSource: 'entityAttribute', thresholdEntityAlias: 'Tank', thresholdAttribute: 'highLimit' },
        { thresholdValueSource: 'predefinedValue', thresholdValue: 3 },
      ],
    },
  )
  const requests = timeChartType('line').requests(widget, defaultTimeWindow(0))
  expect(requests.map(({ role, aliasName }) => [role, aliasName])).toEqual([
    ['main', undefined],
    ['limit', 'Tank'],
  ])
  const values = (limits: Map<string, number>) =>
    modelOf(widget, [view(widget, 'A', a)], { limits }).thresholds.map(({ value }) => value)
  expect(values(new Map())).toEqual([3])
  expect(values(new Map([[limitKey(source), 92]]))).toEqual([92, 3])
})

test('a history window is compared: the earlier points lie over the later ones, dashed, named', () => {
  const widget = chart({ comparisonEnabled: true, timeForComparison: 'days' })
  const roles = (selectedTab: WindowTab): RequestRole[] =>
    timeChartType('line')
      .requests(widget, { ...defaultTimeWindow(0), selectedTab })
      .map(({ role }) => role)
  expect(roles(WindowTab.REALTIME)).toEqual(['main'])
  expect(roles(WindowTab.HISTORY)).toEqual(['main', 'comparison'])

  const main = view(widget, 'A', a)
  const earlier = view(widget, 'A', [[-995, 7]], {
    role: 'comparison',
    derived: { ...main.derived, startTs: -1000, endTs: -900 } as SeriesView['derived'],
    range: { startMs: -1000, endMs: -900 },
  })
  const model = modelOf(widget, [main, earlier])
  const [shown, compared] = model.series
  expect(compared).toMatchObject({ label: 'A, before', comparedMs: 1000, color: shown?.color, dash: [2, 4] })
  expect([...(compared?.column.ts ?? [])]).toEqual([5])
  expect(compared?.statistics?.last).toBe(7)
  expect(model.comparedMs).toBe(1000)
  expect([model.range, model.axes[0]?.high]).toEqual([{ startMs: 0, endMs: 100 }, 7])
})

test('raw values that are all 0 or 1 are flags, unless the key says that they are numbers', () => {
  const flags: Points = [
    [5, 0],
    [15, 1],
  ]
  const steppedOf = (keySettings: object) => {
    const widget = chart({}, keySettings)
    const one = view(widget, 'A', flags)
    return modelOf(widget, [{ ...one, derived: { ...one.derived, agg: 'NONE' } }]).series[0]?.isStepped
  }
  expect([steppedOf({}), steppedOf({ isNumber: true })]).toEqual([true, false])
})
