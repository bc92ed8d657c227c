/** Time ranges as text. */

import type { Bucket, BucketUnit } from './usage-buckets.ts'

const options: Readonly<Record<BucketUnit, Intl.DateTimeFormatOptions>> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
}

/** Time of a bar: `20 Nov, 14:00`, `Fri, 20 Nov`, `November 2026`. Months are UTC. */
export function bucketWords(unit: BucketUnit, zone: string, intl: string): (bucket: Bucket) => string {
  const timeZone = unit === 'month' ? 'UTC' : zone
  let format: Intl.DateTimeFormat | undefined
  return ({ startMs }) => {
    // Created on first use, when the user points at a bar.
    format ??= new Intl.DateTimeFormat(intl, { ...options[unit], timeZone })
    return format.format(startMs)
  }
}

/** Time when the monthly counts reset (UTC). */
export function nextMonth(nowMs: number): number {
  const date = new Date(nowMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
