/** Earlier range that a chart compares with its history window. */

import { stretchesOf } from '@sonde/model/time-windows/stretches'
import { HistoryType, type TimeWindow } from '@sonde/model/time-windows/time-window'
import type { HistoryRange } from '@sonde/model/time-windows/window-commands'
import { instantOf, wallTime } from '@sonde/model/time-windows/zone-time'

const units = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const
type Unit = (typeof units)[keyof typeof units]

export type Comparison =
  | { readonly kind: 'previous' }
  | { readonly kind: 'calendar'; readonly unit: Unit }
  | { readonly kind: 'custom'; readonly ms: number }

/** Comparison part of the chart's settings. */
interface ComparisonSettings {
  readonly comparisonEnabled: boolean
  readonly timeForComparison: 'previousInterval' | 'customInterval' | keyof typeof units
  readonly comparisonCustomIntervalValue: number
}

/** Null when the settings disable comparison. */
export function comparisonOf(settings: ComparisonSettings): Comparison | null {
  const { comparisonEnabled, timeForComparison: time, comparisonCustomIntervalValue: ms } = settings
  if (!comparisonEnabled) return null
  switch (time) {
    case 'previousInterval':
      return { kind: 'previous' }
    case 'customInterval':
      return { kind: 'custom', ms }
    default:
      return { kind: 'calendar', unit: units[time] }
  }
}

/** Moves a range back. Days, weeks, months and years follow the window's time zone. */
export function comparedRange(derived: HistoryRange, window: TimeWindow, comparison: Comparison): HistoryRange {
  const { startTs, endTs, zone } = derived
  const back = stepBack(comparison, window, endTs - startTs, zone)
  const start = back(startTs)
  const end = Math.max(start + 1, back(endTs))
  return {
    ...derived,
    startTs: start,
    endTs: end,
    stretches: stretchesOf(start, end, derived.interval, zone),
    limit: derived.agg === 'NONE' ? derived.limit : Math.ceil((end - start) / derived.interval),
  }
}

function stepBack(comparison: Comparison, window: TimeWindow, lengthMs: number, zone: string): (ms: number) => number {
  switch (comparison.kind) {
    case 'custom':
      return (ms) => ms - comparison.ms
    case 'calendar':
      return (ms) => unitBefore(ms, comparison.unit, zone)
    case 'previous': {
      const unit = calendarUnitOf(window)
      return unit ? (ms) => unitBefore(ms, unit, zone) : (ms) => ms - lengthMs
    }
  }
}

/** Unit of a calendar interval: a month is compared with the previous month, whatever its length. */
function calendarUnitOf({ history }: TimeWindow): Unit | null {
  if (history.historyType !== HistoryType.INTERVAL) return null
  const found = /MONTH|YEAR|WEEK|DAY/.exec(history.quickInterval)
  return found ? (found[0].toLowerCase() as Unit) : null
}

function unitBefore(ms: number, unit: Unit, zone: string): number {
  const wall = wallTime(ms, zone)
  const within = ((ms % 1000) + 1000) % 1000
  switch (unit) {
    case 'day':
      return instantOf({ ...wall, day: wall.day - 1 }, zone) + within
    case 'week':
      return instantOf({ ...wall, day: wall.day - 7 }, zone) + within
    case 'month':
      return instantOf(clamped({ ...wall, month: wall.month - 1 }), zone) + within
    case 'year':
      return instantOf(clamped({ ...wall, year: wall.year - 1 }), zone) + within
  }
}

/** Limits the day to the month's last day, such as the 31st to the 30th. */
function clamped(wall: ReturnType<typeof wallTime>): ReturnType<typeof wallTime> {
  const lastDay = new Date(Date.UTC(wall.year, wall.month, 0)).getUTCDate()
  return { ...wall, day: Math.min(wall.day, lastDay) }
}
