/** Aggregates hourly and monthly counts into bars of hours, days or months. Pure. */

import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { startOfUnit } from '@sonde/model/time-windows/zone-time'

export type BucketUnit = 'hour' | 'day' | 'month'

export interface Bucket {
  readonly startMs: number
  /** Exclusive. */
  readonly endMs: number
  readonly value: number
}

export interface Count {
  readonly ts: number
  readonly value: number
}

const dayMs = 86_400_000
/** Longest range whose bars remain distinguishable. */
const hoursMaxMs = 3 * dayMs
const daysMaxMs = 92 * dayMs

export function unitFor({ startMs, endMs }: TimeRange): BucketUnit {
  const lengthMs = endMs - startMs
  return lengthMs <= hoursMaxMs ? 'hour' : lengthMs <= daysMaxMs ? 'day' : 'month'
}

/** The server counts hours and months in UTC; days are in the browser's time zone. */
const zoneFor = (unit: BucketUnit, zone: string) => (unit === 'day' ? zone : 'UTC')

/** Start of the bar that contains the time, shifted by `units` bars. */
const startFor = (ms: number, unit: BucketUnit, zone: string, units = 0) =>
  startOfUnit(ms, unit, zoneFor(unit, zone), 1, units)

/** Extends the range to the start of its first bar. */
export const wholeRange = ({ startMs, endMs }: TimeRange, unit: BucketUnit, zone: string): TimeRange => ({
  startMs: startFor(startMs, unit, zone),
  endMs,
})

/** Consecutive bars from the start to the end of the range; 0 without counts. */
export function bucketsOf(counts: readonly Count[], range: TimeRange, unit: BucketUnit, zone: string): Bucket[] {
  const sums = new Map<number, number>()
  for (const { ts, value } of counts) {
    const start = startFor(ts, unit, zone)
    sums.set(start, (sums.get(start) ?? 0) + value)
  }
  const buckets: Bucket[] = []
  let startMs = startFor(range.startMs, unit, zone)
  while (startMs < range.endMs) {
    const endMs = startFor(startMs, unit, zone, 1)
    buckets.push({ startMs, endMs, value: sums.get(startMs) ?? 0 })
    startMs = endMs
  }
  return buckets
}

/** Replaces the newest count with the live one, of the current hour or month. */
export function withLatest(counts: readonly Count[], latest: Count | undefined): readonly Count[] {
  if (!latest || latest.ts <= 0) return counts
  const others = counts.filter(({ ts }) => ts !== latest.ts)
  return [...others, latest]
}
