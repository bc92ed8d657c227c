/** Doubles the range of a time window. Pure. */

import { HistoryType, RealtimeType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { deriveWindow, shownRange, type WindowContext } from '@sonde/model/time-windows/window-commands'
import { withFixedRange, withLastInterval } from '@sonde/model/time-windows/window-edits'

/** Longest window that zooming out leads to: five years. */
export const zoomedOutMaxMs = 5 * 365 * 86_400_000

/** Live windows and last intervals stay so, others keep their middle, as far as it isn't in the future; null: no wider. */
export function zoomedOut(window: TimeWindow, context: WindowContext): TimeWindow | null {
  const { startMs, endMs } = shownRange(deriveWindow(window, context), context.nowMs)
  const isLive = window.selectedTab === WindowTab.REALTIME
  const isLast = isLive
    ? window.realtime.realtimeType === RealtimeType.LAST_INTERVAL
    : window.history.historyType === HistoryType.LAST_INTERVAL
  const lastMs = isLive ? window.realtime.timewindowMs : window.history.timewindowMs
  const beforeMs = isLast ? lastMs : endMs - startMs
  const ms = Math.min(2 * beforeMs, zoomedOutMaxMs)
  if (ms <= beforeMs) return null
  if (isLive || isLast) return withLastInterval(window, ms)
  const end = Math.min(Math.round((startMs + endMs + ms) / 2), context.nowMs)
  return withFixedRange(window, { startMs: end - ms, endMs: end }, context.browserZone)
}
