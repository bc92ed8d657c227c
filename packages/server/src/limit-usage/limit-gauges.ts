/** Reads the current value and usage of any tenant limit, from the components that measure them. */

import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import {
  isProfileLimitKey,
  limitOfCounter,
  type ProfileLimitKey,
  type RestLimitKey,
  ratesOf,
  type TenantLimitKey,
} from '@sonde/model/limits/profile-limits'
import { type ProfileRate, profileRates } from '@sonde/model/tenant-profiles/tenant-profile'
import type { Logger } from 'pino'
import type { ApiUsage } from '../api-usage/api-usage.ts'
import { type EntityCounts, isCountedKey } from '../limits/entity-counts.ts'
import type { Limits } from '../limits/limits.ts'
import type { Peaks } from '../limits/peaks.ts'
import type { ProfileLimits, TenantLimits } from '../limits/tenant-limits.ts'

export interface Reading {
  /** 0: no limit. */
  readonly limit: number
  /** Null: not measured. For a rate: the peak of the last minutes. */
  readonly used: number | null
  /** For a rate: the period of the limit. */
  readonly seconds: number | null
  /** All rates in text form, if they come from the profile or the configuration. */
  readonly rates: string | null
  /** True if the measurement failed. */
  readonly isFailed: boolean
}

export interface LimitGauges {
  read(tenantId: string, key: TenantLimitKey): Reading
}

export interface LimitGaugesDeps {
  readonly limits: Pick<Limits, 'of' | 'used'>
  readonly tenantLimits: Pick<TenantLimits, 'known'>
  readonly usage: Pick<ApiUsage, 'used'>
  readonly counts: Pick<EntityCounts, 'known'>
  readonly peaks: Pick<Peaks, 'highest'>
  /** Rates from the configuration, as `count:seconds,…`. Null: off. */
  readonly restRates: Readonly<Record<RestLimitKey, string | null>>
  readonly log: Pick<Logger, 'warn'>
}

const counterOfLimit = new Map<string, UsageCounter>(
  Object.entries(limitOfCounter).map(([counter, key]) => [key, counter as UsageCounter]),
)
const isProfileRate = (key: string): key is ProfileRate => (profileRates as readonly string[]).includes(key)
const isRestLimit = (key: ProfileLimitKey): key is RestLimitKey =>
  key === 'tenantRestRequests' || key === 'customerRestRequests'

const none: Reading = { limit: 0, used: null, seconds: null, rates: null, isFailed: false }

export function createLimitGauges(deps: LimitGaugesDeps): LimitGauges {
  const { limits, tenantLimits, usage, counts, peaks, restRates, log } = deps

  function rate(tenantId: string, key: ProfileRate | RestLimitKey, rates: string | null): Reading {
    const [first] = rates ? ratesOf(rates) : []
    if (!first) return none
    // Of several rates, the one closest to its limit counts. Its share is shown relative to the first rate.
    const used = Math.round(peaks.highest(key, tenantId) * first.count)
    return { ...none, limit: first.count, used, seconds: first.seconds, rates }
  }

  function ofProfile(tenantId: string, key: ProfileLimitKey, profile: ProfileLimits | undefined): Reading {
    if (isRestLimit(key)) return rate(tenantId, key, restRates[key])
    if (isProfileRate(key)) return rate(tenantId, key, profile?.[key] ?? null)
    const limit = profile?.[key] ?? 0
    if (key === 'maxRuleNodeExecutionsPerMessage')
      return { ...none, limit, used: peaks.highest('nodeVisits', tenantId) }
    const counter = counterOfLimit.get(key)
    if (counter) return { ...none, limit, used: usage.used(tenantId, counter) }
    return { ...none, limit, used: isCountedKey(key) ? counts.known(tenantId, key) : null }
  }

  function ofCatalogue(tenantId: string, key: LimitKey): Reading {
    const of = { ...none, limit: limits.of(tenantId, key), seconds: limitOf(key).seconds ?? null }
    try {
      return { ...of, used: limits.used(tenantId, key) }
    } catch (error) {
      log.warn({ err: error, tenantId, limit: key }, 'Failed to measure a limit.')
      return { ...of, isFailed: true }
    }
  }

  return {
    read(tenantId, key) {
      if (isProfileLimitKey(key)) return ofProfile(tenantId, key, tenantLimits.known(tenantId))
      return ofCatalogue(tenantId, key)
    },
  }
}
