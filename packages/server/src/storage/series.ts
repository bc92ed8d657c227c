/**
 * The series store: points of telemetry by entity and key, and the latest value of each.
 *
 * Points arrive through `Storage.transact`. A point that is committed is seen by every read that starts afterwards.
 */

import type { Aggregation, Point } from '@sonde/model/telemetry/values'

export interface LatestPoint extends Point {
  readonly key: string
}

/** A stretch of time, and how its points are asked for. */
export interface RangeSpec {
  /** Inclusive, epoch ms. */
  readonly startTs: number
  /** Exclusive, epoch ms. */
  readonly endTs: number
  /** Points per key; ignored by aggregations. */
  readonly limit: number
  readonly order: 'ASC' | 'DESC'
  readonly aggregation: Aggregation
  /**
   * Bucket width in ms; buckets run from startTs, a bucket's point stands at its middle. 0 means no
   * aggregation.
   */
  readonly intervalMs: number
  /** Values are left out (0): for who needs times, however large the values are. Only without an aggregation. */
  readonly timesOnly?: boolean
  /** The last bucket is whole, also where it passes `endTs`; but never takes points of this time or later. */
  readonly bucketsEndTs?: number
}

export interface RangeQuery extends RangeSpec {
  readonly entityId: string
  readonly keys: readonly string[]
}

/** Points of one key of one entity. */
export interface SeriesPoints {
  readonly entityId: string
  readonly key: string
  /** By stretch, in the order in which they were asked for. */
  readonly ranges: readonly (readonly Point[])[]
}

/** The same as a JSON array of the wire, `[{"ts":1,"value":"2"}]`, the stretches one after the other. */
export interface SeriesText {
  readonly entityId: string
  readonly key: string
  readonly text: string
  /** How many it holds. */
  readonly points: number
}

export interface SeriesStore {
  /** Latest values; all keys when `keys` is absent. Keys without a value are left out. */
  latest(entityId: string, keys?: readonly string[]): Promise<LatestPoint[]>
  /** The same for many entities at once, in their order. */
  latestOfMany(entityIds: readonly string[], keys: readonly string[]): Promise<LatestPoint[][]>
  /** Points or buckets per key. Every asked key is there, empty if it has none. */
  range(query: RangeQuery): Promise<Map<string, Point[]>>
  /**
   * The same as UTF-8 text of the wire, `{"key":[{"ts":1,"value":"2"}]}`, in pieces of some hundred KB that are made as
   * they are taken: memory stays bounded whatever the range. A piece is the caller's until the next one is asked for:
   * its memory is used again. Keys without points are left out. A caller that needs no more ends the loop (`return`).
   *
   * @param strict numbers, booleans and JSON as such; otherwise every value as a string
   */
  rangeText(query: RangeQuery, strict: boolean): AsyncGenerator<Uint8Array, void>
  /**
   * Stretches of every key of every entity in one pass, by entity and key in their order; keys that an entity never had
   * are left out. null when that would be more than `pointsMax` points.
   */
  rangesOfMany(
    entityIds: readonly string[],
    keys: readonly string[],
    ranges: readonly RangeSpec[],
    pointsMax: number,
  ): Promise<readonly SeriesPoints[] | null>
  /**
   * The same as texts, which cost the event loop next to nothing. Raw points come in the order of their stretch, buckets
   * oldest first or, with `newestFirst`, newest first.
   */
  textsOfMany(
    entityIds: readonly string[],
    keys: readonly string[],
    ranges: readonly RangeSpec[],
    options: { readonly newestFirst: boolean; readonly pointsMax: number },
  ): Promise<readonly SeriesText[] | null>
  keys(entityId: string): Promise<string[]>
}
