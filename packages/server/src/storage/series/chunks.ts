/** Chunk table as the series engine sees it, independent of the database. */

import type { ChunkHeader } from './chunk-codec.ts'
import type { Columns } from './columns.ts'
import type { RollUpBlocks, RollUpFinder } from './roll-up-blocks.ts'

export interface StoredChunk extends ChunkHeader {
  readonly series: number
  readonly seq: number
  /** Size that merge decisions use: bytes of the body, or more for long texts (`weightOf`). */
  readonly size: number
  readonly body: number
}

export interface ChunkFinder {
  /** Chunks that may contain a point in [startTs, endTs), ordered by first time. */
  find(series: number, startTs: number, endTs: number): StoredChunk[]
  open(chunk: StoredChunk): Columns
  readonly rollUps: RollUpFinder
}

/** A chunk that replaces part of others. */
export interface Replacement {
  readonly columns: Columns
  readonly seq: number
  /** The packed columns, if they're already packed. */
  readonly body?: Uint8Array
}

/** Called when chunks of a series were added, changed or removed in a time range (both ends inclusive). */
export type ChunkListener = (series: number, fromTs: number, toTs: number) => void

export interface ChunkTable extends ChunkFinder {
  readonly rollUps: RollUpBlocks
  /** `seq` of the next new chunk. */
  readonly nextSeq: number
  /** Packs sorted columns into a chunk. Pass `seq` only to replace a chunk of that age. */
  insert(series: number, columns: Columns, seq?: number): void
  remove(chunk: Pick<StoredChunk, 'series' | 't0' | 't1' | 'seq' | 'body'>): void
  /** Replaces chunks with others that hold the same points. Readers see no difference and roll-ups stay valid. */
  replace(series: number, removed: readonly StoredChunk[], inserted: readonly Replacement[]): void
  /** Removes chunks in which all points have expired. Returns their number. */
  removeExpired(nowMs: number, limit: number): number
  /** The first chunks, ordered by first time, that end at this time or later. */
  page(series: number, fromTs: number, limit: number): StoredChunk[]
  /** First time of the `count`-th chunk before this time, or of the first chunk. */
  startBefore(series: number, ts: number, count: number): number | null
  /** The next higher series number that has chunks or roll-ups. */
  seriesAfter(series: number): number | null
  onChange(listener: ChunkListener): void
}
