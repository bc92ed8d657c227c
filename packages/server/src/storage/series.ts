/**
 * The series store: telemetry points by entity and key, and the latest value of each key.
 *
 * Points are written through `Storage.transact`. Every read that starts after a commit sees its points.
 */

import type { Aggregation, Point } from '@sonde/model/telemetry/values'

export interface LatestPoint extends Point {
  readonly key: string
}

/** A time range and how its points are returned. */
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
   * Bucket width in ms; 0: no aggregation. Buckets start at startTs. The timestamp of a bucket's point is the bucket's
   * middle.
   */
  readonly intervalMs: number
  /** Returns 0 instead of values, so that large values aren't read. Only without an aggregation. */
  readonly timesOnly?: boolean
  /** The last bucket covers its full width, even past `endTs`, but excludes points at or after this time. */
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
  /** One list per requested range, in the order of the request. */
  readonly ranges: readonly (readonly Point[])[]
}

/** Like `SeriesPoints`, but as a JSON array of the wire format, `[{"ts":1,"value":"2"}]`; ranges are concatenated. */
export interface SeriesText {
  readonly entityId: string
  readonly key: string
  readonly text: string
  /** Number of points in `text`. */
  readonly points: number
}

export interface SeriesStore {
  /** Latest values of these keys, or of all keys when `keys` is absent. Omits keys without a value. */
  latest(entityId: string, keys?: readonly string[]): Promise<LatestPoint[]>
  /** Latest values of many entities, in their order. */
  latestOfMany(entityIds: readonly string[], keys: readonly string[]): Promise<LatestPoint[][]>
  /** Points or buckets by key. Contains every requested key; the list is empty if the key has no points. */
  range(query: RangeQuery): Promise<Map<string, Point[]>>
  /**
   * Like `range`, but as UTF-8 text of the wire format, `{"key":[{"ts":1,"value":"2"}]}`, in pieces of some hundred KB
   * that are created on demand, so memory stays bounded for any range. A piece is only valid until the next one is
   * requested: its memory is reused. Omits keys without points. To stop early, end the loop (`return`).
   *
   * @param strict numbers, booleans and JSON as JSON values; otherwise every value is a string
   */
  rangeText(query: RangeQuery, strict: boolean): AsyncGenerator<Uint8Array, void>
  /**
   * Reads ranges of every key of every entity in one pass. The result is ordered by entity and key as in the request
   * and omits keys that an entity never had. null: the result would exceed `pointsMax` points.
   */
  rangesOfMany(
    entityIds: readonly string[],
    keys: readonly string[],
    ranges: readonly RangeSpec[],
    pointsMax: number,
  ): Promise<readonly SeriesPoints[] | null>
  /**
   * Like `rangesOfMany`, but as texts, which take almost no time on the event loop. Raw points are in the order of
   * their range, buckets are ordered from oldest to newest or, with `newestFirst`, from newest to oldest.
   */
  textsOfMany(
    entityIds: readonly string[],
    keys: readonly string[],
    ranges: readonly RangeSpec[],
    options: { readonly newestFirst: boolean; readonly pointsMax: number },
  ): Promise<readonly SeriesText[] | null>
  keys(entityId: string): Promise<string[]>
}
