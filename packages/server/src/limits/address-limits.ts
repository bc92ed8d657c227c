/** Rate limits per client address, for requests that aren't authenticated. */

import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import type { Clock } from '../clock.ts'
import { LimitReached, type Limits } from './limits.ts'
import { createBucketMap } from './token-buckets.ts'

/** Maximum number of addresses tracked per limit. */
const addressesMax = 50_000

export interface AddressLimits {
  /** Counts one request of the address. Throws 429 if it exceeds the limit. `key` must be a rate limit per address. */
  consume(key: LimitKey, address: string): void
}

export interface AddressLimitsDeps {
  readonly limits: Pick<Limits, 'of' | 'rejected'>
  readonly clock: Clock
}

export function createAddressLimits({ limits, clock }: AddressLimitsDeps): AddressLimits {
  const buckets = new Map<LimitKey, ReturnType<typeof createBucketMap>>()

  function bucketsOf(key: LimitKey) {
    const existing = buckets.get(key)
    if (existing) return existing
    const made = createBucketMap(clock, addressesMax)
    buckets.set(key, made)
    return made
  }

  return {
    consume(key, address) {
      const max = limits.of(null, key)
      const seconds = limitOf(key).seconds ?? 1
      if (bucketsOf(key).tryAcquire(address, `${max}:${seconds}`, 1)) return
      throw new LimitReached(key, limits.rejected(null, key), Math.ceil(seconds / max))
    },
  }
}
