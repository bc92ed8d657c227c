/** Dry run of an alarm rule on the stored telemetry. */

import Type, { type Static } from 'typebox'
import { epochMs } from '../schema-parts.ts'

/** Days of telemetry that a trial evaluates. */
export const trialDays = 7

export const alarmRuleTrialRequest = Type.Object({
  /** An item of `profileData.alarms`, stored or not. */
  alarm: Type.Unknown(),
})
export type AlarmRuleTrialRequest = Static<typeof alarmRuleTrialRequest>

export const alarmRuleTrial = Type.Object({
  startTs: epochMs,
  endTs: epochMs,
  /** Number of alarms that would have been raised. */
  raised: Type.Integer(),
  /** Number of devices with at least one of these alarms. */
  raisedDevices: Type.Integer(),
  /** Number of devices that were evaluated, the newest ones. */
  devices: Type.Integer(),
  /** Number of values that were evaluated. */
  values: Type.Integer(),
  /** Whether all devices and all their values in this period were evaluated; otherwise only the newest. */
  isComplete: Type.Boolean(),
})
export type AlarmRuleTrial = Static<typeof alarmRuleTrial>
