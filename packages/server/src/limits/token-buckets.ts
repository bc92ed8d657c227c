/** Rates as `count:seconds[,count:seconds …]`: token buckets that fill steadily, all of which must have enough. */

import type { Clock } from '../clock.ts'

interface Bucket {
  readonly capacity: number
  readonly perMs: number
  tokens: number
  atMs: number
}

/** The buckets of one rate; `text` as it was written, so that a changed rate is noticed. */
export interface TokenBuckets {
  readonly text: string
  /** Takes from all or from none. */
  take(count: number): boolean
}

export function createTokenBuckets(text: string, clock: Clock): TokenBuckets {
  const buckets = text.split(',').map((rate): Bucket => {
    const [count = 0, seconds = 1] = rate.split(':').map(Number)
    return { capacity: count, perMs: count / (seconds * 1000), tokens: count, atMs: clock.nowMs() }
  })
  return {
    text,
    take(count) {
      const nowMs = clock.nowMs()
      for (const bucket of buckets) {
        // A clock that was set back fills nothing.
        const elapsed = Math.max(0, nowMs - bucket.atMs)
        bucket.tokens = Math.min(bucket.capacity, bucket.tokens + elapsed * bucket.perMs)
        bucket.atMs = nowMs
      }
      if (buckets.some((bucket) => bucket.tokens < count)) return false
      for (const bucket of buckets) bucket.tokens -= count
      return true
    },
  }
}

/** Buckets by id; those that were asked for longest ago are forgotten, which fills them. */
export function createBucketMap(clock: Clock, max: number) {
  const byId = new Map<string, TokenBuckets>()
  return {
    take(id: string, text: string, count: number): boolean {
      let buckets = byId.get(id)
      if (buckets?.text !== text) {
        if (byId.size >= max) byId.delete(byId.keys().next().value as string)
        buckets = createTokenBuckets(text, clock)
        byId.set(id, buckets)
      }
      return buckets.take(count)
    },
  }
}
