/** Derives the server query from a time window. */

import type { Aggregation } from '../telemetry/values.ts'
import { boundInterval } from './intervals.ts'
import { type Calendar, quickRange, type TimeRange } from './quick-intervals.ts'
import { bucketIn, bucketStart, isCalendarInterval, type Stretch, stretchesOf } from './stretches.ts'
import { HistoryType, RealtimeType, type TimeWindow, WindowTab } from './time-window.ts'
import { instantOf, type Weekday, wallTime } from './zone-time.ts'

export interface WindowContext {
  /** Current time by the server's clock, epoch ms. */
  readonly nowMs: number
  /** IANA time zone name. */
  readonly browserZone: string
  readonly firstDayOfWeek: Weekday
  /** Maximum points per series that the server allows. */
  readonly datapointsMax: number
  /** For widgets that show states: raw points, and the last one before the window. */
  readonly isStateData?: boolean
}

interface DerivedSeries {
  readonly agg: Aggregation
  /** Width of a bucket, ms. */
  readonly interval: number
  /** Maximum points per series. */
  readonly limit: number
  readonly fetchLatestPreviousPoint: boolean
  /** Time zone for displayed times. */
  readonly zone: string
}

/** Each stretch is a command of its own; the last one is the one that follows new points. */
interface DerivedStretches {
  readonly stretches: readonly Stretch[]
}

/** Window that moves with the clock. `windowMs`: visible length. `commandMs`: length that the command requests. */
export interface RealtimeRange extends DerivedSeries, DerivedStretches {
  readonly kind: 'realtime'
  readonly startTs: number
  readonly windowMs: number
  readonly commandMs: number
  /** A calendar interval stays fixed until this instant, when the next one begins. */
  readonly fixedUntilMs: number | null
  /** The window is derived again at this time, when the next calendar day begins; null: its buckets aren't days. */
  readonly renewAtMs: number | null
}

export interface HistoryRange extends DerivedSeries, DerivedStretches {
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
      // "So far" intervals keep growing: later points belong to the window as well.
      commandMs: whole.endMs - startMs,
      fixedUntilMs: whole.endMs,
      ...daysUntil(series, startMs, context.nowMs),
    }
  }
  const windowMs = realtime.timewindowMs
  const series = seriesOf(window, realtime.interval, windowMs, context)
  const exact = context.nowMs - windowMs
  const startTs = bucketStart(exact, series.interval, calendar)
  const isWhole = startTs === exact
  return {
    kind: 'realtime',
    ...series,
    // The first bucket is partly before the window.
    limit: series.limit + (isWhole || !isCalendarInterval(series.interval) ? 0 : 1),
    startTs,
    windowMs,
    commandMs: windowMs + (isWhole ? 0 : series.interval),
    fixedUntilMs: null,
    ...daysUntil(series, startTs, context.nowMs),
  }
}

/** Stretches of a realtime window until now, and when the bucket of now ends. */
function daysUntil({ interval, zone }: DerivedSeries, startTs: number, nowMs: number) {
  // One ms more, so that a window that begins now has a stretch.
  const stretches = stretchesOf(startTs, Math.max(nowMs, startTs) + 1, interval, zone)
  if (!isCalendarInterval(interval)) return { stretches, renewAtMs: null }
  const bucket = bucketIn(stretches, nowMs)
  return { stretches, renewAtMs: bucket.start + bucket.interval }
}

function historyOf(window: TimeWindow, context: WindowContext): HistoryRange {
  const range = historyRange(window, context)
  const { endMs } = range
  const series = seriesOf(window, window.history.interval, endMs - range.startMs, context)
  const isLast = window.history.historyType === HistoryType.LAST_INTERVAL && isCalendarInterval(series.interval)
  const startMs = isLast ? bucketStart(range.startMs, series.interval, calendarOf(window, context)) : range.startMs
  return {
    kind: 'history',
    ...series,
    limit: series.limit + (startMs < range.startMs ? 1 : 0),
    startTs: startMs,
    endTs: endMs,
    stretches: stretchesOf(startMs, endMs, series.interval, series.zone),
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

/** Fixed times are stored as wall-clock times of the browser's zone; another zone uses the same wall-clock times. */
export function fixedRange(window: TimeWindow, browserZone: string): TimeRange {
  const { startTimeMs, endTimeMs } = window.history.fixedTimewindow
  return {
    startMs: moveZone(startTimeMs, browserZone, zoneOf(window, browserZone)),
    endMs: moveZone(endTimeMs, browserZone, zoneOf(window, browserZone)),
  }
}

/** Instant at which the clock in `to` shows the time that the clock in `from` shows at `ms`. */
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

/** Time range that a derived window shows at `nowMs`: start and end of its axis. */
export function shownRange(derived: DerivedWindow, nowMs: number): TimeRange {
  if (derived.kind === 'history') return { startMs: derived.startTs, endMs: derived.endTs }
  if (derived.fixedUntilMs !== null) {
    const endMs = derived.commandMs === derived.windowMs ? derived.startTs + derived.windowMs : nowMs
    return { startMs: derived.startTs, endMs: Math.max(endMs, derived.startTs + 1) }
  }
  // A window of days moves when it is derived again.
  const startMs =
    derived.renewAtMs === null
      ? Math.floor((nowMs - derived.windowMs) / derived.interval) * derived.interval
      : derived.startTs
  return { startMs, endMs: Math.max(nowMs, startMs + derived.windowMs) }
}

/** Summary of a window, for the label of its trigger. */
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
