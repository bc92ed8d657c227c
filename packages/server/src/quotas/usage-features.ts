/** What a tenant's month is counted by, and when a feature warns or stops (pages.md §18, devices.md §17). Pure. */

import type { ProfileConfiguration, ProfileNumber } from '@sonde/model/tenant-profiles/tenant-profile'

export const usageStates = ['ENABLED', 'WARNING', 'DISABLED'] as const
export type UsageState = (typeof usageStates)[number]

/** Counters with the key of their limit and the field of the profile. */
export const usageCounters = {
  transportMsgCount: { limitKey: 'transportMsgLimit', field: 'maxTransportMessages' },
  transportDataPointsCount: { limitKey: 'transportDataPointsLimit', field: 'maxTransportDataPoints' },
  storageDataPointsCount: { limitKey: 'storageDataPointsLimit', field: 'maxDPStorageDays' },
  ruleEngineExecutionCount: { limitKey: 'ruleEngineExecutionLimit', field: 'maxREExecutions' },
  jsExecutionCount: { limitKey: 'jsExecutionLimit', field: 'maxJSExecutions' },
  emailCount: { limitKey: 'emailLimit', field: 'maxEmails' },
  smsCount: { limitKey: 'smsLimit', field: 'maxSms' },
  createdAlarmsCount: { limitKey: 'createdAlarmsLimit', field: 'maxCreatedAlarms' },
} as const satisfies Record<string, { readonly limitKey: string; readonly field: ProfileNumber }>
export type UsageCounter = keyof typeof usageCounters

export const usageFeatures = {
  TRANSPORT: {
    stateKey: 'transportApiState',
    title: 'Messages of devices',
    counters: ['transportMsgCount', 'transportDataPointsCount'],
  },
  DB: { stateKey: 'dbApiState', title: 'Stored telemetry', counters: ['storageDataPointsCount'] },
  RE: { stateKey: 'ruleEngineApiState', title: 'Rule chains', counters: ['ruleEngineExecutionCount'] },
  JS: { stateKey: 'jsExecutionApiState', title: 'Scripts', counters: ['jsExecutionCount'] },
  EMAIL: { stateKey: 'emailApiState', title: 'Mails', counters: ['emailCount'] },
  SMS: { stateKey: 'smsApiState', title: 'Short messages', counters: ['smsCount'] },
  ALARM: { stateKey: 'alarmApiState', title: 'Alarms', counters: ['createdAlarmsCount'] },
} as const satisfies Record<
  string,
  { readonly stateKey: string; readonly title: string; readonly counters: readonly UsageCounter[] }
>
export type UsageFeature = keyof typeof usageFeatures

/** What is said where a feature has to stop. */
export const usedUp = (feature: UsageFeature): string =>
  `${usageFeatures[feature].title}: the allowance of this month is used up.`

export const usageFeatureNames = Object.keys(usageFeatures) as UsageFeature[]
export const usageCounterNames = Object.keys(usageCounters) as UsageCounter[]

export type UsageCounts = Partial<Record<UsageCounter, number>>
export type UsageStates = Partial<Record<UsageFeature, UsageState>>

/** Part of a limit at which a warning starts, where the profile names none. */
const plainWarnThreshold = 0.8

function stateOfCounter(value: number, limit: number, warnThreshold: number): UsageState {
  if (limit === 0 || value === 0 || value < limit * warnThreshold) return 'ENABLED'
  return value < limit ? 'WARNING' : 'DISABLED'
}

/** A feature is as its worst counter. */
export function stateOf(feature: UsageFeature, counts: UsageCounts, limits: ProfileConfiguration): UsageState {
  const threshold = limits.warnThreshold > 0 ? limits.warnThreshold : plainWarnThreshold
  const states = usageFeatures[feature].counters.map((counter) =>
    usageStates.indexOf(stateOfCounter(counts[counter] ?? 0, limits[usageCounters[counter].field], threshold)),
  )
  return usageStates[Math.max(...states)] as UsageState
}

/** The sum of both. */
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

/** The start of the calendar month (UTC). */
export function monthOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}
