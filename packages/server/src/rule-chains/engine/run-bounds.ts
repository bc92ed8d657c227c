/** What one message may do, by the limits of its tenant. */

import { type LimitKey, limitValuesFrom } from '@sonde/model/limits/limits'
import type { Limits } from '../../limits/limits.ts'
import { newPeak, type Peak } from '../../limits/peaks.ts'

/** The most that one message of a tenant did; noted when it is done. */
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

/** Those that nobody reads. */
export const noRunPeaks: RunPeaks = runPeaksFrom(newPeak)

/** Measures what messages do; answers the peaks of a tenant. */
export function measureRuns(limits: Pick<Limits, 'peaksOf'>): (tenantId: string) => RunPeaks {
  const peaks = new Map(Object.values(keyOfPeak).map((key) => [key as LimitKey, limits.peaksOf(key)]))
  return (tenantId) => runPeaksFrom((key) => peaks.get(key)?.(tenantId) ?? newPeak())
}

/** A tenant's profile as it is stored; null when the tenant is gone. */
export interface TenantProfileRow {
  /** JSON of `profileData`. */
  readonly data: string
  /** JSON of the limits of its own. */
  readonly limits: string
}

/** What one message may do. */
export interface RunBounds {
  /** Nodes on one way. A message that a script splits has several. */
  readonly visits: number
  /** Nodes on all its ways. */
  readonly visitsInAll: number
  readonly points: number
  /** Attributes, records, changes and further messages. */
  readonly changes: number
  /** Characters of what it changes. */
  readonly bytes: number
  /** Characters that are read for it. */
  readonly reads: number
  /** Time on the event loop. */
  readonly ms: number
  /** Messages that one script may return. */
  readonly scriptMessages: number
}

/** Of a tenant whose chains are not known: nothing may be done. */
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

/** The part of a rule set that the tenant's profile says. */
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
  // From the row, not from what is remembered of the tenant: both are read again when the profile changes.
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
