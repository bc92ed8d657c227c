/**
 * Stretches of a time range whose calendar days are equally long.
 *
 * The wire API groups points by a fixed number of ms. Where the clock is changed, a day has 23 or 25 hours, so a range
 * with days, or several days, per bucket is requested in stretches: before the change, the bucket with the change, and
 * after it.
 */

import { instantOf, startOfUnit, type Weekday, wallTime, zoneOffsetMs } from './zone-time.ts'

const day = 86_400_000
const week = 7 * day

/** Part of a range with buckets of `interval` ms, the first of which begins at `startTs`. */
export interface Stretch {
  readonly startTs: number
  /** Exclusive. */
  readonly endTs: number
  readonly interval: number
}

export interface BucketCalendar {
  readonly zone: string
  readonly firstDayOfWeek: Weekday
}

/** Whether buckets of this width are calendar days or several of them. */
export const isCalendarInterval = (interval: number): boolean => interval >= day && interval % day === 0

/** Start of the bucket at `ms`: midnight, or the week's first one, in the time zone; others begin at a multiple. */
export function bucketStart(ms: number, interval: number, { zone, firstDayOfWeek }: BucketCalendar): number {
  if (!isCalendarInterval(interval)) return Math.floor(ms / interval) * interval
  return startOfUnit(ms, interval % week === 0 ? 'week' : 'day', zone, firstDayOfWeek)
}

/** Splits [startTs, endTs) where the length of its buckets changes; in time order, at least one. */
export function stretchesOf(startTs: number, endTs: number, interval: number, zone: string): readonly Stretch[] {
  const whole = [{ startTs, endTs, interval }]
  if (!isCalendarInterval(interval) || hasOneOffset(startTs, endTs + interval, zone)) return whole
  const stretches: Stretch[] = []
  for (const { start, end } of buckets(startTs, endTs, interval / day, zone)) {
    const last = stretches.at(-1)
    if (last?.interval === end - start) stretches[stretches.length - 1] = { ...last, endTs: end }
    else stretches.push({ startTs: start, endTs: end, interval: end - start })
  }
  const last = stretches.pop()
  return last ? [...stretches, { ...last, endTs }] : whole
}

function* buckets(startTs: number, endTs: number, days: number, zone: string) {
  const first = wallTime(startTs, zone)
  const within = ((startTs % 1000) + 1000) % 1000
  let start = startTs
  for (let count = 1; start < endTs; count++) {
    const end = instantOf({ ...first, day: first.day + count * days }, zone) + within
    // A zone that moves across the date line leaves out a day.
    if (end > start) yield { start, end }
    start = Math.max(start, end)
  }
}

/** A zone keeps an offset for weeks at least. */
function hasOneOffset(startTs: number, endTs: number, zone: string): boolean {
  const offset = zoneOffsetMs(startTs, zone)
  for (let ms = startTs + week; ms < endTs; ms += week) if (zoneOffsetMs(ms, zone) !== offset) return false
  return zoneOffsetMs(endTs, zone) === offset
}

/** Start of the bucket that contains `ms`. Times after the last stretch continue its buckets. */
export function bucketIn(
  stretches: readonly Stretch[],
  ms: number,
): { readonly start: number; readonly interval: number } {
  let at = stretches.length - 1
  while (at > 0 && ms < (stretches[at] as Stretch).startTs) at--
  const { startTs, interval } = stretches[at] as Stretch
  return { start: startTs + Math.floor((ms - startTs) / interval) * interval, interval }
}
