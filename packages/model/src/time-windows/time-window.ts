/**
 * Time window of dashboards and widgets in the API's format, and its normalization: stored JSON may lack any part, the
 * result of `normalizeTimeWindow` is complete.
 */

import { type Aggregation, aggregations } from '../telemetry/values.ts'
import { isQuickInterval, type QuickInterval } from './quick-intervals.ts'

export const WindowTab = { REALTIME: 0, HISTORY: 1 } as const
export type WindowTab = (typeof WindowTab)[keyof typeof WindowTab]

export const RealtimeType = { LAST_INTERVAL: 0, INTERVAL: 1 } as const
export type RealtimeType = (typeof RealtimeType)[keyof typeof RealtimeType]

export const HistoryType = { LAST_INTERVAL: 0, FIXED: 1, INTERVAL: 2 } as const
export type HistoryType = (typeof HistoryType)[keyof typeof HistoryType]

export interface FixedWindow {
  /** Epoch ms of the wall-clock time in the browser's zone; `fixedRange` converts it to the selected zone. */
  readonly startTimeMs: number
  readonly endTimeMs: number
}

export interface TimeWindow {
  readonly displayValue: string
  readonly selectedTab: WindowTab
  readonly hideInterval: boolean
  readonly hideAggregation: boolean
  readonly hideAggInterval: boolean
  readonly hideTimezone: boolean
  readonly realtime: {
    readonly realtimeType: RealtimeType
    /** Width of an aggregation bucket, ms. */
    readonly interval: number
    readonly timewindowMs: number
    readonly quickInterval: QuickInterval
  }
  readonly history: {
    readonly historyType: HistoryType
    readonly interval: number
    readonly timewindowMs: number
    readonly fixedTimewindow: FixedWindow
    readonly quickInterval: QuickInterval
  }
  readonly aggregation: { readonly type: Aggregation; readonly limit: number }
  /** IANA time zone name; null: the browser's zone. */
  readonly timezone: string | null
}

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/** Minimum points per series without aggregation, and the maximum unless the server sets another. */
export const datapointsMin = 7
export const datapointsMaxDefault = 50_000

/** Default window: realtime, the last minute, averages per second. */
export function defaultTimeWindow(nowMs: number, datapointsMax = datapointsMaxDefault): TimeWindow {
  return {
    displayValue: '',
    selectedTab: WindowTab.REALTIME,
    hideInterval: false,
    hideAggregation: false,
    hideAggInterval: false,
    hideTimezone: false,
    realtime: {
      realtimeType: RealtimeType.LAST_INTERVAL,
      interval: second,
      timewindowMs: minute,
      quickInterval: 'CURRENT_DAY',
    },
    history: {
      historyType: HistoryType.LAST_INTERVAL,
      interval: second,
      timewindowMs: minute,
      fixedTimewindow: { startTimeMs: nowMs - day, endTimeMs: nowMs },
      quickInterval: 'CURRENT_DAY',
    },
    aggregation: { type: 'AVG', limit: Math.floor(datapointsMax / 2) },
    timezone: null,
  }
}

/**
 * Converts any JSON to a complete time window: known parts are retained, missing and invalid ones are derived or set to
 * the default.
 */
export function normalizeTimeWindow(json: unknown, nowMs: number, datapointsMax = datapointsMaxDefault): TimeWindow {
  const fallback = defaultTimeWindow(nowMs, datapointsMax)
  if (!isRecord(json)) return fallback
  const realtime = isRecord(json.realtime) ? json.realtime : undefined
  const history = isRecord(json.history) ? json.history : undefined
  const aggregation = isRecord(json.aggregation) ? json.aggregation : {}
  const fixed = isRecord(history?.fixedTimewindow) ? history.fixedTimewindow : {}
  const startTimeMs = finite(fixed.startTimeMs) ?? fallback.history.fixedTimewindow.startTimeMs
  const endTimeMs = finite(fixed.endTimeMs) ?? fallback.history.fixedTimewindow.endTimeMs
  return {
    displayValue: typeof json.displayValue === 'string' ? json.displayValue : '',
    selectedTab: tabOf(json.selectedTab, realtime, history),
    hideInterval: json.hideInterval === true,
    hideAggregation: json.hideAggregation === true,
    hideAggInterval: json.hideAggInterval === true,
    hideTimezone: json.hideTimezone === true,
    realtime: {
      realtimeType: realtimeTypeOf(realtime),
      interval: positive(realtime?.interval) ?? fallback.realtime.interval,
      timewindowMs: positive(realtime?.timewindowMs) ?? fallback.realtime.timewindowMs,
      quickInterval: quickOf(realtime?.quickInterval),
    },
    history: {
      historyType: historyTypeOf(history),
      interval: positive(history?.interval) ?? fallback.history.interval,
      timewindowMs: positive(history?.timewindowMs) ?? fallback.history.timewindowMs,
      fixedTimewindow: startTimeMs < endTimeMs ? { startTimeMs, endTimeMs } : fallback.history.fixedTimewindow,
      quickInterval: quickOf(history?.quickInterval),
    },
    aggregation: {
      type: aggregations.find((type) => type === aggregation.type) ?? fallback.aggregation.type,
      limit: clamp(positive(aggregation.limit) ?? fallback.aggregation.limit, datapointsMin, datapointsMax),
    },
    timezone: typeof json.timezone === 'string' && isZone(json.timezone) ? json.timezone : null,
  }
}

function tabOf(tab: unknown, realtime: object | undefined, history: object | undefined): WindowTab {
  if (tab === WindowTab.HISTORY || tab === 'HISTORY') return WindowTab.HISTORY
  if (tab === WindowTab.REALTIME || tab === 'REALTIME') return WindowTab.REALTIME
  return history && !realtime ? WindowTab.HISTORY : WindowTab.REALTIME
}

function realtimeTypeOf(realtime: Record<string, unknown> | undefined): RealtimeType {
  const type = realtime?.realtimeType
  if (type === RealtimeType.LAST_INTERVAL || type === RealtimeType.INTERVAL) return type
  return realtime?.quickInterval ? RealtimeType.INTERVAL : RealtimeType.LAST_INTERVAL
}

function historyTypeOf(history: Record<string, unknown> | undefined): HistoryType {
  const type = history?.historyType
  if (type === HistoryType.LAST_INTERVAL || type === HistoryType.FIXED || type === HistoryType.INTERVAL) return type
  if (!history || history.timewindowMs) return HistoryType.LAST_INTERVAL
  return history.quickInterval ? HistoryType.INTERVAL : HistoryType.FIXED
}

const quickOf = (value: unknown): QuickInterval =>
  typeof value === 'string' && isQuickInterval(value) ? value : 'CURRENT_DAY'

/** Parts of a window that the viewer may change, according to its hide flags. */
export function visibleParts(window: TimeWindow) {
  return {
    interval: !window.hideInterval,
    aggregation: !window.hideAggregation,
    aggInterval: !window.hideAggInterval,
    timezone: !window.hideTimezone,
  }
}

/** Whether the viewer can't change anything: the trigger is shown but opens nothing. */
export const isLocked = (window: TimeWindow): boolean => Object.values(visibleParts(window)).every((shown) => !shown)

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const positive = (value: unknown): number | undefined => {
  const number = finite(value)
  return number !== undefined && number > 0 ? number : undefined
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)
