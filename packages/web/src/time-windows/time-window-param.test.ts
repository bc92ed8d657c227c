import { defaultTimeWindow, HistoryType, WindowTab } from '@sonde/model/time-windows/time-window'
import { fixedRange } from '@sonde/model/time-windows/window-commands'
import { expect, test } from 'vitest'
import { isTimeWindowParam, paramOfTimeWindow, timeWindowOfParam } from './time-window-param.ts'

const nowMs = Date.UTC(2026, 10, 22, 12)
const context = { nowMs, browserZone: 'UTC', datapointsMax: 50_000 }
const fallback = defaultTimeWindow(nowMs)

test.each([
  'live-21600000*AVG*60000',
  'last-86400000*MAX*300000',
  'live-CURRENT_DAY*NONE*500',
  'YESTERDAY*SUM*3600000*Europe/Berlin',
  '1763600000000-1763686400000*AVG*60000',
])('%s gives a window that gives it back', (text) => {
  expect(paramOfTimeWindow(timeWindowOfParam(text, fallback, context), 'UTC')).toBe(text)
})

test('a fixed range is the same instants in another time zone', () => {
  const there = { ...context, browserZone: 'Asia/Tokyo' }
  const window = timeWindowOfParam('1763600000000-1763686400000', fallback, there)
  expect(window.selectedTab).toBe(WindowTab.HISTORY)
  expect(window.history.historyType).toBe(HistoryType.FIXED)
  expect(fixedRange(window, 'Asia/Tokyo')).toEqual({ startMs: 1763600000000, endMs: 1763686400000 })
})

test.each([undefined, '', 'nonsense', 'live-0', '5-4', 'last-x*BOGUS*-3*Nowhere/None'])('%s is the default', (text) => {
  expect(timeWindowOfParam(text, fallback, context)).toEqual(fallback)
})

test.each(['live-21600000*AVG*60000', 'live-CURRENT_DAY', 'YESTERDAY', '1763600000000-1763686400000'])(
  '%s is readable',
  (text) => expect(isTimeWindowParam(text)).toBe(true),
)

test.each([
  '',
  'nonsense',
  'live-0',
  'live-999999999999999',
  '5-4',
  '0-999999999999999',
  'live-__proto__',
  'constructor',
  `live-60000*${'x'.repeat(200)}`,
])('%s is not readable', (text) => expect(isTimeWindowParam(text)).toBe(false))
