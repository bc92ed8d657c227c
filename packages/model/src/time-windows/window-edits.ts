/** Changes of a time window by its editor, by zooming in a chart, and by the suggestion of a wider window. */

import type { TimeRange } from './quick-intervals.ts'
import { datapointsMin, HistoryType, RealtimeType, type TimeWindow, WindowTab } from './time-window.ts'
import { moveZone, zoneOf } from './window-commands.ts'

/** Minimum length of a fixed period, ms. */
export const fixedPeriodMinMs = 1000

/** Fixes the window to a range of instants. */
export const withFixedRange = (window: TimeWindow, range: TimeRange, browserZone: string): TimeWindow => {
  const zone = zoneOf(window, browserZone)
  return {
    ...window,
    selectedTab: WindowTab.HISTORY,
    history: {
      ...window.history,
      historyType: HistoryType.FIXED,
      fixedTimewindow: {
        startTimeMs: moveZone(range.startMs, zone, browserZone),
        endTimeMs: moveZone(range.endMs, zone, browserZone),
      },
    },
  }
}

/** Sets the window to the last `ms`, in the selected tab. */
export const withLastInterval = (window: TimeWindow, ms: number): TimeWindow =>
  window.selectedTab === WindowTab.REALTIME
    ? { ...window, realtime: { ...window.realtime, realtimeType: RealtimeType.LAST_INTERVAL, timewindowMs: ms } }
    : { ...window, history: { ...window.history, historyType: HistoryType.LAST_INTERVAL, timewindowMs: ms } }

const hour = 3_600_000
const wider = [hour, 6 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour]

/** Next wider window to suggest if a window of `windowMs` has no data; null past 30 days. */
export const widerWindowMs = (windowMs: number): number | null => wider.find((ms) => ms > windowMs) ?? null

/** Clamps a fixed period: at least a second long, not in the future. `moved`: the end that the user changed. */
export function clampFixedRange({ startMs, endMs }: TimeRange, moved: 'start' | 'end', nowMs: number): TimeRange {
  const end = Math.min(endMs, nowMs)
  if (end - startMs >= fixedPeriodMinMs) return { startMs, endMs: end }
  return moved === 'start'
    ? { startMs: end - fixedPeriodMinMs, endMs: end }
    : startMs + fixedPeriodMinMs <= nowMs
      ? { startMs, endMs: startMs + fixedPeriodMinMs }
      : { startMs: nowMs - fixedPeriodMinMs, endMs: nowMs }
}

export type WindowProblem = 'interval-empty' | 'period-order' | 'period-future' | 'limit'

/** Reason why the window is invalid; null if it is valid. */
export function windowProblem(
  window: TimeWindow,
  { nowMs, browserZone, datapointsMax }: { nowMs: number; browserZone: string; datapointsMax: number },
): WindowProblem | null {
  const { realtime, history, aggregation } = window
  if (window.selectedTab === WindowTab.REALTIME) {
    if (realtime.realtimeType === RealtimeType.LAST_INTERVAL && !(realtime.timewindowMs > 0)) return 'interval-empty'
  } else if (history.historyType === HistoryType.LAST_INTERVAL) {
    if (!(history.timewindowMs > 0)) return 'interval-empty'
  } else if (history.historyType === HistoryType.FIXED) {
    const zone = zoneOf(window, browserZone)
    const { startTimeMs, endTimeMs } = history.fixedTimewindow
    const start = moveZone(startTimeMs, browserZone, zone)
    const end = moveZone(endTimeMs, browserZone, zone)
    if (!(end - start >= fixedPeriodMinMs)) return 'period-order'
    if (end > nowMs) return 'period-future'
  }
  if (aggregation.type === 'NONE') {
    const { limit } = aggregation
    if (!(Number.isInteger(limit) && limit >= datapointsMin && limit <= datapointsMax)) return 'limit'
  }
  return null
}

export const sameWindow = (a: TimeWindow, b: TimeWindow): boolean => JSON.stringify(a) === JSON.stringify(b)
