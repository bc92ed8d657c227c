/** What the series engine asks of the table of chunks, whatever database holds it. */

import type { ChunkHeader } from './chunk-codec.ts'
import type { Columns } from './columns.ts'
import type { RollUpBlocks, RollUpFinder } from './roll-up-blocks.ts'

export interface StoredChunk extends ChunkHeader {
  readonly series: number
  readonly seq: number
  /** What it weighs (`weightOf`). */
  readonly size: number
  readonly body: number
}

export interface ChunkFinder {
  /** Chunks with a point that may lie in [startTs, endTs), by their first time. */
  find(series: number, startTs: number, endTs: number): StoredChunk[]
  open(chunk: StoredChunk): Columns
  readonly rollUps: RollUpFinder
}

/** A chunk that takes part of the place of others. */
export interface Replacement {
  readonly columns: Columns
  readonly seq: number
  /** The columns packed, where that was done already. */
  readonly body?: Uint8Array
}

/** Called with the range in which chunks of a series were added, changed or removed, both times inclusive. */
export type ChunkListener = (series: number, fromTs: number, toTs: number) => void

export interface ChunkTable extends ChunkFinder {
  readonly rollUps: RollUpBlocks
  /** The number that the next new chunk gets. */
  readonly nextSeq: number
  /** Packs sorted columns into a chunk; `seq` only to replace one of that age. */
  insert(series: number, columns: Columns, seq?: number): void
  remove(chunk: Pick<StoredChunk, 'series' | 't0' | 't1' | 'seq' | 'body'>): void
  /** Puts chunks in the place of others that hold the same points: no reader sees a difference, roll-ups stay true. */
  replace(series: number, removed: readonly StoredChunk[], inserted: readonly Replacement[]): void
  /** Removes chunks of which every point has expired. Returns how many. */
  removeExpired(nowMs: number, limit: number): number
  /** The first chunks, by their first time, that reach to this time or beyond. */
  page(series: number, fromTs: number, limit: number): StoredChunk[]
  /** Where the `count`-th chunk before this time begins, or the first one. */
  startBefore(series: number, ts: number, count: number): number | null
  /** The next series, by number, that has chunks or roll-ups. */
  seriesAfter(series: number): number | null
  onChange(listener: ChunkListener): void
}
