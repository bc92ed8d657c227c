/**
 * The series store: points of telemetry by entity and key, and the latest value of each.
 *
 * Points arrive through `Storage.transact`. A point that is committed is seen by every read that starts afterwards.
 */

import type { Aggregation, Point } from '@sonde/model/telemetry/values'

export interface LatestPoint extends Point {
  readonly key: string
}

export interface RangeQuery {
  readonly entityId: string
  readonly keys: readonly string[]
  /** Inclusive, epoch ms. */
  readonly startTs: number
  /** Exclusive, epoch ms. */
  readonly endTs: number
  /** Points per key; ignored by aggregations. */
  readonly limit: number
  readonly order: 'ASC' | 'DESC'
  readonly aggregation: Aggregation
  /**
   * Bucket width in ms; buckets run from startTs, a bucket's point stands at its middle (devices.md §14). 0 means no
   * aggregation.
   */
  readonly intervalMs: number
}

export interface SeriesStore {
  /** Latest values; all keys when `keys` is absent. Keys without a value are left out. */
  latest(entityId: string, keys?: readonly string[]): Promise<LatestPoint[]>
  /** The same for many entities at once, in their order. */
  latestOfMany(entityIds: readonly string[], keys: readonly string[]): Promise<LatestPoint[][]>
  /** Points or buckets per key. Every asked key is there, empty if it has none. */
  range(query: RangeQuery): Promise<Map<string, Point[]>>
  keys(entityId: string): Promise<string[]>
}
