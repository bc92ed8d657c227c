/** Grouping intervals: the predefined ones, and those that suit a time window. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Ms, ascending. */
export const predefinedIntervals: readonly number[] = [
  second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  5 * hour,
  10 * hour,
  12 * hour,
  day,
  7 * day,
  30 * day,
]

/** Minimum, maximum and default number of buckets of a window. */
export const bucketsMin = 7
export const bucketsMax = 500
const bucketsWanted = 200

export interface IntervalBounds {
  readonly minMs: number
  readonly maxMs: number
}

/** Bounds of the grouping interval for a window of this length. */
export const intervalBounds = (windowMs: number): IntervalBounds => {
  const minMs = Math.max(second, Math.floor(windowMs / bucketsMax))
  return { minMs, maxMs: Math.max(minMs, Math.floor(windowMs / bucketsMin)) }
}

/** Predefined intervals within the bounds; if there are none, the nearest one. */
export function intervalsWithin({ minMs, maxMs }: IntervalBounds): number[] {
  const fitting = predefinedIntervals.filter((ms) => ms >= minMs && ms <= maxMs)
  return fitting.length > 0 ? fitting : [nearestInterval(minMs)]
}

/** Predefined interval nearest to `ms`; the shorter of two that are equally near. */
export function nearestInterval(ms: number): number {
  let nearest = second
  for (const interval of predefinedIntervals) {
    if (Math.abs(interval - ms) < Math.abs(nearest - ms)) nearest = interval
  }
  return nearest
}

/** Requested interval if the window allows it, else the predefined one that suits the window. */
export function boundInterval(requestedMs: number, windowMs: number): number {
  const { minMs, maxMs } = intervalBounds(windowMs)
  if (requestedMs >= minMs && requestedMs <= maxMs) return requestedMs
  return nearestInterval(windowMs / bucketsWanted)
}

/** Clamps an entered interval to its bounds; unless `isFree`, also rounds it to a predefined interval. */
export function clampInterval(ms: number, { minMs, maxMs }: IntervalBounds, isFree: boolean): number {
  const held = Math.min(Math.max(ms, minMs), maxMs)
  if (isFree) return held
  const fitting = intervalsWithin({ minMs, maxMs })
  return fitting.reduce((best, one) => (Math.abs(one - held) < Math.abs(best - held) ? one : best))
}
