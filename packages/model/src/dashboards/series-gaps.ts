/**
 * Where a series is silent. A bucket without samples is a gap, not zero; but devices that send more
 * rarely than buckets follow are not silent between two messages, so the usual distance around a point counts as well.
 */

export interface SeriesGap {
  /** Index of the last point before the gap. */
  readonly after: number
  readonly startMs: number
  readonly endMs: number
}

/** How many neighbours say what distance is usual. */
const neighbours = 5
const unusual = 3

/** `intervalMs`: a bucket's width, or what raw points are expected to keep. */
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

/** The median distance of the points from index `from` to `to`; 0 when there are none. */
function usualDistance(ts: Float64Array, from: number, to: number): number {
  const first = Math.max(0, from)
  const last = Math.min(ts.length - 1, to)
  const distances: number[] = []
  for (let i = first; i < last; i++) distances.push((ts[i + 1] as number) - (ts[i] as number))
  if (distances.length === 0) return 0
  distances.sort((a, b) => a - b)
  return distances[distances.length >> 1] as number
}
