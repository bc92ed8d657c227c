/**
 * Deletes ranges of series inside a commit. Chunks change immediately; for heads, a record is written to `hot` that is
 * applied after the commit and after every restart.
 */

import type { ValueType } from '@sonde/model/telemetry/values'
import type { ChunkTable } from './chunks.ts'
import { lowerBound, pick, pointAt, rawValue, type StoredValue } from './columns.ts'
import { Control, NEVER, type PointsWriter } from './points-batch.ts'
import { type HeadCopy, mergeSources, sourcesOf } from './series-merge.ts'

/** Latest value of a series after a deletion; null: none; undefined: unchanged. */
export type LatestAfter = { ts: number; type: ValueType; value: StoredValue } | null | undefined

/** Deletes [startTs, endTs) from series of one entity. */
export interface SegmentDeletion {
  /** Series, with the time of their latest value when the group was sent: all earlier groups are committed by then. */
  readonly series: readonly { readonly series: number; readonly latestTs: number | null }[]
  readonly startTs: number
  readonly endTs: number
  readonly rewriteLatest: boolean
}

export interface SeriesDeletionDeps {
  readonly chunks: ChunkTable
  readonly headOf: (series: number) => HeadCopy | undefined
  /** Writes to the table of latest values; null removes the value. */
  readonly storeLatest: (series: number, latest: NonNullable<LatestAfter> | null) => void
}

export function createSeriesDeletion({ chunks, headOf, storeLatest }: SeriesDeletionDeps) {
  function cutChunks(series: number, startTs: number, endTs: number) {
    for (const chunk of chunks.find(series, startTs, endTs)) {
      if (chunk.t0 >= startTs && chunk.t1 < endTs) {
        chunks.remove(chunk)
        continue
      }
      const columns = chunks.open(chunk)
      const from = lowerBound(columns, startTs)
      const to = lowerBound(columns, endTs)
      if (from === to) continue
      chunks.remove(chunk)
      const retained = columns.length - (to - from)
      if (retained === 0) continue
      const indexes = Array.from({ length: retained }, (_, i) => (i < from ? i : i + to - from))
      chunks.insert(series, pick(columns, indexes), chunk.seq)
    }
  }

  function newestBefore(series: number, endTs: number, nowMs: number): NonNullable<LatestAfter> | null {
    let newest: NonNullable<LatestAfter> | null = null
    const sources = sourcesOf(chunks, series, headOf(series), Number.NEGATIVE_INFINITY, endTs)
    const range = { startTs: Number.NEGATIVE_INFINITY, endTs, descending: true, nowMs }
    mergeSources(sources, range, {
      points(columns, _start, end) {
        const { ts, type } = pointAt(columns, end - 1)
        newest = { ts, type, value: columns.values[end - 1] as StoredValue }
        return false
      },
    })
    return newest
  }

  /**
   * Runs the deletion and adds records for heads and latest values to `controls`. Returns the resulting latest value of
   * each series.
   */
  return function run(deletion: SegmentDeletion, nowMs: number, controls: PointsWriter): LatestAfter[] {
    const { startTs, endTs, rewriteLatest } = deletion
    return deletion.series.map(({ series, latestTs }): LatestAfter => {
      cutChunks(series, startTs, endTs)
      controls.delete(series, startTs, endTs)
      if (latestTs === null || latestTs < startTs || latestTs >= endTs) return undefined
      const older = rewriteLatest ? newestBefore(series, startTs, nowMs) : null
      storeLatest(series, older)
      if (older) {
        controls.control(series, Control.LATEST)
        controls.point(series, older.type, older.ts, rawValue(older.type, older.value), NEVER)
      } else controls.control(series, Control.NO_LATEST)
      return older
    })
  }
}
