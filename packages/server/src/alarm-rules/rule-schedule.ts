/** Whether a schedule of an alarm rule holds at a time (rules.md §9.3). Pure. */

import type { RuleSchedule } from './alarm-rule.ts'

const dayMs = 86_400_000
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Formatters are dear to make. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** `ts` in epoch ms. A window whose start lies behind its end goes round midnight; its days count by the time asked for. */
export function holdsAt({ timeZone, days }: RuleSchedule, ts: number): boolean {
  const { weekday, ofDayMs } = localTime(timeZone, ts)
  const window = days.get(weekday)
  if (!window) return false
  const { startsOn } = window
  const endsOn = window.endsOn === 0 ? dayMs : window.endsOn
  return startsOn <= endsOn ? startsOn <= ofDayMs && ofDayMs < endsOn : startsOn <= ofDayMs || ofDayMs < endsOn
}

function localTime(timeZone: string, ts: number): { weekday: number; ofDayMs: number } {
  let weekday = 0
  let ofDayMs = ((ts % 1_000) + 1_000) % 1_000
  for (const { type, value } of formatOf(timeZone).formatToParts(ts)) {
    if (type === 'weekday') weekday = weekdays.indexOf(value) + 1
    else if (type === 'hour') ofDayMs += Number(value) * 3_600_000
    else if (type === 'minute') ofDayMs += Number(value) * 60_000
    else if (type === 'second') ofDayMs += Number(value) * 1_000
  }
  return { weekday, ofDayMs }
}
