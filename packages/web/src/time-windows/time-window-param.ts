/**
 * Complete time window as a search parameter: `live-21600000`, `last-86400000`, `live-CURRENT_DAY`, `YESTERDAY` or
 * `1763600000000-1763686400000` (epoch ms), then the aggregation, its interval or limit and the time zone:
 * `live-21600000*AVG*60000*Europe/Berlin`. Fixed times are instants, so a link means the same in every time zone.
 */

import { aggregations } from '@sonde/model/telemetry/values'
import { isQuickInterval } from '@sonde/model/time-windows/quick-intervals'
import {
  HistoryType,
  normalizeTimeWindow,
  RealtimeType,
  type TimeWindow,
  WindowTab,
} from '@sonde/model/time-windows/time-window'
import { fixedRange, type WindowContext } from '@sonde/model/time-windows/window-commands'
import { withFixedRange } from '@sonde/model/time-windows/window-edits'

const parting = '*'

export function paramOfTimeWindow(window: TimeWindow, browserZone: string): string {
  const { type, limit } = window.aggregation
  const { interval } = window.selectedTab === WindowTab.REALTIME ? window.realtime : window.history
  const parts = [rangeText(window, browserZone), type, String(type === 'NONE' ? limit : interval)]
  return [...parts, ...(window.timezone ? [window.timezone] : [])].join(parting)
}

function rangeText(window: TimeWindow, browserZone: string): string {
  const { realtime, history } = window
  if (window.selectedTab === WindowTab.REALTIME) {
    return realtime.realtimeType === RealtimeType.INTERVAL
      ? `live-${realtime.quickInterval}`
      : `live-${realtime.timewindowMs}`
  }
  switch (history.historyType) {
    case HistoryType.LAST_INTERVAL:
      return `last-${history.timewindowMs}`
    case HistoryType.INTERVAL:
      return history.quickInterval
    case HistoryType.FIXED: {
      const { startMs, endMs } = fixedRange(window, browserZone)
      return `${startMs}-${endMs}`
    }
  }
}

/** Parses the parameter; invalid parts are taken from `fallback`. */
export function timeWindowOfParam(
  text: string | undefined,
  fallback: TimeWindow,
  { nowMs, browserZone, datapointsMax }: Pick<WindowContext, 'nowMs' | 'browserZone' | 'datapointsMax'>,
): TimeWindow {
  if (!text) return fallback
  const [range = '', type, amount, timezone] = text.split(parting)
  const number = Number(amount)
  const aggregation = aggregations.find((one) => one === type) ?? fallback.aggregation.type
  const isAmount = Number.isInteger(number) && number > 0
  const interval = isAmount && aggregation !== 'NONE' ? number : undefined
  const based = normalizeTimeWindow(
    {
      ...fallback,
      realtime: { ...fallback.realtime, ...(interval && { interval }) },
      history: { ...fallback.history, ...(interval && { interval }) },
      aggregation: {
        type: aggregation,
        limit: isAmount && aggregation === 'NONE' ? number : fallback.aggregation.limit,
      },
      timezone: timezone ?? null,
    },
    nowMs,
    datapointsMax,
  )
  return withRange(based, range, browserZone)
}

/** Longest accepted parameter: the longest range, aggregation, number and zone name. */
const lengthMax = 120
const centuryMs = 100 * 366 * 24 * 3_600_000

/** Whether the range of the parameter can be read: of at most a century. Links of strangers may contain anything. */
export function isTimeWindowParam(text: string): boolean {
  const range = text.split(parting, 1)[0] ?? ''
  if (text.length > lengthMax) return false
  const [, length] = /^(?:live|last)-(\d{1,15})$/.exec(range) ?? []
  if (length) return Number(length) > 0 && Number(length) <= centuryMs
  const [, start, end] = /^(\d{1,15})-(\d{1,15})$/.exec(range) ?? []
  if (start && end) return Number(start) < Number(end) && Number(end) - Number(start) <= centuryMs
  return isQuickInterval(range.replace(/^live-/, ''))
}

function withRange(window: TimeWindow, text: string, browserZone: string): TimeWindow {
  const realtime = (part: Partial<TimeWindow['realtime']>): TimeWindow => ({
    ...window,
    selectedTab: WindowTab.REALTIME,
    realtime: { ...window.realtime, ...part },
  })
  const history = (part: Partial<TimeWindow['history']>): TimeWindow => ({
    ...window,
    selectedTab: WindowTab.HISTORY,
    history: { ...window.history, ...part },
  })
  const [, kind, length] = /^(live|last)-(\d{1,15})$/.exec(text) ?? []
  const timewindowMs = Number(length)
  if (kind && timewindowMs > 0) {
    return kind === 'live'
      ? realtime({ realtimeType: RealtimeType.LAST_INTERVAL, timewindowMs })
      : history({ historyType: HistoryType.LAST_INTERVAL, timewindowMs })
  }
  const [, start, end] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  const [startMs, endMs] = [Number(start), Number(end)]
  if (startMs < endMs) return withFixedRange(window, { startMs, endMs }, browserZone)
  if (isQuickInterval(text)) return history({ historyType: HistoryType.INTERVAL, quickInterval: text })
  const quickInterval = text.replace(/^live-/, '')
  if (quickInterval !== text && isQuickInterval(quickInterval)) {
    return realtime({ realtimeType: RealtimeType.INTERVAL, quickInterval })
  }
  return window
}
