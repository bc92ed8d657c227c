import type { Datasource } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { withLastInterval } from '@sonde/model/time-windows/window-edits'
import { expect, test } from 'vitest'
import { createAliasStore } from './alias-store.ts'
import { createDashboardData } from './dashboard-data.ts'
import type { DataRequest } from './data-request.ts'
import { createFilterStore } from './filter-store.ts'
import { limitKey, limitRequests } from './limits.ts'
import { createFakeFrames, createFakeLive, pageOf, rowOf, seriesUpdate } from './testing.ts'

const start = Date.UTC(2026, 10, 21, 12)
const window = withLastInterval(defaultTimeWindow(start), 60_000)
const manyId = '6f8d5ad0-0000-4222-8333-000000000001'
const oneId = '6f8d5ad0-0000-4222-8333-000000000002'
const configuration = normalizeConfiguration(
  {
    entityAliases: {
      [manyId]: { alias: 'Pumps', filter: { type: 'deviceType', resolveMultiple: true, deviceType: 'pump' } },
      [oneId]: { alias: 'Pump', filter: { type: 'deviceType', resolveMultiple: false, deviceType: 'pump' } },
    },
    filters: {
      hot: {
        filter: 'Hot',
        keyFilters: [
          {
            key: { type: 'TIME_SERIES', key: 'temperature' },
            valueType: 'NUMERIC',
            predicates: [
              {
                keyFilterPredicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 40 } },
                userInfo: { editable: true },
              },
            ],
          },
        ],
      },
    },
    widgets: {
      w: {
        config: {
          datasources: [
            { type: 'entity', entityAliasId: manyId, dataKeys: [{ name: 'flow' }, { name: 'power' }] },
            { type: 'entity', entityAliasId: oneId, dataKeys: [{ name: 'flow' }] },
            { type: 'entity', entityAliasId: 'gone', dataKeys: [{ name: 'flow' }] },
          ],
        },
      },
    },
  },
  { nowMs: start, newId: () => 'new' },
)
const datasource = (index: number) => configuration.widgets.w?.config.datasources[index] as Datasource

function request(widgetId: string, index: number, mode: DataRequest['mode'], keyIndices = [0]): DataRequest {
  return {
    widgetId,
    role: 'main',
    datasourceIndex: 0,
    datasource: datasource(index),
    mode,
    keyIndices,
    isSingle: false,
  }
}
const series = { kind: 'series', window, isStateData: false } as const
const latest = { kind: 'latest' } as const

function setUp(find: Parameters<typeof createAliasStore>[2] = async () => pageOf(rowOf(1))) {
  const { live, subscriptions } = createFakeLive()
  const { frames, next } = createFakeFrames()
  const clock = { nowMs: start }
  let second = () => {}
  const aliases = createAliasStore(
    configuration.entityAliases,
    { authority: 'TENANT_ADMIN', tenantId: 't', customerId: null, userId: 'u', stateParams: {} },
    find,
  )
  const filters = createFilterStore(configuration.filters)
  const data = createDashboardData({
    live,
    aliases,
    filters,
    windowContext: () => ({ nowMs: clock.nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 1000 }),
    frames,
    everySecond: (run) => {
      second = run
      return () => {}
    },
  })
  return { data, aliases, filters, subscriptions, nextFrame: next, clock, tick: () => second() }
}

const sent = (subscription: { sent: object[] } | undefined) => subscription?.sent.map((parts) => Object.keys(parts))

test('equal requests of several widgets are one command with the keys of all', () => {
  const { data, subscriptions } = setUp()
  data.setRequests([request('a', 0, series), request('b', 0, series, [1]), request('c', 0, latest)])
  expect(subscriptions).toHaveLength(2)
  const [first] = subscriptions
  expect(first?.sent[0]?.query?.pageLink.pageSize).toBe(1024)
  first?.callbacks.onPage(pageOf(rowOf(1)), 10)
  expect(first?.sent[1]?.tsCmd?.keys).toEqual(['flow', 'power'])
  expect(first?.sent[1]?.query).toBeUndefined()
})

test('starts in two phases, then folds live points, and draws once per frame', () => {
  const { data, subscriptions, nextFrame } = setUp()
  const drawn: string[] = []
  data.subscribe('a', () => drawn.push('a'))
  data.setRequests([request('a', 0, series)])
  nextFrame()
  expect(data.view('a').status.kind).toBe('loading')
  const [live] = subscriptions
  live?.callbacks.onPage(pageOf(rowOf(1), rowOf(2)), 10)
  live?.callbacks.onUpdate([
    seriesUpdate(1, { flow: [{ ts: start - 9_500, value: '4.0' }] }),
    seriesUpdate(2, { flow: [] }),
  ])
  nextFrame()
  const before = data.view('a')
  expect(before.status.kind).toBe('ready')
  expect(before.series.map(({ label, column }) => [label, [...column.values]])).toEqual([
    ['flow', [4]],
    ['flow', []],
  ])
  drawn.length = 0
  for (let i = 0; i < 5; i++) live?.callbacks.onUpdate([seriesUpdate(2, { flow: [{ ts: start, value: String(i) }] })])
  expect(drawn).toEqual([])
  expect(nextFrame()).toBe(1)
  expect(drawn).toEqual(['a'])
  expect([...(data.view('a').series[1]?.column.values ?? [])]).toEqual([2])
  // The earlier view is immutable.
  expect([...(before.series[1]?.column.values ?? [])]).toEqual([])
})

test('a widget that is not seen is not drawn, until it is', () => {
  const { data, subscriptions, nextFrame } = setUp()
  data.setRequests([request('a', 0, latest)])
  data.scheduler.setVisible('a', false)
  subscriptions[0]?.callbacks.onPage(pageOf(rowOf(1)), 10)
  subscriptions[0]?.callbacks.onUpdate([
    { ...seriesUpdate(1, {}), timeseries: null, latest: { TIME_SERIES: { flow: { ts: 5, value: '7' } } } },
  ])
  nextFrame()
  expect(data.view('a').latest).toEqual([])
  data.scheduler.setVisible('a', true)
  nextFrame()
  expect(data.view('a').latest.map(({ ts, text }) => [ts, text])).toEqual([[5, '7']])
})

test('an older value changes nothing, a deleted one goes', () => {
  const { data, subscriptions, nextFrame } = setUp()
  data.setRequests([request('a', 0, latest)])
  subscriptions[0]?.callbacks.onPage(pageOf(rowOf(1)), 10)
  const value = (ts: number, text: string) => {
    subscriptions[0]?.callbacks.onUpdate([
      { ...seriesUpdate(1, {}), timeseries: null, latest: { TIME_SERIES: { flow: { ts, value: text } } } },
    ])
    nextFrame()
    return data.view('a').latest[0]?.text
  }
  expect([value(10, 'a'), value(5, 'old'), value(11, 'b'), value(0, '')]).toEqual(['a', 'a', 'b', ''])
})

test('a new connection asks with a new window, and its answer replaces what was known', () => {
  const { data, subscriptions, nextFrame, clock } = setUp()
  data.setRequests([request('a', 0, series)])
  const [live] = subscriptions
  live?.callbacks.onPage(pageOf(rowOf(1)), 10)
  live?.callbacks.onUpdate([seriesUpdate(1, { flow: [{ ts: start - 5_500, value: '1' }] })])
  clock.nowMs = start + 30_000
  live?.reconnect()
  expect(sent(live)).toEqual([['query'], ['tsCmd'], ['query', 'tsCmd']])
  expect(live?.sent[2]?.tsCmd?.startTs).toBe(start - 30_000)
  live?.callbacks.onPage(
    pageOf(
      rowOf(1, {
        timeseries: {
          flow: [
            { ts: start + 20_500, value: '3' },
            { ts: start - 5_500, value: '1' },
          ],
        },
      }),
    ),
    10,
  )
  nextFrame()
  expect([...(data.view('a').series[0]?.column.values ?? [])]).toEqual([1, 3])
  // No further command: the response contained all data.
  expect(live?.sent).toHaveLength(3)
})

test('a page that changed its entities asks for their series again', () => {
  const { data, subscriptions } = setUp()
  data.setRequests([request('a', 0, series)])
  const [live] = subscriptions
  live?.callbacks.onPage(pageOf(rowOf(1)), 10)
  live?.callbacks.onUpdate([seriesUpdate(1, { flow: [] })])
  live?.callbacks.onPage(pageOf(rowOf(1), rowOf(2)), 10)
  expect(sent(live)).toEqual([['query'], ['tsCmd'], ['tsCmd']])
})

test('a realtime window moves on by itself', () => {
  const { data, subscriptions, nextFrame, clock, tick } = setUp()
  data.setRequests([request('a', 0, series)])
  subscriptions[0]?.callbacks.onPage(pageOf(rowOf(1)), 10)
  subscriptions[0]?.callbacks.onUpdate([seriesUpdate(1, { flow: [{ ts: start - 50_500, value: '1' }] })])
  clock.nowMs = start + 5_000
  tick()
  nextFrame()
  expect(data.view('a').series[0]?.column.ts).toHaveLength(1)
  clock.nowMs = start + 30_000
  tick()
  nextFrame()
  expect(data.view('a').series[0]?.column.ts).toHaveLength(0)
  expect(data.view('a').series[0]?.range.endMs).toBe(start + 30_000)
})

test('one entity stands for an alias; another can be chosen', async () => {
  const { data, aliases, subscriptions, nextFrame } = setUp()
  data.setRequests([request('a', 1, latest)])
  nextFrame()
  expect(data.view('a').status.kind).toBe('loading')
  await expect.poll(() => subscriptions.length).toBe(1)
  expect(subscriptions[0]?.sent[0]?.query?.entityFilter).toEqual({
    type: 'singleEntity',
    singleEntity: rowOf(1).entityId,
  })
  aliases.choose(oneId, { id: rowOf(2).entityId, name: 'Device 2', label: '' })
  expect(subscriptions).toHaveLength(2)
  expect(subscriptions[0]?.isOpen).toBe(false)
  expect(subscriptions[1]?.sent[0]?.query?.entityFilter).toEqual({
    type: 'singleEntity',
    singleEntity: rowOf(2).entityId,
  })
})

test('says which alias has no entity, and what failed', async () => {
  const empty = setUp(async () => pageOf())
  empty.data.setRequests([request('a', 1, latest), request('b', 2, latest)])
  await expect.poll(() => empty.nextFrame() >= 0 && empty.data.view('a').status.kind).toBe('unresolved')
  expect(empty.data.view('a').status).toEqual({ kind: 'unresolved', aliasName: 'Pump' })
  expect(empty.data.view('b').status.kind).toBe('unresolved')

  const broken = setUp(() => Promise.reject(new Error('no answer')))
  broken.data.setRequests([request('a', 1, latest)])
  await expect.poll(() => broken.nextFrame() >= 0 && broken.data.view('a').status.kind).toBe('failed')
})

test('a refused command fails the widget; a retry begins anew', () => {
  const { data, subscriptions, nextFrame } = setUp()
  data.setRequests([request('a', 0, latest)])
  subscriptions[0]?.callbacks.onError?.(Object.assign(new Error('too much'), { name: 'LiveError' as const, code: 2 }))
  nextFrame()
  expect(data.view('a').status.kind).toBe('failed')
  data.retry('a')
  expect(subscriptions).toHaveLength(2)
  nextFrame()
  expect(data.view('a').status.kind).toBe('loading')
})

test('another window keeps the old data in sight until the new is there', () => {
  const { data, subscriptions, nextFrame } = setUp()
  data.setRequests([request('a', 0, series)])
  subscriptions[0]?.callbacks.onPage(pageOf(rowOf(1)), 10)
  subscriptions[0]?.callbacks.onUpdate([seriesUpdate(1, { flow: [{ ts: start - 500, value: '1' }] })])
  nextFrame()
  data.setRequests([request('a', 0, { ...series, window: withLastInterval(window, 3_600_000) })])
  nextFrame()
  expect(subscriptions[0]?.isOpen).toBe(false)
  expect(data.view('a').isRefreshing).toBe(true)
  expect(data.view('a').series).toHaveLength(1)
  subscriptions[1]?.callbacks.onPage(pageOf(), 10)
  nextFrame()
  expect(data.view('a').isRefreshing).toBe(false)
})

test('a figure keeps the digits that its key has shown; integers have none', () => {
  const { data, subscriptions, nextFrame } = setUp()
  data.setRequests([request('a', 0, latest, [0, 1])])
  subscriptions[0]?.callbacks.onPage(pageOf(rowOf(1)), 10)
  const digits = (ts: number, flow: string, power: string) => {
    subscriptions[0]?.callbacks.onUpdate([
      {
        ...seriesUpdate(1, {}),
        timeseries: null,
        latest: { TIME_SERIES: { flow: { ts, value: flow }, power: { ts, value: power } } },
      },
    ])
    nextFrame()
    return data.view('a').latest.map(({ decimalsSeen }) => decimalsSeen)
  }
  expect([digits(1, '44', '7'), digits(2, '45.4', '8'), digits(3, '44', '9')]).toEqual([
    [0, 0],
    [1, 0],
    [1, 0],
  ])
})

test('a limit is read from the alias of its name, live, and is no value of the widget', async () => {
  const { data, subscriptions, nextFrame } = setUp()
  const limits = limitRequests({ id: 'a' }, [
    { aliasName: 'Pump', attribute: 'highLimit' },
    { aliasName: 'Nobody', attribute: 'x' },
  ])
  data.setRequests([request('a', 0, latest), ...limits])
  await expect.poll(() => subscriptions.length).toBe(2)
  const [main, limit] = subscriptions
  main?.callbacks.onPage(pageOf(rowOf(1)), 10)
  main?.callbacks.onUpdate([seriesUpdate(1, {})])
  limit?.callbacks.onPage(pageOf(rowOf(1)), 10)
  const say = (ts: number, value: string) => {
    limit?.callbacks.onUpdate([
      { ...seriesUpdate(1, {}), timeseries: null, latest: { ATTRIBUTE: { highLimit: { ts, value } } } },
    ])
    nextFrame()
    return [...data.view('a').limits]
  }
  const key = limitKey({ aliasName: 'Pump', attribute: 'highLimit' })
  expect([say(1, '92.5'), say(2, '80'), say(3, 'high')]).toEqual([[[key, 92.5]], [[key, 80]], []])
  expect([data.view('a').status.kind, data.view('a').latest.length]).toEqual(['ready', 1])
})

test('a filter value of the user subscribes again, only where the filter is used', () => {
  const { data, subscriptions, filters } = setUp()
  const plain = request('plain', 0, latest)
  data.setRequests([plain, { ...request('hot', 0, latest), datasource: { ...datasource(0), filterId: 'hot' } }])
  const comparedIn = (at: number) =>
    subscriptions[at]?.sent[0]?.query?.keyFilters?.flatMap(({ predicate }) =>
      predicate.type === 'COMPLEX' ? [] : [predicate.value],
    )
  expect(subscriptions.map((_, at) => comparedIn(at))).toEqual([[], [{ defaultValue: 40 }]])

  filters.choose({ hot: { '0.0': { kind: 'literal', value: 70 } } })
  expect(subscriptions.map(({ isOpen }) => isOpen)).toEqual([true, false, true])
  expect(comparedIn(2)).toEqual([{ defaultValue: 40, userValue: 70 }])

  filters.choose({ hot: {} })
  expect(comparedIn(3)).toEqual([{ defaultValue: 40 }])
  expect(filters.get().hot).toBe(configuration.filters.hot)
})
