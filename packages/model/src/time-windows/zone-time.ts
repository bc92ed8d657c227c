/**
 * Calendar arithmetic in a time zone: starts of days, weeks, months and years.
 *
 * Uses Intl only. If a clock change skips a wall-clock time, it is the first instant after the gap; if it repeats one,
 * it is the first of the two.
 */

/** Wall-clock date and time. `month`: 1 to 12. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const second = 1000
const day = 24 * 60 * 60 * second
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const existing = formats.get(zone)
  if (existing) return existing
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** Wall-clock time in `zone` (IANA name) at an instant. */
export function wallTime(ms: number, zone: string): WallTime {
  const wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatOf(zone).formatToParts(ms)) {
    if (type in wall) wall[type as keyof WallTime] = Number(value)
    else if (type === 'era' && value.startsWith('B')) wall.year = 1 - wall.year
  }
  return wall
}

/** Offset of `zone` from UTC at an instant, ms. */
export function zoneOffsetMs(ms: number, zone: string): number {
  const whole = Math.floor(ms / second) * second
  return utcOf(wallTime(whole, zone)) - whole
}

/**
 * Whether the clock shows this time twice, because it is set back then. `offsetAt`: offset from UTC at an instant, ms.
 */
export function isRepeated(ms: number, offsetAt: (ms: number) => number): boolean {
  const [before, after] = [offsetAt(ms - day), offsetAt(ms + day)]
  if (before <= after) return false
  const wall = ms + offsetAt(ms)
  return offsetAt(wall - before) === before && offsetAt(wall - after) === after
}

/** Instant at which the clock in `zone` shows `wall`. Parts out of range carry over: month 13 is January. */
export function instantOf(wall: WallTime, zone: string): number {
  const utc = utcOf(wall)
  const before = zoneOffsetMs(utc - day, zone)
  const after = zoneOffsetMs(utc + day, zone)
  if (before === after) return utc - before
  const instants = [utc - before, utc - after].filter((ms) => ms + zoneOffsetMs(ms, zone) === utc)
  // In a gap neither offset matches. With the offset before the gap, the time is as far after the gap as it was inside
  // it.
  return instants.length > 0 ? Math.min(...instants) : utc - before
}

function utcOf({ year, month, day, hour, minute, second }: WallTime): number {
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second))
  // Set separately, because Date.UTC reads years under 100 as 19xx.
  date.setUTCFullYear(year, month - 1, day + Math.floor(hour / 24))
  return date.getTime()
}

export const calendarUnits = ['hour', 'day', 'week', 'month', 'year'] as const
export type CalendarUnit = (typeof calendarUnits)[number]

/** 0: Sunday. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

export const weekdayOf = ({ year, month, day }: WallTime): Weekday =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() as Weekday

/** Start of the unit that contains `ms`, shifted by `units`. */
export function startOfUnit(ms: number, unit: CalendarUnit, zone: string, firstDayOfWeek: Weekday, units = 0): number {
  const wall = wallTime(ms, zone)
  const midnight = { ...wall, hour: 0, minute: 0, second: 0 }
  switch (unit) {
    case 'hour': {
      // Hours are counted in elapsed time: around a clock change, two of them have the same wall-clock time.
      const offset = zoneOffsetMs(ms, zone)
      const hour = 60 * 60 * second
      return Math.floor((ms + offset) / hour) * hour - offset + units * hour
    }
    case 'day':
      return instantOf({ ...midnight, day: wall.day + units }, zone)
    case 'week': {
      const into = (weekdayOf(wall) - firstDayOfWeek + 7) % 7
      return instantOf({ ...midnight, day: wall.day - into + 7 * units }, zone)
    }
    case 'month':
      return instantOf({ ...midnight, month: wall.month + units, day: 1 }, zone)
    case 'year':
      return instantOf({ ...midnight, year: wall.year + units, month: 1, day: 1 }, zone)
  }
}

/** Formats an offset: `UTC+02:00`. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${offsetMs < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
