/** From a time window to what is asked of the platform. */

import type { Aggregation } from '../telemetry/values.ts'
import { boundInterval } from './intervals.ts'
import { type Calendar, quickRange, type TimeRange } from './quick-intervals.ts'
import { HistoryType, RealtimeType, type TimeWindow, WindowTab } from './time-window.ts'
import { instantOf, type Weekday, wallTime } from './zone-time.ts'

export interface WindowContext {
  /** Now by the platform's clock. */
  readonly nowMs: number
  /** IANA name. */
  readonly browserZone: string
  readonly firstDayOfWeek: Weekday
  /** Points per series that the platform allows. */
  readonly datapointsMax: number
  /** For widgets that show states: raw points, and the one before the window. */
  readonly isStateData?: boolean
}

interface DerivedSeries {
  readonly agg: Aggregation
  /** Ms of one bucket. */
  readonly interval: number
  /** Points per series. */
  readonly limit: number
  readonly fetchLatestPreviousPoint: boolean
  /** In which times are shown. */
  readonly zone: string
}

/** A window that moves with the clock. `windowMs` is what stays visible, `commandMs` what the command asks for. */
export interface RealtimeRange extends DerivedSeries {
  readonly kind: 'realtime'
  readonly startTs: number
  readonly windowMs: number
  readonly commandMs: number
  /** A calendar interval stays where it is until the next one begins at this instant. */
  readonly fixedUntilMs: number | null
}

export interface HistoryRange extends DerivedSeries {
  readonly kind: 'history'
  readonly startTs: number
  /** Exclusive. */
  readonly endTs: number
}

export type DerivedWindow = RealtimeRange | HistoryRange

export const zoneOf = (window: TimeWindow, browserZone: string): string => window.timezone ?? browserZone

export function deriveWindow(window: TimeWindow, context: WindowContext): DerivedWindow {
  return window.selectedTab === WindowTab.REALTIME ? realtimeOf(window, context) : historyOf(window, context)
}

function realtimeOf(window: TimeWindow, context: WindowContext): RealtimeRange {
  const { realtime } = window
  const calendar = calendarOf(window, context)
  if (realtime.realtimeType === RealtimeType.INTERVAL) {
    const { startMs, endMs } = quickRange(realtime.quickInterval, context.nowMs, calendar)
    const windowMs = endMs - startMs
    const series = seriesOf(window, realtime.interval, windowMs, context)
    const isSoFar = realtime.quickInterval.endsWith('_SO_FAR')
    const whole = isSoFar ? wholeOf(realtime.quickInterval, context.nowMs, calendar) : { startMs, endMs }
    return {
      kind: 'realtime',
      ...series,
      startTs: startMs,
      windowMs,
      // "So far" goes on growing: points that come later belong to it as well.
      commandMs: whole.endMs - startMs,
      fixedUntilMs: whole.endMs,
    }
  }
  const windowMs = realtime.timewindowMs
  const series = seriesOf(window, realtime.interval, windowMs, context)
  const exact = context.nowMs - windowMs
  const startTs = Math.floor(exact / series.interval) * series.interval
  return {
    kind: 'realtime',
    ...series,
    startTs,
    windowMs,
    commandMs: windowMs + (startTs < exact ? series.interval : 0),
    fixedUntilMs: null,
  }
}

function historyOf(window: TimeWindow, context: WindowContext): HistoryRange {
  const { startMs, endMs } = historyRange(window, context)
  return {
    kind: 'history',
    ...seriesOf(window, window.history.interval, endMs - startMs, context),
    startTs: startMs,
    endTs: endMs,
  }
}

function historyRange(window: TimeWindow, context: WindowContext): TimeRange {
  const { history } = window
  switch (history.historyType) {
    case HistoryType.LAST_INTERVAL:
      return { startMs: context.nowMs - history.timewindowMs, endMs: context.nowMs }
    case HistoryType.FIXED:
      return fixedRange(window, context.browserZone)
    case HistoryType.INTERVAL:
      return quickRange(history.quickInterval, context.nowMs, calendarOf(window, context))
  }
}

/** Fixed times are stored as the browser's wall clock; in another zone the same clock face is meant. */
export function fixedRange(window: TimeWindow, browserZone: string): TimeRange {
  const { startTimeMs, endTimeMs } = window.history.fixedTimewindow
  return {
    startMs: moveZone(startTimeMs, browserZone, zoneOf(window, browserZone)),
    endMs: moveZone(endTimeMs, browserZone, zoneOf(window, browserZone)),
  }
}

/** The instant at which the clock in `to` shows what the clock in `from` shows at `ms`. */
export function moveZone(ms: number, from: string, to: string): number {
  if (from === to) return ms
  const within = ((ms % 1000) + 1000) % 1000
  return instantOf(wallTime(ms, from), to) + within
}

function seriesOf(window: TimeWindow, requestedMs: number, windowMs: number, context: WindowContext): DerivedSeries {
  const zone = zoneOf(window, context.browserZone)
  if (context.isStateData) {
    return { agg: 'NONE', interval: 1000, limit: context.datapointsMax, fetchLatestPreviousPoint: true, zone }
  }
  const { type: agg, limit } = window.aggregation
  if (agg === 'NONE') {
    return { agg, interval: 1000, limit: Math.min(limit, context.datapointsMax), fetchLatestPreviousPoint: false, zone }
  }
  const interval = boundInterval(requestedMs, windowMs)
  return { agg, interval, limit: Math.ceil(windowMs / interval), fetchLatestPreviousPoint: false, zone }
}

const calendarOf = (window: TimeWindow, { browserZone, firstDayOfWeek }: WindowContext): Calendar => ({
  zone: zoneOf(window, browserZone),
  firstDayOfWeek,
})

function wholeOf(id: TimeWindow['realtime']['quickInterval'], nowMs: number, calendar: Calendar): TimeRange {
  switch (id) {
    case 'CURRENT_DAY_SO_FAR':
      return quickRange('CURRENT_DAY', nowMs, calendar)
    case 'CURRENT_WEEK_SO_FAR':
      return quickRange('CURRENT_WEEK', nowMs, calendar)
    case 'CURRENT_WEEK_ISO_SO_FAR':
      return quickRange('CURRENT_WEEK_ISO', nowMs, calendar)
    case 'CURRENT_MONTH_SO_FAR':
      return quickRange('CURRENT_MONTH', nowMs, calendar)
    case 'CURRENT_YEAR_SO_FAR':
      return quickRange('CURRENT_YEAR', nowMs, calendar)
    default:
      return quickRange(id, nowMs, calendar)
  }
}

/** The stretch of time that a derived window shows at `nowMs`: where its axis begins and ends. */
export function shownRange(derived: DerivedWindow, nowMs: number): TimeRange {
  if (derived.kind === 'history') return { startMs: derived.startTs, endMs: derived.endTs }
  if (derived.fixedUntilMs !== null) {
    const endMs = derived.commandMs === derived.windowMs ? derived.startTs + derived.windowMs : nowMs
    return { startMs: derived.startTs, endMs: Math.max(endMs, derived.startTs + 1) }
  }
  const startMs = Math.floor((nowMs - derived.windowMs) / derived.interval) * derived.interval
  return { startMs, endMs: Math.max(nowMs, startMs + derived.windowMs) }
}

/** What a window is, for the words on its trigger. */
export type WindowSummary =
  | { readonly kind: 'last'; readonly isRealtime: boolean; readonly ms: number }
  | { readonly kind: 'quick'; readonly isRealtime: boolean; readonly id: TimeWindow['realtime']['quickInterval'] }
  | { readonly kind: 'fixed'; readonly isRealtime: false; readonly range: TimeRange }

export function summaryOf(window: TimeWindow, browserZone: string): WindowSummary {
  if (window.selectedTab === WindowTab.REALTIME) {
    return window.realtime.realtimeType === RealtimeType.INTERVAL
      ? { kind: 'quick', isRealtime: true, id: window.realtime.quickInterval }
      : { kind: 'last', isRealtime: true, ms: window.realtime.timewindowMs }
  }
  switch (window.history.historyType) {
    case HistoryType.LAST_INTERVAL:
      return { kind: 'last', isRealtime: false, ms: window.history.timewindowMs }
    case HistoryType.FIXED:
      return { kind: 'fixed', isRealtime: false, range: fixedRange(window, browserZone) }
    case HistoryType.INTERVAL:
      return { kind: 'quick', isRealtime: false, id: window.history.quickInterval }
  }
}
