import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  defaultTimeWindow,
  HistoryType,
  isLocked,
  normalizeTimeWindow,
  RealtimeType,
  WindowTab,
} from './time-window.ts'

const now = Date.UTC(2026, 10, 21, 12)
const normalize = (json: unknown) => normalizeTimeWindow(json, now, 50_000)

test('no JSON at all is the default window', () => {
  for (const json of [undefined, null, 'x', [], 7]) assert.deepEqual(normalize(json), defaultTimeWindow(now, 50_000))
})

test('guesses the missing types from what is there', () => {
  assert.equal(normalize({ realtime: { quickInterval: 'CURRENT_DAY' } }).realtime.realtimeType, RealtimeType.INTERVAL)
  assert.equal(normalize({ realtime: { timewindowMs: 5 } }).realtime.realtimeType, RealtimeType.LAST_INTERVAL)
  assert.equal(normalize({ history: { timewindowMs: 5 } }).history.historyType, HistoryType.LAST_INTERVAL)
  assert.equal(normalize({ history: { quickInterval: 'YESTERDAY' } }).history.historyType, HistoryType.INTERVAL)
  assert.equal(normalize({ history: { fixedTimewindow: {} } }).history.historyType, HistoryType.FIXED)
  assert.equal(normalize({ history: {} }).selectedTab, WindowTab.HISTORY)
  assert.equal(normalize({ history: {}, realtime: {} }).selectedTab, WindowTab.REALTIME)
})

test('keeps what it knows and replaces what is broken', () => {
  const window = normalize({
    selectedTab: 1,
    hideTimezone: true,
    realtime: { timewindowMs: -1, interval: 'x', quickInterval: 'NEVER' },
    history: { historyType: 1, fixedTimewindow: { startTimeMs: 20, endTimeMs: 10 } },
    aggregation: { type: 'MEDIAN', limit: 1 },
    timezone: 'Mars/Olympus',
  })
  assert.equal(window.realtime.timewindowMs, 60_000)
  assert.equal(window.realtime.interval, 1000)
  assert.equal(window.realtime.quickInterval, 'CURRENT_DAY')
  assert.deepEqual(window.history.fixedTimewindow, { startTimeMs: now - 86_400_000, endTimeMs: now })
  assert.deepEqual(window.aggregation, { type: 'AVG', limit: 7 })
  assert.equal(window.timezone, null)
  assert.equal(normalize({ timezone: 'Europe/Berlin' }).timezone, 'Europe/Berlin')
})

test('a whole window comes back as it was', () => {
  const window = { ...defaultTimeWindow(now), selectedTab: WindowTab.HISTORY, timezone: 'Asia/Kolkata' }
  assert.deepEqual(normalize(JSON.parse(JSON.stringify(window))), window)
})

test('is locked when every part is hidden', () => {
  const hidden = { hideInterval: true, hideAggregation: true, hideAggInterval: true, hideTimezone: true }
  assert.equal(isLocked(normalize(hidden)), true)
  assert.equal(isLocked(normalize({ ...hidden, hideTimezone: false })), false)
})
