/** What an alarm rule would have done on the telemetry that is stored: a dry run. */

import Type, { type Static } from 'typebox'
import { epochMs } from '../schema-parts.ts'

/** Days that a trial looks back. */
export const trialDays = 7

export const alarmRuleTrialRequest = Type.Object({
  /** One of `profileData.alarms`, stored or not. */
  alarm: Type.Unknown(),
})
export type AlarmRuleTrialRequest = Static<typeof alarmRuleTrialRequest>

export const alarmRuleTrial = Type.Object({
  startTs: epochMs,
  endTs: epochMs,
  /** Alarms that would have been raised. */
  raised: Type.Integer(),
  /** Devices with at least one of them. */
  raisedDevices: Type.Integer(),
  /** Devices that were tested, the newest ones. */
  devices: Type.Integer(),
  /** Values that were evaluated. */
  values: Type.Integer(),
  /** All devices and all their values in this time were evaluated; else the newest ones. */
  isComplete: Type.Boolean(),
})
export type AlarmRuleTrial = Static<typeof alarmRuleTrial>
