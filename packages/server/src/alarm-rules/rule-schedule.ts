/** Checks whether a schedule of an alarm rule is active at a time. Pure. */

import { wallTime, weekdayOf } from '@sonde/model/time-windows/zone-time'
import type { RuleSchedule } from './alarm-rule.ts'

const dayMs = 86_400_000

/** Local time in a time zone, for one second. */
interface ShownSecond {
  /** Epoch seconds. */
  readonly second: number
  /** ISO weekday: 1 is Monday. */
  readonly weekday: number
  /** ms since local midnight. */
  readonly ofDayMs: number
}

/** Last result by time zone: Intl is expensive, and messages of the same second need the same result. */
const shown = new Map<string, ShownSecond>()

function shownAt(timeZone: string, second: number): ShownSecond {
  const existing = shown.get(timeZone)
  if (existing?.second === second) return existing
  const wall = wallTime(second * 1_000, timeZone)
  const ofDayMs = ((wall.hour * 60 + wall.minute) * 60 + wall.second) * 1_000
  const read: ShownSecond = { second, weekday: weekdayOf(wall) || 7, ofDayMs }
  shown.set(timeZone, read)
  return read
}

/** `ts` in epoch ms. A window whose start is after its end spans midnight; the weekday is that of `ts`. */
export function holdsAt({ timeZone, days }: RuleSchedule, ts: number): boolean {
  const second = Math.floor(ts / 1_000)
  const { weekday, ofDayMs: ofSecondMs } = shownAt(timeZone, second)
  const window = days.get(weekday)
  if (!window) return false
  const ofDayMs = ofSecondMs + ts - second * 1_000
  const { startsOn } = window
  const endsOn = window.endsOn === 0 ? dayMs : window.endsOn
  return startsOn <= endsOn ? startsOn <= ofDayMs && ofDayMs < endsOn : startsOn <= ofDayMs || ofDayMs < endsOn
}
