/** Quick intervals: calendar periods of the API, in the window's time zone. */

import { type CalendarUnit, startOfUnit, type Weekday } from './zone-time.ts'

export const quickIntervals = [
  'YESTERDAY',
  'DAY_BEFORE_YESTERDAY',
  'THIS_DAY_LAST_WEEK',
  'PREVIOUS_WEEK',
  'PREVIOUS_WEEK_ISO',
  'PREVIOUS_MONTH',
  'PREVIOUS_YEAR',
  'CURRENT_HOUR',
  'CURRENT_DAY',
  'CURRENT_DAY_SO_FAR',
  'CURRENT_WEEK',
  'CURRENT_WEEK_ISO',
  'CURRENT_WEEK_SO_FAR',
  'CURRENT_WEEK_ISO_SO_FAR',
  'CURRENT_MONTH',
  'CURRENT_MONTH_SO_FAR',
  'CURRENT_YEAR',
  'CURRENT_YEAR_SO_FAR',
] as const
export type QuickInterval = (typeof quickIntervals)[number]

/** Intervals that include the present: only these are available in realtime. */
export const currentIntervals = quickIntervals.filter((id) => id.startsWith('CURRENT_'))

export const isQuickInterval = (text: string): text is QuickInterval =>
  (quickIntervals as readonly string[]).includes(text)

export interface TimeRange {
  /** Epoch ms, inclusive. */
  readonly startMs: number
  /** Exclusive. */
  readonly endMs: number
}

export interface Calendar {
  /** IANA time zone name. */
  readonly zone: string
  /** First day of the week for the user; ISO weeks always begin on Monday. */
  readonly firstDayOfWeek: Weekday
}

/** Period of the interval at `nowMs`. "So far" intervals end now, the others at the end of the calendar period. */
export function quickRange(id: QuickInterval, nowMs: number, { zone, firstDayOfWeek }: Calendar): TimeRange {
  const monday = 1
  const whole = (unit: CalendarUnit, units = 0, weekday: Weekday = firstDayOfWeek): TimeRange => ({
    startMs: startOfUnit(nowMs, unit, zone, weekday, units),
    endMs: startOfUnit(nowMs, unit, zone, weekday, units + 1),
  })
  const soFar = (unit: CalendarUnit, weekday: Weekday = firstDayOfWeek): TimeRange => ({
    startMs: startOfUnit(nowMs, unit, zone, weekday),
    // At the first instant of the period, the range would be empty.
    endMs: Math.max(nowMs, startOfUnit(nowMs, unit, zone, weekday) + 1),
  })
  switch (id) {
    case 'YESTERDAY':
      return whole('day', -1)
    case 'DAY_BEFORE_YESTERDAY':
      return whole('day', -2)
    case 'THIS_DAY_LAST_WEEK':
      return whole('day', -7)
    case 'PREVIOUS_WEEK':
      return whole('week', -1)
    case 'PREVIOUS_WEEK_ISO':
      return whole('week', -1, monday)
    case 'PREVIOUS_MONTH':
      return whole('month', -1)
    case 'PREVIOUS_YEAR':
      return whole('year', -1)
    case 'CURRENT_HOUR':
      return whole('hour')
    case 'CURRENT_DAY':
      return whole('day')
    case 'CURRENT_DAY_SO_FAR':
      return soFar('day')
    case 'CURRENT_WEEK':
      return whole('week')
    case 'CURRENT_WEEK_ISO':
      return whole('week', 0, monday)
    case 'CURRENT_WEEK_SO_FAR':
      return soFar('week')
    case 'CURRENT_WEEK_ISO_SO_FAR':
      return soFar('week', monday)
    case 'CURRENT_MONTH':
      return whole('month')
    case 'CURRENT_MONTH_SO_FAR':
      return soFar('month')
    case 'CURRENT_YEAR':
      return whole('year')
    case 'CURRENT_YEAR_SO_FAR':
      return soFar('year')
  }
}
