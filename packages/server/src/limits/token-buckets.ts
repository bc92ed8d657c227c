/**
 * Rate limits as `count:seconds[,count:seconds …]`: token buckets that refill steadily. Every bucket must have enough
 * tokens.
 */

import { ratesOf } from '@sonde/model/limits/profile-limits'
import type { Clock } from '../clock.ts'
import type { Peak } from './peaks.ts'

interface Bucket {
  readonly capacity: number
  readonly perMs: number
  tokens: number
  atMs: number
  /** Tokens requested since `windowMs`, accepted or rejected. The window is as long as the rate's period. */
  requested: number
  windowMs: number
  isRejected: boolean
}

/** Buckets of one rate. `text` is the rate as configured, to notice a change. */
export interface TokenBuckets {
  readonly text: string
  /** Takes tokens from all buckets or from none. */
  tryAcquire(count: number): boolean
}

/** `peak` receives the highest share of the rate. */
export function createTokenBuckets(text: string, clock: Clock, peak?: Peak): TokenBuckets {
  const startMs = clock.nowMs()
  const buckets = ratesOf(text).map(
    ({ count, seconds }): Bucket => ({
      capacity: count,
      perMs: count / (seconds * 1000),
      tokens: count,
      atMs: startMs,
      requested: 0,
      windowMs: startMs,
      isRejected: false,
    }),
  )

  function notePeak(to: Peak, count: number, isTaken: boolean, nowMs: number) {
    for (const bucket of buckets) {
      const elapsed = nowMs - bucket.windowMs
      if (elapsed < 0 || elapsed * bucket.perMs >= bucket.capacity) {
        bucket.windowMs = nowMs
        bucket.requested = 0
        bucket.isRejected = false
      }
      bucket.requested += count
      if (!isTaken && bucket.tokens < count) bucket.isRejected = true
      const share = bucket.requested / bucket.capacity
      // Accepted requests were within the rate, regardless of where the window starts.
      const counted = bucket.isRejected ? Math.max(1, share) : Math.min(1, share)
      if (counted > to.highest) to.highest = counted
    }
  }

  return {
    text,
    tryAcquire(count) {
      const nowMs = clock.nowMs()
      let isTaken = true
      for (const bucket of buckets) {
        // A clock that was set back adds no tokens.
        const elapsed = Math.max(0, nowMs - bucket.atMs)
        bucket.tokens = Math.min(bucket.capacity, bucket.tokens + elapsed * bucket.perMs)
        bucket.atMs = nowMs
        if (bucket.tokens < count) isTaken = false
      }
      if (isTaken) for (const bucket of buckets) bucket.tokens -= count
      if (peak) notePeak(peak, count, isTaken, nowMs)
      return isTaken
    },
  }
}

/** Buckets by id. A full map evicts the entry that was used least recently; its buckets start full again. */
export function createBucketMap(clock: Clock, max: number, peakOf?: (tenantId: string) => Peak) {
  const byId = new Map<string, TokenBuckets>()
  return {
    /** `tenantId` owns the peak, if `id` isn't the tenant's id. */
    tryAcquire(id: string, text: string, count: number, tenantId = id): boolean {
      const existing = byId.get(id)
      const isFull = byId.size >= max
      const buckets = existing?.text === text ? existing : createTokenBuckets(text, clock, peakOf?.(tenantId))
      // The order is only needed to evict, and costs time for each request.
      if (existing && isFull) byId.delete(id)
      else if (isFull) byId.delete(byId.keys().next().value as string)
      if (buckets !== existing || isFull) byId.set(id, buckets)
      return buckets.tryAcquire(count)
    },
  }
}
