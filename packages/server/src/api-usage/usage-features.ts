/** Counts a tenant's month and determines when a feature warns or stops. Pure. */

import {
  type UsageCounter,
  type UsageFeature,
  type UsageState,
  usageCounters,
  usageFeatures,
  worstState,
} from '@sonde/model/api-usage/api-usage'
import type { ProfileConfiguration } from '@sonde/model/tenant-profiles/tenant-profile'

export const usageFeatureNames = Object.keys(usageFeatures) as UsageFeature[]
export const usageCounterNames = Object.keys(usageCounters) as UsageCounter[]

export type UsageCounts = Partial<Record<UsageCounter, number>>
export type UsageStates = Partial<Record<UsageFeature, UsageState>>

/** Default share of a limit at which a warning starts. */
const defaultWarnThreshold = 0.8

/** Share of any limit at which the tenant is warned. */
export const warnThresholdOf = ({ warnThreshold }: Pick<ProfileConfiguration, 'warnThreshold'>): number =>
  warnThreshold > 0 ? warnThreshold : defaultWarnThreshold

function stateOfCounter(value: number, limit: number, warnThreshold: number): UsageState {
  if (limit === 0 || value === 0 || value < limit * warnThreshold) return 'ENABLED'
  return value < limit ? 'WARNING' : 'DISABLED'
}

/** The state of a feature is that of its worst counter. */
export function stateOf(feature: UsageFeature, counts: UsageCounts, limits: ProfileConfiguration): UsageState {
  const threshold = warnThresholdOf(limits)
  const { counters } = usageFeatures[feature]
  return worstState(
    counters.map((counter) => stateOfCounter(counts[counter] ?? 0, limits[usageCounters[counter].field], threshold)),
  )
}

/** Sum of both counts. */
export function addCounts(left: UsageCounts, right: UsageCounts): UsageCounts {
  const counts: UsageCounts = { ...left }
  for (const counter of usageCounterNames) {
    const added = right[counter]
    if (added) counts[counter] = (counts[counter] ?? 0) + added
  }
  return counts
}

const hourMs = 60 * 60 * 1000

export const hourOf = (ms: number): number => ms - (ms % hourMs)

/** Start of the calendar month (UTC). */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}
