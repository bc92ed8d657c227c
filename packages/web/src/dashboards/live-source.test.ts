/** Tests the life cycle of a source: find, stream, connection loss, resume. */

import { LiveError } from '@sonde/client'
import { LiveErrorCode } from '@sonde/model/entity-query/live-updates'
import { defaultTimeWindow, RealtimeType } from '@sonde/model/time-windows/time-window'
import { expect, test, vi } from 'vitest'
import { createLiveSource } from './live-source.ts'
import type { SourceMode } from './source-plan.ts'
import { createFakeLive, type FakeSubscription, pageOf, rowOf, seriesUpdate } from './testing.ts'

const T0 = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
const window = defaultTimeWindow(T0)

const latestMode: SourceMode = { kind: 'latest', keys: [{ type: 'TIME_SERIES', key: 'flow' }] }
const seriesMode = (realtime: Partial<typeof window.realtime> = {}): SourceMode => ({
  kind: 'series',
  keys: ['flow'],
  isStateData: false,
  window: {
    ...window,
    aggregation: { type: 'AVG', limit: 100 },
    realtime: { ...window.realtime, timewindowMs: 10 * minute, interval: minute, ...realtime },
  },
})

function open(mode: SourceMode, nowMs = T0) {
  const { live, subscriptions, histories } = createFakeLive()
  const clock = { nowMs }
  const onChange = vi.fn()
  const source = createLiveSource(
    { id: 's', filter: { type: 'deviceType', deviceType: 'pump' }, keyFilters: [], mode },
    {
      live,
      onChange,
      windowContext: () => ({ nowMs: clock.nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 1000 }),
    },
  )
  const subscription = (index = 0) => subscriptions[index] as FakeSubscription
  const { id } = rowOf(1).entityId
  const flow = () => [...source.column(id, 'flow').values]
  return { source, subscription, subscriptions, histories, clock, onChange, id, flow }
}

const flowAt = (ts: number, value: string) => [seriesUpdate(1, { flow: [{ ts, value }] })]
const latestOf = (ts: number, value: string) => [
  { entityId: rowOf(1).entityId, latest: { TIME_SERIES: { flow: { ts, value } } }, timeseries: null },
]

test('a count is ready with its first number, and has no commands of entities', () => {
  const { source, subscriptions } = open({ kind: 'count' })
  expect([source.status.kind, source.count, subscriptions.length]).toEqual(['ready', 3, 0])
})

test('a count that fails asks again when it is restarted, and stops the subscription before', () => {
  const asked: { onCount(count: number): void; onError?(error: LiveError): void; isOpen: boolean }[] = []
  const source = createLiveSource(
    { id: 's', filter: { type: 'deviceType', deviceType: 'pump' }, keyFilters: [], mode: { kind: 'count' } },
    {
      live: {
        ...createFakeLive().live,
        subscribeEntityCount(_query, onCount, onError) {
          const subscription = { onCount, ...(onError && { onError }), isOpen: true }
          asked.push(subscription)
          return () => {
            subscription.isOpen = false
          }
        },
      },
      onChange: vi.fn(),
      windowContext: () => ({ nowMs: T0, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 1000 }),
    },
  )
  asked[0]?.onError?.(new LiveError(LiveErrorCode.BAD_REQUEST, 'Too many.'))
  expect([source.status.kind, source.count]).toEqual(['failed', null])
  source.restart()
  expect([source.status.kind, asked.map(({ isOpen }) => isOpen)]).toEqual(['loading', [false, true]])
  asked[1]?.onCount(7)
  expect([source.status.kind, source.count]).toEqual(['ready', 7])
  source.close()
  expect(asked.map(({ isOpen }) => isOpen)).toEqual([false, false])
})

test('a source loads until its entities are found and their first values are there', () => {
  const { source, subscription, id } = open(latestMode)
  expect(source.status.kind).toBe('loading')
  subscription().callbacks.onPage(pageOf(rowOf(1)), 1)
  expect([source.status.kind, source.total, source.entities[0]?.name]).toEqual(['loading', 1, 'Device 1'])
  expect(subscription().sent.slice(1)).toEqual([
    { latestCmd: { keys: latestMode.kind === 'latest' && latestMode.keys } },
  ])
  subscription().callbacks.onUpdate(latestOf(T0, '4'))
  expect([source.status.kind, source.latest(id, 'TIME_SERIES', 'flow')?.value]).toEqual(['ready', '4'])
})

test('fields of entities are asked for with the page, once, and come with it', () => {
  const field = (key: string) => ({ type: 'ENTITY_FIELD', key }) as const
  const { source, subscription, id } = open({ kind: 'latest', keys: [field('name'), field('phone')] })
  const keys = subscription().sent[0]?.query?.entityFields?.map(({ key }) => key)
  expect(keys?.filter((key) => key === 'name' || key === 'phone')).toEqual(['name', 'phone'])
  subscription().callbacks.onPage(pageOf(rowOf(1)), 1)
  expect(source.latest(id, 'ENTITY_FIELD', 'name')?.value).toBe('Device 1')
})

test('a source without entities is ready and asks for nothing more', () => {
  const { source, subscription } = open(latestMode)
  subscription().callbacks.onPage(pageOf(), 1)
  expect([source.status.kind, subscription().sent.length]).toEqual(['ready', 1])
})

test('a latest value is replaced by one as new, not by an older one, and by one of time 0', () => {
  const { source, subscription, id } = open(latestMode)
  const { onPage, onUpdate } = subscription().callbacks
  onPage(pageOf(rowOf(1)), 1)
  const value = () => source.latest(id, 'TIME_SERIES', 'flow')?.value
  onUpdate(latestOf(T0, '1'))
  onUpdate(latestOf(T0 - 1, '2'))
  expect(value()).toBe('1')
  onUpdate(latestOf(T0, '3'))
  expect(value()).toBe('3')
  onUpdate(latestOf(0, ''))
  expect(value()).toBe('')
})

test('the first series are the response with its window; those that follow are added', () => {
  const { source, subscription, flow } = open(seriesMode())
  const { onPage, onUpdate } = subscription().callbacks
  onPage(pageOf(rowOf(1)), 1)
  expect(source.derived).toBeNull()
  onUpdate(flowAt(T0 - 2 * minute, '4'))
  expect([source.derived?.startTs, flow()]).toEqual([T0 - 10 * minute, [4]])
  onUpdate(flowAt(T0 - minute, '6'))
  expect(flow()).toEqual([4, 6])
})

test('a page after a new connection is the response to both commands and replaces what was known', () => {
  const { source, subscription, clock, flow } = open(seriesMode())
  const { onPage, onUpdate } = subscription().callbacks
  onPage(pageOf(rowOf(1)), 1)
  onUpdate(flowAt(T0 - 2 * minute, '4'))
  clock.nowMs = T0 + minute
  subscription().reconnect()
  const { length } = subscription().sent
  onPage(pageOf(rowOf(1, { timeseries: { flow: [{ ts: T0, value: '9' }] } })), 1)
  expect([source.status.kind, source.derived?.startTs, flow()]).toEqual(['ready', T0 - 9 * minute, [9]])
  expect(subscription().sent.length).toBe(length)
  // The next page arrives on the same connection: the set of entities changed, so their series are requested.
  onPage(pageOf(rowOf(1), rowOf(2)), 1)
  expect([subscription().sent.length, flow()]).toEqual([length + 1, [9]])
})

test('a connection that was lost before the entities were found leaves nothing to resume', () => {
  const { source, subscription } = open(seriesMode())
  const { onPage, onUpdate } = subscription().callbacks
  subscription().reconnect()
  expect(source.status.kind).toBe('loading')
  onPage(pageOf(rowOf(1)), 1)
  onUpdate(flowAt(T0 - 2 * minute, '4'))
  const { length } = subscription().sent
  onPage(pageOf(rowOf(1), rowOf(2)), 1)
  expect(subscription().sent.length).toBe(length + 1)
})

test('a moving window leaves out what is before it, once per interval', () => {
  const { source, subscription, clock, flow, onChange } = open(seriesMode())
  const { onPage, onUpdate } = subscription().callbacks
  source.tick()
  onPage(pageOf(rowOf(1)), 1)
  onUpdate([seriesUpdate(1, { flow: [T0 - 9 * minute, T0 - minute].map((ts, i) => ({ ts, value: `${i}` })) })])
  source.tick()
  onChange.mockClear()
  clock.nowMs = T0 + minute - 1
  source.tick()
  expect(onChange).not.toHaveBeenCalled()
  clock.nowMs = T0 + 3 * minute
  source.tick()
  expect([onChange.mock.calls.length, flow()]).toEqual([1, [1]])
})

test('a calendar window asks again at its end, once until the response is there', () => {
  const { source, subscription, clock } = open(
    seriesMode({ realtimeType: RealtimeType.INTERVAL, quickInterval: 'CURRENT_HOUR' }),
  )
  subscription().callbacks.onPage(pageOf(rowOf(1)), 1)
  subscription().callbacks.onUpdate(flowAt(T0, '4'))
  const { length } = subscription().sent
  clock.nowMs = T0 + 60 * minute - 1
  source.tick()
  expect(subscription().sent.length).toBe(length)
  clock.nowMs++
  source.tick()
  source.tick()
  expect(subscription().sent.length).toBe(length + 1)
  subscription().callbacks.onUpdate(flowAt(clock.nowMs, '5'))
  expect(source.derived?.startTs).toBe(T0 + 60 * minute)
})

test('calendar days around a clock change are requested in stretches, again when a day ends', async () => {
  const hour = 60 * minute
  const day = 24 * hour
  // 25 October in Berlin has 25 hours.
  const midnight = (date: number) => Date.UTC(2026, 9, date - 1, date > 25 ? 23 : 22)
  const mode = seriesMode({ timewindowMs: 7 * day, interval: day })
  if (mode.kind !== 'series') throw new Error()
  const inBerlin: SourceMode = { ...mode, window: { ...mode.window, timezone: 'Europe/Berlin' } }
  const { source, subscription, histories, clock, flow, onChange } = open(inBerlin, midnight(26) + 12 * hour)
  const { onPage, onUpdate } = subscription().callbacks
  onPage(pageOf(rowOf(1)), 1)
  expect(subscription().sent.at(-1)?.tsCmd).toMatchObject({
    startTs: midnight(26),
    interval: day,
    timeWindow: midnight(19) + 8 * day - midnight(26),
  })
  onUpdate(flowAt(midnight(26) + 12 * hour, '26'))
  expect(histories.map(({ keys, range }) => [keys, range])).toEqual([
    [['flow'], { startTs: midnight(19), endTs: midnight(25), interval: day, limit: 8, agg: 'AVG' }],
    [['flow'], { startTs: midnight(25), endTs: midnight(26), interval: 25 * hour, limit: 8, agg: 'AVG' }],
  ])
  histories[1]?.resolve({ flow: [{ ts: midnight(25) + 12.5 * hour, value: '25' }] })
  histories[0]?.resolve({ flow: [{ ts: midnight(24) + 12 * hour, value: '24' }] })
  onChange.mockClear()
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(flow()).toEqual([24, 25, 26])
  // A late point belongs to the long day, although it is more than 24 hours after its start.
  onUpdate(flowAt(midnight(26) - 1, '25'))
  expect(flow().length).toBe(3)

  clock.nowMs = midnight(27)
  source.tick()
  expect(subscription().sent.at(-1)?.tsCmd).toMatchObject({ startTs: midnight(26), interval: day })
  onUpdate(flowAt(midnight(26) + 12 * hour, '26'))
  expect(histories.slice(2).map(({ range }) => [range.startTs, range.interval])).toEqual([
    [midnight(20), day],
    [midnight(25), 25 * hour],
  ])
  source.close()
  expect(histories.map(({ isAborted }) => isAborted())).toEqual([true, true, true, true])
})

test('an earlier stretch that fails is a failure of the source', async () => {
  const day = 24 * 60 * minute
  const mode = seriesMode({ timewindowMs: 7 * day, interval: day })
  if (mode.kind !== 'series') throw new Error()
  const inBerlin: SourceMode = { ...mode, window: { ...mode.window, timezone: 'Europe/Berlin' } }
  const { source, subscription, histories } = open(inBerlin, Date.UTC(2026, 9, 26, 12))
  subscription().callbacks.onPage(pageOf(rowOf(1)), 1)
  subscription().callbacks.onUpdate(flowAt(Date.UTC(2026, 9, 26, 11), '26'))
  histories[0]?.reject(new LiveError(LiveErrorCode.BAD_REQUEST, 'Too many.'))
  await vi.waitFor(() => expect(source.status.kind).toBe('failed'))
})

test('a source that failed subscribes again when told to; a closed one has no subscription', () => {
  const { source, subscription, subscriptions } = open(latestMode)
  subscription().callbacks.onError?.(new Error('refused') as never)
  expect(source.status).toEqual({ kind: 'failed', error: new Error('refused') })
  source.restart()
  expect(source.status.kind).toBe('loading')
  expect(subscriptions.map(({ isOpen }) => isOpen)).toEqual([false, true])
  subscription(1).callbacks.onPage(pageOf(rowOf(1)), 1)
  expect(subscription(1).sent.length).toBe(2)
  source.close()
  expect(subscription(1).isOpen).toBe(false)
})
