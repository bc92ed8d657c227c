/** Time ranges as text. */

import type { Bucket, BucketUnit } from './usage-buckets.ts'

const options: Readonly<Record<BucketUnit, Intl.DateTimeFormatOptions>> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
}

/** `20 Nov, 14:00`, `Fri, 20 Nov`, `November 2026`: what a bar stands for. Months are those of UTC. */
export function bucketWords(unit: BucketUnit, zone: string, intl: string): (bucket: Bucket) => string {
  const timeZone = unit === 'month' ? 'UTC' : zone
  let format: Intl.DateTimeFormat | undefined
  return ({ startMs }) => {
    // Created when the user first points at a bar.
    format ??= new Intl.DateTimeFormat(intl, { ...options[unit], timeZone })
    return format.format(startMs)
  }
}

/** When the monthly counts reset. */
export function nextMonth(nowMs: number): number {
  const date = new Date(nowMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
