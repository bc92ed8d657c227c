/**
 * Peak usage per tenant: of each rate limit, and of each limit on the work of one message or call. For a rate per
 * device, the peak is that of the device closest to its limit.
 *
 * The measured code writes into an existing object, so a message allocates nothing.
 */

import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'

/** Peak since the last `roll`. For a rate: share of the limit (above 1 if exceeded). For work: the amount. */
export interface Peak {
  highest: number
  /** Peak of the previous minute. */
  before: number
}

export interface Peaks {
  /** Peak of a tenant's usage of a limit, to be updated by the caller. */
  of(key: TenantLimitKey, tenantId: string): Peak
  /** Peak of the current and the previous minute. */
  highest(key: TenantLimitKey, tenantId: string): number
  /** Starts a new minute. */
  roll(tenantId: string): void
  forget(tenantId: string): void
}

export const newPeak = (): Peak => ({ highest: 0, before: 0 })

export function raise(peak: Peak, amount: number): void {
  if (amount > peak.highest) peak.highest = amount
}

export function createPeaks(): Peaks {
  const tenants = new Map<string, Map<TenantLimitKey, Peak>>()

  return {
    of(key, tenantId) {
      let peaks = tenants.get(tenantId)
      if (!peaks) {
        peaks = new Map()
        tenants.set(tenantId, peaks)
      }
      let peak = peaks.get(key)
      if (!peak) {
        peak = newPeak()
        peaks.set(key, peak)
      }
      return peak
    },
    highest(key, tenantId) {
      const peak = tenants.get(tenantId)?.get(key)
      return peak ? Math.max(peak.highest, peak.before) : 0
    },
    roll(tenantId) {
      for (const peak of tenants.get(tenantId)?.values() ?? []) {
        peak.before = peak.highest
        peak.highest = 0
      }
    },
    forget: (tenantId) => void tenants.delete(tenantId),
  }
}
