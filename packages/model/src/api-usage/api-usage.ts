/**
 * API usage of a tenant per month: telemetry keys of the usage entity, and the features that stop when their allowance
 * is used up.
 *
 * A month's count is stored under the counter's key with the start of the month (UTC) as its time, each hour's count
 * under `hourlyKey`.
 */

import type { ProfileNumber } from '../tenant-profiles/tenant-profile.ts'

export const usageStates = ['ENABLED', 'WARNING', 'DISABLED'] as const
export type UsageState = (typeof usageStates)[number]

export const worstState = (states: readonly UsageState[]): UsageState =>
  states.reduce((worst, state) => (usageStates.indexOf(state) > usageStates.indexOf(worst) ? state : worst), 'ENABLED')

/** Usage counters, each with the telemetry key of its limit and the field of the tenant profile. */
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

/** Telemetry key of a counter's hourly count. */
export const hourlyKey = <C extends UsageCounter>(counter: C) => `${counter}Hourly` as const
