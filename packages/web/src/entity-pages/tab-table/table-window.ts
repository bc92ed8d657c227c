/**
 * Time window of an event table as a search parameter: `last-86400000`, `YESTERDAY` or `1763600000000-1763686400000`
 * (epoch ms). Absent: the table's default.
 */

import { isQuickInterval } from '@sonde/model/time-windows/quick-intervals'
import { defaultTimeWindow, HistoryType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { deriveWindow, shownRange, type WindowContext } from '@sonde/model/time-windows/window-commands'

const dayMs = 86_400_000
const wider = [dayMs, 7 * dayMs, 30 * dayMs, 365 * dayMs]

/** Next wider window to offer if the last `ms` contain no rows; null beyond one year. */
export const widerMs = (ms: number): number | null => wider.find((one) => one > ms) ?? null

export const lastParam = (ms: number): string => `last-${ms}`

/** Parses the parameter; invalid text means the default window. */
export function windowOfParam(text: string | undefined, defaultMs: number, nowMs: number): TimeWindow {
  const whole = defaultTimeWindow(nowMs)
  const base = { ...whole, selectedTab: WindowTab.HISTORY, hideAggregation: true, hideAggInterval: true }
  const withHistory = (history: Partial<TimeWindow['history']>): TimeWindow => ({
    ...base,
    hideTimezone: true,
    history: { ...base.history, timewindowMs: defaultMs, ...history },
  })
  const last = /^last-(\d{1,15})$/.exec(text ?? '')
  if (last && Number(last[1]) > 0) return withHistory({ timewindowMs: Number(last[1]) })
  const fixed = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '')
  const [startTimeMs, endTimeMs] = [Number(fixed?.[1]), Number(fixed?.[2])]
  if (fixed && startTimeMs < endTimeMs) {
    return withHistory({ historyType: HistoryType.FIXED, fixedTimewindow: { startTimeMs, endTimeMs } })
  }
  if (text && isQuickInterval(text)) return withHistory({ historyType: HistoryType.INTERVAL, quickInterval: text })
  return withHistory({})
}

/** Undefined: the default window. */
export function paramOfWindow({ history }: TimeWindow, defaultMs: number): string | undefined {
  switch (history.historyType) {
    case HistoryType.LAST_INTERVAL:
      return history.timewindowMs === defaultMs ? undefined : lastParam(history.timewindowMs)
    case HistoryType.INTERVAL:
      return history.quickInterval
    case HistoryType.FIXED:
      return `${history.fixedTimewindow.startTimeMs}-${history.fixedTimewindow.endTimeMs}`
  }
}

export interface TableRange {
  /** Epoch ms, both inclusive. */
  readonly startTime: number
  readonly endTime: number
}

/** Time range of the window, resolved at the current time. */
export function rangeOfWindow(window: TimeWindow, context: WindowContext): TableRange {
  // Without groups, because those may begin earlier than the window.
  const plain: TimeWindow = { ...window, aggregation: { type: 'NONE', limit: 1 } }
  const { startMs, endMs } = shownRange(deriveWindow(plain, context), context.nowMs)
  return { startTime: Math.floor(startMs), endTime: Math.ceil(endMs) }
}
