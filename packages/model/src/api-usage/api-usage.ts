/**
 * What a tenant's month is counted by: keys of the telemetry of its usage entity, and the features that stop when an
 * allowance is used up.
 *
 * The month's count stands under the counter's key at the start of the month (UTC), each hour's under `hourlyKey`.
 */

import type { ProfileNumber } from '../tenant-profiles/tenant-profile.ts'

export const usageStates = ['ENABLED', 'WARNING', 'DISABLED'] as const
export type UsageState = (typeof usageStates)[number]

export const worstState = (states: readonly UsageState[]): UsageState =>
  states.reduce((worst, state) => (usageStates.indexOf(state) > usageStates.indexOf(worst) ? state : worst), 'ENABLED')

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
    title: 'Device messages',
    counters: ['transportMsgCount', 'transportDataPointsCount'],
  },
  DB: { stateKey: 'dbApiState', title: 'Stored telemetry', counters: ['storageDataPointsCount'] },
  RE: { stateKey: 'ruleEngineApiState', title: 'Rule chains', counters: ['ruleEngineExecutionCount'] },
  JS: { stateKey: 'jsExecutionApiState', title: 'Scripts', counters: ['jsExecutionCount'] },
  EMAIL: { stateKey: 'emailApiState', title: 'Mails', counters: ['emailCount'] },
  SMS: { stateKey: 'smsApiState', title: 'SMS', counters: ['smsCount'] },
  ALARM: { stateKey: 'alarmApiState', title: 'Alarms', counters: ['createdAlarmsCount'] },
} as const satisfies Record<
  string,
  { readonly stateKey: string; readonly title: string; readonly counters: readonly UsageCounter[] }
>
export type UsageFeature = keyof typeof usageFeatures

/** Of what was counted within an hour. */
export const hourlyKey = <C extends UsageCounter>(counter: C) => `${counter}Hourly` as const
