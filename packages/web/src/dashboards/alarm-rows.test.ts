import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { withFixedRange, withLastInterval } from '@sonde/model/time-windows/window-edits'
import { expect, test } from 'vitest'
import { type AlarmRowsQuery, createAlarmRows } from './alarm-rows.ts'
import { alarmOf, createFakeFrames, createFakeLive, pageOf } from './testing.ts'

const flow = { type: 'TIME_SERIES', key: 'flow' } as const
const nowMs = Date.UTC(2026, 10, 21, 12)
const lastDay = withLastInterval(defaultTimeWindow(nowMs), 86_400_000)
const query: AlarmRowsQuery = {
  filter: { type: 'deviceType', deviceType: 'pump' },
  keyFilters: [],
  keys: [flow, { type: 'ENTITY_FIELD', key: 'label' }],
  alarmFields: ['type', 'originator'],
  window: lastDay,
  alarmFilter: { statusList: ['ACTIVE'], severityList: [], typeList: ['Hot'], searchPropagatedAlarms: true },
  page: 0,
  pageSize: 10,
  textSearch: '',
  sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
}

function open(first: Partial<AlarmRowsQuery> = {}) {
  const { live, alarms } = createFakeLive()
  const { frames, next } = createFakeFrames()
  const clock = { nowMs }
  const windowContext = () => ({ ...clock, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 1000 }) as const
  const rows = createAlarmRows({ live, windowContext, frames }, { ...query, ...first })
  const texts = () => {
    const state = rows.get()
    if (state.kind !== 'ready') return state.kind
    return state.rows.map(({ alarm, value }) => [alarm.type, alarm.status, value(flow)?.value])
  }
  return { rows, alarms, next, texts, clock }
}

test('asks for the page with the filters of the widget, the fields to search and the values of the originators', () => {
  const [subscription] = open().alarms
  const asked = subscription?.query()
  expect(asked?.pageLink).toEqual({
    page: 0,
    pageSize: 10,
    textSearch: null,
    sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' },
    timeWindow: 86_400_000,
    statusList: ['ACTIVE'],
    severityList: [],
    typeList: ['Hot'],
    searchPropagatedAlarms: true,
  })
  expect(asked?.alarmFields).toEqual([
    { type: 'ALARM_FIELD', key: 'type' },
    { type: 'ALARM_FIELD', key: 'originator' },
  ])
  expect(asked?.latestValues).toEqual([flow])
  expect(asked?.entityFields?.map(({ key }) => key)).toContain('label')
})

test('a history window is fixed, and derived again after a reconnect', () => {
  const fixed = open({ window: withFixedRange(lastDay, { startMs: 5_000, endMs: 9_000 }, 'UTC') })
  const link = fixed.alarms[0]?.query().pageLink
  expect([link?.startTs, link?.endTs, link?.timeWindow]).toEqual([5_000, 9_000, undefined])

  const last = open({ window: { ...lastDay, selectedTab: 1, history: { ...lastDay.history, historyType: 0 } } })
  const endOf = () => last.alarms[0]?.query().pageLink.endTs
  expect(endOf()).toBe(nowMs)
  last.clock.nowMs += 60_000
  expect(endOf()).toBe(nowMs + 60_000)
})

test('alarms and values change in their rows, at the next frame', () => {
  const { alarms, next, texts } = open()
  expect(texts()).toBe('loading')
  const callbacks = alarms[0]?.callbacks
  const valued = (value: string, ts: number) => ({ latest: { TIME_SERIES: { flow: { ts, value } } } })
  callbacks?.onPage(pageOf(alarmOf(1), alarmOf(2, valued('5', 10))), 100, 100)
  next()
  callbacks?.onUpdate([alarmOf(1, { status: 'ACTIVE_ACK' }), alarmOf(2, valued('4', 9)), alarmOf(3)])
  expect(texts()).toEqual([
    ['Alarm 1', 'ACTIVE_UNACK', undefined],
    ['Alarm 2', 'ACTIVE_UNACK', '5'],
  ])
  next()
  expect(texts()).toEqual([
    ['Alarm 1', 'ACTIVE_ACK', undefined],
    ['Alarm 2', 'ACTIVE_UNACK', '5'],
  ])
})

test('several changes within a frame are one request; the old rows stay until the new page is there', () => {
  const { rows, alarms, next, texts } = open()
  alarms[0]?.callbacks.onPage(pageOf(alarmOf(1)), 100, 100)
  next()
  rows.ask({ ...query, textSearch: 'h' })
  rows.ask({ ...query, textSearch: 'ho', page: 0 })
  expect(alarms).toHaveLength(1)
  next()
  expect(alarms.map(({ isOpen }) => isOpen)).toEqual([false, true])
  expect(alarms[1]?.query().pageLink.textSearch).toBe('ho')
  expect(texts()).toEqual([['Alarm 1', 'ACTIVE_UNACK', undefined]])
  const state = rows.get()
  expect(state.kind === 'ready' && state.isRefreshing).toBe(true)
  alarms[1]?.callbacks.onPage(pageOf(alarmOf(2)), 100, 100)
  next()
  expect(texts()).toEqual([['Alarm 2', 'ACTIVE_UNACK', undefined]])
  rows.ask({ ...query, textSearch: 'ho' })
  next()
  expect(alarms).toHaveLength(2)
})

test('a hidden table neither asks nor draws', () => {
  const { rows, alarms, next, texts } = open()
  rows.setVisible(false)
  alarms[0]?.callbacks.onPage(pageOf(alarmOf(1)), 100, 100)
  rows.ask({ ...query, page: 1 })
  next()
  expect([texts(), alarms.length]).toEqual(['loading', 1])
  rows.setVisible(true)
  next()
  expect([texts(), alarms.length]).toEqual([[['Alarm 1', 'ACTIVE_UNACK', undefined]], 2])
})

test('says if the server reads only some entities; fails and tries again; leaves at the end', () => {
  const { rows, alarms, next, texts } = open()
  alarms[0]?.callbacks.onPage(pageOf(alarmOf(1)), 10, 25)
  next()
  const state = rows.get()
  expect(state.kind === 'ready' && state.overflow).toEqual({ shown: 10, total: 25 })
  alarms[0]?.callbacks.onError?.(Object.assign(new Error('refused'), { name: 'LiveError' as const, code: 2 }))
  next()
  expect(texts()).toBe('failed')
  rows.retry()
  next()
  expect(texts()).toEqual([['Alarm 1', 'ACTIVE_UNACK', undefined]])
  expect(alarms.map(({ isOpen }) => isOpen)).toEqual([false, true])
  rows.close()
  expect(alarms[1]?.isOpen).toBe(false)
})
