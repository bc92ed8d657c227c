/**
 * Gaps in a series. A bucket without samples is a gap, not zero. A device that sends less often than once per bucket
 * has no gap between two messages, so the usual distance of the neighboring points counts as well.
 */

export interface SeriesGap {
  /** Index of the last point before the gap. */
  readonly after: number
  readonly startMs: number
  readonly endMs: number
}

/** Neighboring points on each side that determine the usual distance. */
const neighbours = 5
const unusual = 3

/** `intervalMs`: width of a bucket, or the expected distance of raw points. */
export function findGaps(ts: Float64Array, intervalMs: number): SeriesGap[] {
  const gaps: SeriesGap[] = []
  for (let i = 0; i + 1 < ts.length; i++) {
    const startMs = ts[i] as number
    const endMs = ts[i + 1] as number
    const distance = endMs - startMs
    if (distance <= intervalMs * 1.5) continue
    const usual = Math.max(
      intervalMs,
      usualDistance(ts, i - neighbours, i),
      usualDistance(ts, i + 1, i + 1 + neighbours),
    )
    if (distance > unusual * usual) gaps.push({ after: i, startMs, endMs })
  }
  return gaps
}

/** Median distance of the points from index `from` to `to`; 0 if there are fewer than two. */
function usualDistance(ts: Float64Array, from: number, to: number): number {
  const first = Math.max(0, from)
  const last = Math.min(ts.length - 1, to)
  const distances: number[] = []
  for (let i = first; i < last; i++) distances.push((ts[i + 1] as number) - (ts[i] as number))
  if (distances.length === 0) return 0
  distances.sort((a, b) => a - b)
  return distances[distances.length >> 1] as number
}
