/**
 * Roll-up table as the series engine sees it: blocks of buckets per series and bucket width.
 *
 * Invariant: outside of its stale range, a block matches the contents of the chunks from its start to before its end; a
 * bucket that it doesn't list is empty. Every change of chunk contents marks the affected blocks as stale in the same
 * transaction (`spoil`). Blocks of one width don't overlap.
 */

import type { Bucket, RollUps } from './roll-up-codec.ts'

/** Bucket widths, ms, ascending; each is a multiple of the previous one. */
export const rollUpLevels = [60_000, 3_600_000, 86_400_000] as const

export interface RollUpBlock {
  readonly series: number
  readonly level: number
  /** Multiples of the level; `t1` is exclusive. */
  readonly t0: number
  readonly t1: number
  /** Stale range, both ends inclusive; null: the whole block is valid. */
  readonly staleFrom: number | null
  readonly staleTo: number | null
  readonly body: number
}

export interface RollUpFinder {
  /** Blocks that overlap [startTs, endTs), in time order. */
  find(series: number, level: number, startTs: number, endTs: number): RollUpBlock[]
  open(block: RollUpBlock): RollUps
}

/** Contents of a new block. */
export interface NewBlock {
  readonly t0: number
  readonly t1: number
  readonly buckets: readonly Bucket[]
  readonly stale: { readonly from: number; readonly to: number } | null
}

export interface RollUpBlocks extends RollUpFinder {
  /** Marks the range between these times, both inclusive, as stale. Returns whether any block was affected. */
  spoil(series: number, fromTs: number, toTs: number): boolean
  insert(series: number, level: number, block: NewBlock): void
  remove(block: RollUpBlock): void
  /** Blocks with a stale range, at most `limit`. */
  stale(series: number, level: number, limit: number): RollUpBlock[]
  /** End of the last block that begins before this time. */
  endBefore(series: number, level: number, ts: number): number | null
}
