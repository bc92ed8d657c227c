/**
 * A cache by ID that follows the change stream: values are cached until a change invalidates them.
 *
 * The owner of the cache decides which changes invalidate which entries. While the stream lags by more than
 * `staleMsMax`,
 * the cache is bypassed and every value is read again.
 */

import type { ChangePosition } from './change-stream.ts'

export interface FollowedCacheDeps {
  readonly stream: ChangePosition
  /** Maximum number of entries; beyond it, the oldest entry is evicted. */
  readonly entriesMax: number
  /** Maximum staleness of a cached value, ms. */
  readonly staleMsMax: number
}

export interface FollowedCache<V> {
  /** Undefined: not cached. */
  get(id: string): V | undefined
  /** The cached value, or the result of `read`. */
  of(id: string, read: () => Promise<V | undefined>): Promise<V | undefined>
  forget(id: string): void
  clear(): void
  /** Stream position up to which cached values are valid. */
  readonly validTo: number
}

export function createFollowedCache<V>({ stream, entriesMax, staleMsMax }: FollowedCacheDeps): FollowedCache<V> {
  const values = new Map<string, V>()
  /** Number of invalidations, so that the result of a read that was in flight during one isn't cached. */
  let forgotten = 0

  const isStale = () => stream.lagMs > staleMsMax

  return {
    get: (id) => (isStale() ? undefined : values.get(id)),
    async of(id, read) {
      const existing = isStale() ? undefined : values.get(id)
      if (existing !== undefined) return existing
      const before = forgotten
      const value = await read()
      if (value === undefined || before !== forgotten || isStale()) return value
      if (values.size >= entriesMax && !values.has(id)) values.delete(values.keys().next().value as string)
      values.set(id, value)
      return value
    },
    forget(id) {
      forgotten++
      values.delete(id)
    },
    clear() {
      forgotten++
      values.clear()
    },
    get validTo() {
      return stream.position
    },
  }
}
