import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTimeWindow, HistoryType, RealtimeType, type TimeWindow, WindowTab } from './time-window.ts'
import { deriveWindow, moveZone, shownRange, summaryOf, type WindowContext } from './window-commands.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const nowMs = Date.parse('2026-11-21T12:34:56.789Z')
const context: WindowContext = { nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 50_000 }
const base = defaultTimeWindow(nowMs)
const realtime = (part: Partial<TimeWindow['realtime']>, more: Partial<TimeWindow> = {}): TimeWindow => ({
  ...base,
  ...more,
  realtime: { ...base.realtime, ...part },
})
const history = (part: Partial<TimeWindow['history']>, more: Partial<TimeWindow> = {}): TimeWindow => ({
  ...base,
  selectedTab: WindowTab.HISTORY,
  ...more,
  history: { ...base.history, ...part },
})

test('the last hour begins on a whole interval and asks for one more', () => {
  const derived = deriveWindow(realtime({ timewindowMs: hour, interval: 30_000 }), context)
  assert.deepEqual(derived, {
    kind: 'realtime',
    agg: 'AVG',
    interval: 30_000,
    limit: 120,
    fetchLatestPreviousPoint: false,
    zone: 'UTC',
    startTs: Date.parse('2026-11-21T11:34:30Z'),
    windowMs: hour,
    commandMs: hour + 30_000,
    fixedUntilMs: null,
    stretches: [{ startTs: Date.parse('2026-11-21T11:34:30Z'), endTs: nowMs + 1, interval: 30_000 }],
    renewAtMs: null,
  })
})

test('a window that already begins on a whole interval asks for just itself', () => {
  const derived = deriveWindow(realtime({ timewindowMs: hour, interval: 30_000 }), {
    ...context,
    nowMs: Date.parse('2026-11-21T12:30:00Z'),
  })
  assert.equal(derived.kind === 'realtime' && derived.commandMs, hour)
})

test('a quick interval begins where the calendar says, in the window’s zone', () => {
  const derived = deriveWindow(
    realtime({ realtimeType: RealtimeType.INTERVAL, quickInterval: 'CURRENT_DAY' }, { timezone: 'America/New_York' }),
    context,
  )
  assert.equal(derived.startTs, Date.parse('2026-11-21T05:00:00Z'))
  assert.ok(derived.kind === 'realtime')
  assert.equal(derived.windowMs, day)
  assert.equal(derived.fixedUntilMs, Date.parse('2026-11-22T05:00:00Z'))
  assert.deepEqual(shownRange(derived, nowMs), { startMs: derived.startTs, endMs: derived.startTs + day })
})

test('so far ends now and goes on growing', () => {
  const derived = deriveWindow(
    realtime({ realtimeType: RealtimeType.INTERVAL, quickInterval: 'CURRENT_DAY_SO_FAR' }),
    context,
  )
  assert.ok(derived.kind === 'realtime')
  assert.equal(derived.commandMs, day)
  assert.deepEqual(shownRange(derived, nowMs + minute), { startMs: derived.startTs, endMs: nowMs + minute })
})

test('history: last, fixed and quick', () => {
  const last = deriveWindow(history({ timewindowMs: day }), context)
  assert.deepEqual([last.kind, last.startTs, last.kind === 'history' && last.endTs], ['history', nowMs - day, nowMs])
  const fixed = { startTimeMs: Date.parse('2026-11-20T08:00:00Z'), endTimeMs: Date.parse('2026-11-20T10:00:00Z') }
  const asRead = deriveWindow(history({ historyType: HistoryType.FIXED, fixedTimewindow: fixed }), context)
  assert.equal(asRead.startTs, fixed.startTimeMs)
  const inBerlin = deriveWindow(
    history({ historyType: HistoryType.FIXED, fixedTimewindow: fixed }, { timezone: 'Europe/Berlin' }),
    context,
  )
  assert.equal(inBerlin.startTs, Date.parse('2026-11-20T07:00:00Z'))
  const quick = deriveWindow(history({ historyType: HistoryType.INTERVAL, quickInterval: 'YESTERDAY' }), context)
  assert.deepEqual(quick.kind === 'history' && [quick.startTs, quick.endTs], [
    Date.parse('2026-11-20T00:00:00Z'),
    Date.parse('2026-11-21T00:00:00Z'),
  ])
})

test('days begin at midnight of the window’s zone, weeks on the first weekday', () => {
  const berlin: Partial<TimeWindow> = { timezone: 'Europe/Berlin', aggregation: { type: 'SUM', limit: 100 } }
  const days = deriveWindow(realtime({ timewindowMs: 7 * day, interval: day }, berlin), context)
  assert.ok(days.kind === 'realtime')
  const midnight = Date.parse('2026-11-13T23:00:00Z')
  assert.deepEqual(
    [days.startTs, days.commandMs, days.limit, days.renewAtMs],
    [midnight, 8 * day, 8, Date.parse('2026-11-21T23:00:00Z')],
  )
  assert.equal(shownRange(days, nowMs + hour).startMs, midnight)
  const last = deriveWindow(history({ timewindowMs: 7 * day, interval: day }, berlin), context)
  assert.deepEqual([last.startTs, last.limit], [midnight, 8])
  const weeks = realtime({ timewindowMs: 49 * day, interval: 7 * day }, berlin)
  const startOf = (firstDayOfWeek: 0 | 1) => deriveWindow(weeks, { ...context, firstDayOfWeek }).startTs
  assert.deepEqual([startOf(1), startOf(0)], [Date.parse('2026-09-27T22:00:00Z'), Date.parse('2026-09-26T22:00:00Z')])
})

test('days on both sides of a clock change are stretches; a window that follows the clock ends with the day of now', () => {
  const berlin: Partial<TimeWindow> = { timezone: 'Europe/Berlin', aggregation: { type: 'SUM', limit: 100 } }
  const month = deriveWindow(
    history({ historyType: HistoryType.INTERVAL, quickInterval: 'PREVIOUS_MONTH', interval: day }, berlin),
    context,
  )
  assert.deepEqual(
    month.stretches.map(({ interval }) => interval / hour),
    [24, 25, 24],
  )
  const onTheDay = { ...context, nowMs: Date.parse('2026-10-25T12:00:00Z') }
  const live = deriveWindow(realtime({ timewindowMs: 7 * day, interval: day }, berlin), onTheDay)
  assert.ok(live.kind === 'realtime')
  assert.deepEqual(
    live.stretches.map(({ interval }) => interval / hour),
    [24, 25],
  )
  assert.equal(live.renewAtMs, Date.parse('2026-10-25T23:00:00Z'))
})

test('without aggregation the limit is the window’s own, held by the platform’s', () => {
  const raw = history({}, { aggregation: { type: 'NONE', limit: 25_000 } })
  assert.deepEqual([deriveWindow(raw, context).limit, deriveWindow(raw, context).interval], [25_000, 1000])
  assert.equal(deriveWindow(raw, { ...context, datapointsMax: 100 }).limit, 100)
})

test('states are raw, with the point before the window', () => {
  const derived = deriveWindow(realtime({ timewindowMs: hour }), { ...context, isStateData: true })
  assert.deepEqual(
    [derived.agg, derived.interval, derived.limit, derived.fetchLatestPreviousPoint],
    ['NONE', 1000, 50_000, true],
  )
})

test('a moving window shows its last stretch', () => {
  const derived = deriveWindow(realtime({ timewindowMs: hour, interval: 30_000 }), context)
  const later = nowMs + 10 * minute
  const { startMs, endMs } = shownRange(derived, later)
  assert.equal(startMs, Math.floor((later - hour) / 30_000) * 30_000)
  assert.ok(endMs >= later)
})

test('the same clock face in another zone, across a change of the clock', () => {
  const local = Date.parse('2026-03-29T00:30:00.250Z')
  assert.equal(moveZone(local, 'UTC', 'Europe/Berlin'), Date.parse('2026-03-28T23:30:00.250Z'))
  assert.equal(moveZone(moveZone(local, 'UTC', 'Asia/Tokyo'), 'Asia/Tokyo', 'UTC'), local)
})

test('says what a window is', () => {
  assert.deepEqual(summaryOf(realtime({ timewindowMs: hour }), 'UTC'), { kind: 'last', isRealtime: true, ms: hour })
  assert.deepEqual(summaryOf(history({ historyType: HistoryType.INTERVAL, quickInterval: 'YESTERDAY' }), 'UTC'), {
    kind: 'quick',
    isRealtime: false,
    id: 'YESTERDAY',
  })
})
