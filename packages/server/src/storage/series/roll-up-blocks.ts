/**
 * What the series engine asks of the table of roll-ups: blocks of buckets per series and width.
 *
 * Invariant: outside of its stale stretch, a block says what the chunks hold, from its start to before its end; a bucket
 * that it does not name is empty. Whatever changes what chunks hold marks the blocks that it touches, in the same
 * transaction (`spoil`). Blocks of one width do not overlap.
 */

import type { Bucket, RollUps } from './roll-up-codec.ts'

/** Widths of buckets, ms, ascending; each holds a whole number of the one before. */
export const rollUpLevels = [60_000, 3_600_000, 86_400_000] as const

export interface RollUpBlock {
  readonly series: number
  readonly level: number
  /** Multiples of the level; `t1` is exclusive. */
  readonly t0: number
  readonly t1: number
  /** Both inclusive; null: all of it holds. */
  readonly staleFrom: number | null
  readonly staleTo: number | null
  readonly body: number
}

export interface RollUpFinder {
  /** Blocks that reach into [startTs, endTs), in order. */
  find(series: number, level: number, startTs: number, endTs: number): RollUpBlock[]
  open(block: RollUpBlock): RollUps
}

/** What a block is to hold. */
export interface NewBlock {
  readonly t0: number
  readonly t1: number
  readonly buckets: readonly Bucket[]
  readonly stale: { readonly from: number; readonly to: number } | null
}

export interface RollUpBlocks extends RollUpFinder {
  /** Marks what lies between these times, both inclusive, as no longer true. Returns whether anything was. */
  spoil(series: number, fromTs: number, toTs: number): boolean
  insert(series: number, level: number, block: NewBlock): void
  remove(block: RollUpBlock): void
  /** Blocks with a stale stretch, at most so many. */
  stale(series: number, level: number, limit: number): RollUpBlock[]
  /** The end of the last block that begins before this time. */
  endBefore(series: number, level: number, ts: number): number | null
}
