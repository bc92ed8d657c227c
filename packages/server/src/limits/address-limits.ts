/** How often one client, known by its address alone, may do something. */

import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import type { Clock } from '../clock.ts'
import { LimitReached, type Limits } from './limits.ts'
import { createBucketMap } from './token-buckets.ts'

/** Addresses whose rates are remembered, for each limit. */
const addressesMax = 50_000

export interface AddressLimits {
  /** Counts one for the address. Throws 429 when it is one too many. `key` is a rate per address. */
  admit(key: LimitKey, address: string): void
}

export interface AddressLimitsParts {
  readonly limits: Pick<Limits, 'of' | 'refused'>
  readonly clock: Clock
}

export function createAddressLimits({ limits, clock }: AddressLimitsParts): AddressLimits {
  const buckets = new Map<LimitKey, ReturnType<typeof createBucketMap>>()

  function bucketsOf(key: LimitKey) {
    const known = buckets.get(key)
    if (known) return known
    const made = createBucketMap(clock, addressesMax)
    buckets.set(key, made)
    return made
  }

  return {
    admit(key, address) {
      const max = limits.of(null, key)
      const seconds = limitOf(key).seconds ?? 1
      if (bucketsOf(key).take(address, `${max}:${seconds}`, 1)) return
      throw new LimitReached(key, limits.refused(null, key), Math.ceil(seconds / max))
    },
  }
}
