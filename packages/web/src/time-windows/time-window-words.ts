/** Time windows as text, for the trigger, the editor and widgets without data. */

import type { Aggregation } from '@sonde/model/telemetry/values'
import { splitInterval } from '@sonde/model/time-windows/interval-parts'
import type { QuickInterval, TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { deriveWindow, summaryOf, type WindowContext } from '@sonde/model/time-windows/window-commands'
import type { MessageKey } from '../locale/messages.ts'
import type { Translate } from '../locale/texts.ts'
import type { Format } from '../ui/format/format.ts'

/** `1 hour`, `1 day 12 hours`. */
export function durationWords(ms: number, t: Translate): string {
  const { days, hours, minutes, seconds } = splitInterval(ms)
  const words = [
    days > 0 && t('dashboards.days', { count: days }),
    hours > 0 && t('dashboards.hours', { count: hours }),
    minutes > 0 && t('dashboards.minutes', { count: minutes }),
    seconds > 0 && t('dashboards.seconds', { count: seconds }),
  ].filter((word) => word !== false)
  return words.length > 0 ? words.join(' ') : t('dashboards.seconds', { count: 0 })
}

/** No-break space between a number and its unit. */
const space = '\u00a0'

/** Short form for narrow places: `30 s`, `5 min`, `2 h`. */
export function shortDuration(ms: number): string {
  const { days, hours, minutes, seconds } = splitInterval(ms)
  const parts = [
    days && `${days}${space}d`,
    hours && `${hours}${space}h`,
    minutes && `${minutes}${space}min`,
    seconds && `${seconds}${space}s`,
  ]
  return parts.filter(Boolean).join(' ') || `0${space}s`
}

/** Text after "last": `hour`, `24 hours`, `15 min`. */
export function lastWords(ms: number, t: Translate): string {
  if (ms === 3_600_000) return t('dashboards.lastHour')
  if (ms === 86_400_000) return t('dashboards.lastDay')
  return durationWords(ms, t)
}

const quickKeys: Readonly<Record<QuickInterval, MessageKey>> = {
  YESTERDAY: 'dashboards.quickYesterday',
  DAY_BEFORE_YESTERDAY: 'dashboards.quickDayBeforeYesterday',
  THIS_DAY_LAST_WEEK: 'dashboards.quickThisDayLastWeek',
  PREVIOUS_WEEK: 'dashboards.quickPreviousWeek',
  PREVIOUS_WEEK_ISO: 'dashboards.quickPreviousWeekIso',
  PREVIOUS_MONTH: 'dashboards.quickPreviousMonth',
  PREVIOUS_YEAR: 'dashboards.quickPreviousYear',
  CURRENT_HOUR: 'dashboards.quickCurrentHour',
  CURRENT_DAY: 'dashboards.quickCurrentDay',
  CURRENT_DAY_SO_FAR: 'dashboards.quickCurrentDaySoFar',
  CURRENT_WEEK: 'dashboards.quickCurrentWeek',
  CURRENT_WEEK_ISO: 'dashboards.quickCurrentWeekIso',
  CURRENT_WEEK_SO_FAR: 'dashboards.quickCurrentWeekSoFar',
  CURRENT_WEEK_ISO_SO_FAR: 'dashboards.quickCurrentWeekIsoSoFar',
  CURRENT_MONTH: 'dashboards.quickCurrentMonth',
  CURRENT_MONTH_SO_FAR: 'dashboards.quickCurrentMonthSoFar',
  CURRENT_YEAR: 'dashboards.quickCurrentYear',
  CURRENT_YEAR_SO_FAR: 'dashboards.quickCurrentYearSoFar',
}
export const quickWords = (id: QuickInterval, t: Translate): string => t(quickKeys[id])

const aggregationKeys: Readonly<Record<Aggregation, MessageKey>> = {
  NONE: 'dashboards.aggNone',
  MIN: 'dashboards.aggMin',
  MAX: 'dashboards.aggMax',
  AVG: 'dashboards.aggAvg',
  SUM: 'dashboards.aggSum',
  COUNT: 'dashboards.aggCount',
}
export const aggregationWords = (type: Aggregation, t: Translate): string => t(aggregationKeys[type])

/** `Last hour`, `Yesterday`, `20 Nov 2026, 08:00:00 to 21 Nov 2026, 09:00:00`. */
export function formatWindow(window: TimeWindow, browserZone: string, t: Translate, format: Format): string {
  const summary = summaryOf(window, browserZone)
  switch (summary.kind) {
    case 'last':
      return t('dashboards.lastInterval', { interval: lastWords(summary.ms, t) })
    case 'quick':
      return quickWords(summary.id, t)
    case 'fixed':
      return rangeWords(summary.range, t, format)
  }
}

/** Shows the date once if both ends are on the same day. `format` must use the window's zone. */
export function rangeWords({ startMs, endMs }: TimeRange, t: Translate, format: Format): string {
  const sameDay = format.date(startMs, startMs) === format.date(endMs, startMs) && endMs - startMs < 36 * 3_600_000
  return t('dashboards.range', {
    from: format.dateTime(startMs),
    to: sameDay ? format.clock(endMs) : format.dateTime(endMs),
  })
}

const shortAggregationKeys: Readonly<Record<Exclude<Aggregation, 'NONE'>, MessageKey>> = {
  MIN: 'dashboards.aggShortMin',
  MAX: 'dashboards.aggShortMax',
  AVG: 'dashboards.aggShortAvg',
  SUM: 'dashboards.aggShortSum',
  COUNT: 'dashboards.aggShortCount',
}

/** Aggregation with its interval in ms: `avg 30 s`. */
export const intervalWords = (agg: Exclude<Aggregation, 'NONE'>, interval: number, t: Translate): string =>
  `${t(shortAggregationKeys[agg])} ${shortDuration(interval)}`

/** Aggregation and time zone: `avg 30 s, UTC`. */
export function groupingWords(window: TimeWindow, context: WindowContext, language: string, t: Translate): string {
  const derived = deriveWindow(window, context)
  // Two names if the clock is changed within the window.
  const ends = [derived.startTs, 'endTs' in derived ? derived.endTs : context.nowMs]
  const zone = [...new Set(ends.map((ms) => zoneAbbreviation(derived.zone, ms, language)))].join(' / ')
  if (derived.agg === 'NONE') return `${t('dashboards.raw')}, ${zone}`
  return `${intervalWords(derived.agg, derived.interval, t)}, ${zone}`
}

/** Time zone abbreviation: `CET`, `UTC`, `GMT+5:30`. */
export function zoneAbbreviation(zone: string, ms: number, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'short' }).formatToParts(ms)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
