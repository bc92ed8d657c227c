/**
 * A cache by id that follows the change stream: what was read is remembered until a change says otherwise.
 *
 * Its owner says which changes forget what. While the stream lags by more than `staleMsMax`, nothing is answered from
 * memory: what is asked for is read again.
 */

import type { ChangePosition } from './change-stream.ts'

export interface FollowedCacheDeps {
  readonly stream: ChangePosition
  /** Above it, the value that was read longest ago goes. */
  readonly entriesMax: number
  /** How long ago a value may have changed that is still answered, ms. */
  readonly staleMsMax: number
}

export interface FollowedCache<V> {
  /** Undefined: it has to be read. */
  get(id: string): V | undefined
  /** What is remembered, or else what `read` returns. */
  of(id: string, read: () => Promise<V | undefined>): Promise<V | undefined>
  forget(id: string): void
  clear(): void
  /** Position of the stream up to which its answers are right. */
  readonly validTo: number
}

export function createFollowedCache<V>({ stream, entriesMax, staleMsMax }: FollowedCacheDeps): FollowedCache<V> {
  const values = new Map<string, V>()
  /** Grows with everything that is forgotten, so that a read that was under way then is not remembered. */
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
