import { HistoryType, RealtimeType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { fixedRange } from '@sonde/model/time-windows/window-commands'
import { withFixedRange, withLastInterval } from '@sonde/model/time-windows/window-edits'
import { expect, test } from 'vitest'
import { emptyBoard } from './explore-dashboard.ts'
import { zoomedOut, zoomedOutMaxMs } from './zoom-out.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2025, 10, 22, 12)
const context = { nowMs, browserZone: 'UTC', firstDayOfWeek: 1 as const, datapointsMax: 50_000 }
const live = emptyBoard(nowMs).timewindow
const last: TimeWindow = { ...live, selectedTab: WindowTab.HISTORY }
const fixed = (startMs: number, endMs: number) => withFixedRange(live, { startMs, endMs }, 'UTC')
const rangeOf = (window: TimeWindow | null) => window && fixedRange(window, 'UTC')

test('a live window stays live and is twice as long', () => {
  expect(zoomedOut(live, context)).toEqual(withLastInterval(live, 12 * hourMs))
  const day = { ...live, realtime: { ...live.realtime, realtimeType: RealtimeType.INTERVAL } }
  const wider = zoomedOut(day, context)
  expect(wider?.selectedTab).toBe(WindowTab.REALTIME)
  expect(wider?.realtime.realtimeType).toBe(RealtimeType.LAST_INTERVAL)
})

test('a last interval of the past is twice as long', () => {
  const wider = zoomedOut(withLastInterval(last, hourMs), context)
  expect([wider?.history.historyType, wider?.history.timewindowMs]).toEqual([HistoryType.LAST_INTERVAL, 2 * hourMs])
})

test('a fixed period keeps its middle, unless that leads into the future', () => {
  const range = { startMs: nowMs - 9 * hourMs, endMs: nowMs - 7 * hourMs }
  expect(rangeOf(zoomedOut(fixed(range.startMs, range.endMs), context))).toEqual({
    startMs: nowMs - 10 * hourMs,
    endMs: nowMs - 6 * hourMs,
  })
  expect(rangeOf(zoomedOut(fixed(nowMs - hourMs, nowMs), context))).toEqual({
    startMs: nowMs - 2 * hourMs,
    endMs: nowMs,
  })
})

test('zooming out ends at five years', () => {
  const wide = withLastInterval(live, zoomedOutMaxMs - hourMs)
  expect(zoomedOut(wide, context)?.realtime.timewindowMs).toBe(zoomedOutMaxMs)
  expect(zoomedOut(withLastInterval(live, zoomedOutMaxMs), context)).toBeNull()
})
