/**
 * The most that each rate of a tenant was used: of a rate per device, by the device that comes nearest to its limit.
 *
 * The buckets write into an object that is there already, so a message allocates nothing for it.
 */

import type { TenantLimitKey } from '@sonde/model/limits/profile-limits'

/** Highest share of a rate since it was last rolled; above 1 when more came than is allowed. */
export interface RatePeak {
  share: number
  /** Of the minute before. */
  before: number
}

export interface RatePeaks {
  /** Where the buckets of a tenant's rate write. */
  of(key: TenantLimitKey, tenantId: string): RatePeak
  /** Of this minute and the one before. */
  share(key: TenantLimitKey, tenantId: string): number
  /** Begins another minute; returns what each rate came to. */
  roll(tenantId: string): readonly (readonly [TenantLimitKey, number])[]
  forget(tenantId: string): void
}

export function createRatePeaks(): RatePeaks {
  const tenants = new Map<string, Map<TenantLimitKey, RatePeak>>()

  return {
    of(key, tenantId) {
      let peaks = tenants.get(tenantId)
      if (!peaks) {
        peaks = new Map()
        tenants.set(tenantId, peaks)
      }
      let peak = peaks.get(key)
      if (!peak) {
        peak = { share: 0, before: 0 }
        peaks.set(key, peak)
      }
      return peak
    },
    share(key, tenantId) {
      const peak = tenants.get(tenantId)?.get(key)
      return peak ? Math.max(peak.share, peak.before) : 0
    },
    roll: (tenantId) =>
      [...(tenants.get(tenantId) ?? [])].map(([key, peak]) => {
        peak.before = peak.share
        peak.share = 0
        return [key, peak.before] as const
      }),
    forget: (tenantId) => void tenants.delete(tenantId),
  }
}
