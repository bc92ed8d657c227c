import type { AlarmCause } from '@sonde/model/alarms/alarm-cause'
import { WindowTab } from '@sonde/model/time-windows/time-window'
import { expect, test } from 'vitest'
import { valueWidgetId } from '../telemetry/value-dashboard.ts'
import { alarmCurveDashboard, type CurveAlarm } from './alarm-curve-dashboard.ts'
import { curveKeys } from './curve-keys.ts'

const minute = 60_000
const nowMs = 1_800_000_000_000

const alarm = (over: Partial<CurveAlarm> = {}): CurveAlarm => ({
  originator: { entityType: 'DEVICE', id: '00000000-0000-4000-8000-000000000001' },
  severity: 'CRITICAL',
  status: 'ACTIVE_UNACK',
  startTs: nowMs - 4 * minute,
  clearTs: 0,
  ...over,
})
const cause: AlarmCause = {
  ts: nowMs - 4 * minute,
  comparisons: [
    { keyType: 'ATTRIBUTE', key: 'enabled', value: true, operation: 'EQUAL', limit: true },
    { keyType: 'TIME_SERIES', key: 'temperature', value: 83.4, operation: 'GREATER', limit: 80 },
  ],
  durationMs: 5 * minute,
  eventCount: null,
}
const boardOf = (of: CurveAlarm, why: AlarmCause | null = cause) =>
  alarmCurveDashboard(of, why, 'temperature', 'number', { raised: 'Raised', cleared: 'Cleared' }, nowMs)

test('keys that the rule compared come first, then those that the details name, then the rest', () => {
  const keys = ['a', 'humidity', 'temperature', 'z']
  expect(curveKeys(cause, { text: 'humidity, 93 %' }, keys)).toEqual(['temperature', 'humidity', 'a', 'z'])
  expect(curveKeys(null, { z: 5 }, keys)).toEqual(['z', 'a', 'humidity', 'temperature'])
  expect(curveKeys(null, null, keys)).toEqual(keys)
  // A key without telemetry, such as a deleted one, has no curve.
  expect(curveKeys(cause, undefined, ['a'])).toEqual(['a'])
})

test('an active alarm that was just raised is followed live, with time before it', () => {
  const { timewindow } = boardOf(alarm())
  expect(timewindow.selectedTab).toBe(WindowTab.REALTIME)
  // 45 minutes before and 4 after the alarm, rounded up.
  expect(timewindow.realtime.timewindowMs).toBe(50 * minute)
  expect(timewindow.aggregation.type).toBe('NONE')
})

test('a cleared or an old alarm is history: from before it was raised until after it was cleared', () => {
  const startTs = nowMs - 600 * minute
  const clearTs = startTs + 30 * minute
  const { timewindow } = boardOf(alarm({ status: 'CLEARED_ACK', startTs, clearTs }), null)
  expect(timewindow.selectedTab).toBe(WindowTab.HISTORY)
  expect(timewindow.history.fixedTimewindow).toEqual({
    startTimeMs: startTs - 45 * minute,
    endTimeMs: clearTs + 15 * minute,
  })
  const old = boardOf(alarm({ startTs }), null).timewindow.history.fixedTimewindow
  expect(old.endTimeMs).toBe(startTs + 15 * minute)
  // An alarm raised through the API may start in the future.
  const future = boardOf(alarm({ startTs: nowMs + minute }), null).timewindow.history.fixedTimewindow
  expect(future.endTimeMs).toBeGreaterThan(future.startTimeMs)
})

test('a rule with a long duration shows twice as much before', () => {
  const long = { ...cause, durationMs: 120 * minute }
  const { timewindow } = boardOf(alarm(), long)
  expect(timewindow.realtime.timewindowMs).toBe(245 * minute)
  expect(timewindow.aggregation.type).toBe('AVG')
})

test('the limit is a threshold shaded on its side, the times are lines in the color of the severity', () => {
  const { config } = boardOf(alarm({ clearTs: nowMs })).widgets[valueWidgetId] ?? {}
  expect(config?.datasources[0]?.dataKeys[0]?.settings).toMatchObject({
    thresholds: [{ thresholdValue: 80, shadedSide: 'above', color: 'var(--sd-critical)' }],
  })
  expect(config?.settings).toMatchObject({
    moments: [
      { ts: nowMs - 4 * minute, label: 'Raised' },
      { ts: nowMs, label: 'Cleared' },
    ],
  })
  const plain = boardOf(alarm(), null).widgets[valueWidgetId]
  expect(plain?.config.datasources[0]?.dataKeys[0]?.settings).toMatchObject({ thresholds: [] })
})
