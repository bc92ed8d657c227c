/** Carries out the merges planned by merge-plan.ts. */

import { cutChunks, fillOf } from './chunk-cut.ts'
import type { ChunkTable, Replacement } from './chunks.ts'
import { type Columns, emptyColumns, join, lowerBound, type Run, slice } from './columns.ts'
import type { MergeLimits, MergePlan } from './merge-plan.ts'
import { mergeSources, type Source, upperBound } from './series-merge.ts'

/**
 * Merges the chunks of a plan, in the writer's transaction.
 *
 * Returns false, without writing anything, if the chunks don't overlap and the merge wouldn't reduce their number.
 */
export function mergeChunks(chunks: ChunkTable, plan: MergePlan, limits: MergeLimits, nowMs: number): boolean {
  const { from, after, before, even, mayDrop } = plan
  const sources: Source[] = []
  const replacements: Replacement[] = []
  for (const chunk of plan.chunks) {
    const columns = chunks.open(chunk)
    const low = Math.max(lowerBound(columns, from), upperBound(columns, after))
    const high = Math.max(low, lowerBound(columns, before))
    const rest: [number, number][] = [
      [0, low],
      [high, columns.length],
    ]
    for (const [start, end] of rest) {
      if (start < end) replacements.push({ columns: slice(columns, start, end), seq: chunk.seq })
    }
    // A chunk without points in the merged range is split at the range, so that it no longer overlaps.
    if (low < high) sources.push(sourceOf(slice(columns, low, high), chunk.seq))
  }
  const [first] = plan.chunks
  const youngest = plan.chunks.at(-1)
  if (!first || !youngest) return false
  const merged = mergedColumns(sources, mayDrop ? nowMs : Number.NEGATIVE_INFINITY)
  const points = plan.chunks.reduce((sum, { n }) => sum + n, 0)
  const bytes = plan.chunks.reduce((sum, { size }) => sum + size, 0)
  const fillPerPoint = fillOf(bytes, points, limits.size) / points
  for (const { columns, body } of cutChunks(merged, limits.size, even, fillPerPoint)) {
    replacements.push({ columns, seq: youngest.seq, body })
  }
  const isOverlap = plan.chunks.some((a) => plan.chunks.some((b) => a !== b && a.t0 <= b.t1 && b.t0 <= a.t1))
  if (!isOverlap && replacements.length >= plan.chunks.length) return false
  chunks.replace(first.series, plan.chunks, replacements)
  return true
}

function sourceOf(columns: Columns, seq: number): Source {
  const t0 = columns.ts[0] as number
  const t1 = columns.ts[columns.length - 1] as number
  return { t0, t1, seq, header: null, open: () => columns }
}

/** One point per time, from the youngest source; without points that have expired by `nowMs`. */
function mergedColumns(sources: readonly Source[], nowMs: number): Columns {
  const runs: Run[] = []
  const all = { startTs: Number.NEGATIVE_INFINITY, endTs: Number.POSITIVE_INFINITY, descending: false, nowMs }
  mergeSources(sources, all, {
    points(columns, start, end) {
      runs.push({ columns, start, end })
      return true
    },
  })
  return runs.length === 0 ? emptyColumns : join(runs)
}
