/**
 * The most that a tenant used of each rate, and of each limit on the work of one message or call: of a rate per device,
 * by the device that comes nearest to its limit.
 *
 * What is bounded writes into an object that exists already, so a message allocates nothing for it.
 */

import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'

/** The most since it was last rolled: of a rate, the share of its limit (above 1 when more came); of work, the amount. */
export interface Peak {
  highest: number
  /** Of the minute before. */
  before: number
}

export interface Peaks {
  /** Where a tenant's use of a limit is noted. */
  of(key: TenantLimitKey, tenantId: string): Peak
  /** Of this minute and the one before. */
  highest(key: TenantLimitKey, tenantId: string): number
  /** Begins another minute. */
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
