/** Changes of a time window: by its editor, by zooming in a chart, by the offer to look further back. */

import type { TimeRange } from './quick-intervals.ts'
import { datapointsMin, HistoryType, RealtimeType, type TimeWindow, WindowTab } from './time-window.ts'
import { moveZone, zoneOf } from './window-commands.ts'

/** Ms between the ends of a fixed period, at least. */
export const fixedPeriodMinMs = 1000

/** The window fixed on a range of instants. */
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

/** The last `ms`, in the tab that is open. */
export const withLastInterval = (window: TimeWindow, ms: number): TimeWindow =>
  window.selectedTab === WindowTab.REALTIME
    ? { ...window, realtime: { ...window.realtime, realtimeType: RealtimeType.LAST_INTERVAL, timewindowMs: ms } }
    : { ...window, history: { ...window.history, historyType: HistoryType.LAST_INTERVAL, timewindowMs: ms } }

const hour = 3_600_000
const wider = [hour, 6 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour]

/** The next wider window to offer when there is nothing in one of `windowMs`; null past 30 days. */
export const widerWindowMs = (windowMs: number): number | null => wider.find((ms) => ms > windowMs) ?? null

/** A fixed period held within its rules: at least a second long, not beyond now. `moved` is the end that was set. */
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

/** Why the window cannot be used; null when it can. */
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
