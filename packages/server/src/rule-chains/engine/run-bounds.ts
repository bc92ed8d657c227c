/** Limits of one message, from the limits of its tenant. */

import { type LimitKey, limitValuesFrom } from '@sonde/model/limits/limits'
import type { Limits } from '../../limits/limits.ts'
import { newPeak, type Peak } from '../../limits/peaks.ts'

/** Highest values that a message of a tenant reached; updated when a message is done. */
export interface RunPeaks {
  readonly visits: Peak
  readonly visitsInAll: Peak
  readonly points: Peak
  readonly changes: Peak
  readonly bytes: Peak
  readonly reads: Peak
  readonly ms: Peak
  readonly scriptMessages: Peak
}

const keyOfPeak = {
  visits: 'nodeVisits',
  visitsInAll: 'messageVisits',
  points: 'messagePoints',
  changes: 'messageChanges',
  bytes: 'messageBytes',
  reads: 'messageReads',
  ms: 'messageMs',
  scriptMessages: 'scriptMessages',
} as const satisfies Record<keyof RunPeaks, LimitKey>

const runPeaksFrom = (peakOf: (key: LimitKey) => Peak): RunPeaks => ({
  visits: peakOf(keyOfPeak.visits),
  visitsInAll: peakOf(keyOfPeak.visitsInAll),
  points: peakOf(keyOfPeak.points),
  changes: peakOf(keyOfPeak.changes),
  bytes: peakOf(keyOfPeak.bytes),
  reads: peakOf(keyOfPeak.reads),
  ms: peakOf(keyOfPeak.ms),
  scriptMessages: peakOf(keyOfPeak.scriptMessages),
})

/** Peaks that aren't reported. */
export const noRunPeaks: RunPeaks = runPeaksFrom(newPeak)

/** Registers the peaks with the limits. Returns a function that gives the peaks of a tenant. */
export function measureRuns(limits: Pick<Limits, 'peaksOf'>): (tenantId: string) => RunPeaks {
  const peaks = new Map(Object.values(keyOfPeak).map((key) => [key as LimitKey, limits.peaksOf(key)]))
  return (tenantId) => runPeaksFrom((key) => peaks.get(key)?.(tenantId) ?? newPeak())
}

/** Stored profile of a tenant; null if the tenant doesn't exist. */
export interface TenantProfileRow {
  /** JSON of `profileData`. */
  readonly data: string
  /** JSON of the limits that the profile overrides. */
  readonly limits: string
}

/** Limits of one message. */
export interface RunBounds {
  /** Nodes per path. A message that is split has several paths. */
  readonly visits: number
  /** Nodes on all paths together. */
  readonly visitsInAll: number
  readonly points: number
  /** Attributes, records, entity changes and further messages. */
  readonly changes: number
  /** Characters of all changes. */
  readonly bytes: number
  /** Characters read for the message. */
  readonly reads: number
  /** Event loop time, ms. */
  readonly ms: number
  /** Messages that one script may return. */
  readonly scriptMessages: number
}

/** Limits for a tenant whose chains aren't loaded: nothing is allowed. */
export const noBounds: RunBounds = {
  visits: 0,
  visitsInAll: 0,
  points: 0,
  changes: 0,
  bytes: 0,
  reads: 0,
  ms: 0,
  scriptMessages: 0,
}

/** Values of a rule set that come from the tenant profile. */
export function ofProfile(
  profile: TenantProfileRow | null,
  limits: Pick<Limits, 'of'>,
): { readonly bounds: RunBounds; readonly defaultTtlSeconds: number } {
  const data: unknown = profile === null ? null : JSON.parse(profile.data)
  const configuration =
    typeof data === 'object' && data !== null && 'configuration' in data ? (data.configuration as object | null) : null
  const number = (key: string): number => {
    const value: unknown = (configuration as Record<string, unknown> | null)?.[key]
    return typeof value === 'number' && value > 0 ? value : 0
  }
  // Reads the row instead of the cached tenant limits: the rule set is reloaded when the profile changes.
  const own = profile === null ? {} : limitValuesFrom(JSON.parse(profile.limits))
  const of = (key: LimitKey) => own[key] ?? limits.of(null, key)
  return {
    bounds: {
      visits: Math.min(number('maxRuleNodeExecutionsPerMessage') || Number.POSITIVE_INFINITY, of('nodeVisits')),
      visitsInAll: of('messageVisits'),
      points: of('messagePoints'),
      changes: of('messageChanges'),
      bytes: of('messageBytes'),
      reads: of('messageReads'),
      ms: of('messageMs'),
      scriptMessages: of('scriptMessages'),
    },
    defaultTtlSeconds: number('defaultStorageTtlDays') * 86_400,
  }
}
