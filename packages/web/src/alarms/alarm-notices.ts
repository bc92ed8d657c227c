/** User settings for which new alarms play a sound or show a browser notification. Pure. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'

export interface AlarmNotices {
  readonly sound: boolean
  readonly notification: boolean
  /** Minimum severity; less severe alarms stay silent. */
  readonly from: AlarmSeverity
}

/** Off by default. */
export const defaultNotices: AlarmNotices = { sound: false, notification: false, from: 'CRITICAL' }

/** Parses the stored settings; invalid or missing properties get their defaults. */
export function readNotices(stored: Readonly<Record<string, unknown>> | null | undefined): AlarmNotices {
  const { sound, notification, from } = stored ?? {}
  return {
    sound: sound === true,
    notification: notification === true,
    from: alarmSeverities.find((severity) => severity === from) ?? defaultNotices.from,
  }
}

/** Severities at or above `from`, most severe first. */
export const severitiesFrom = (from: AlarmSeverity): readonly AlarmSeverity[] =>
  alarmSeverities.slice(0, alarmSeverities.indexOf(from) + 1)

interface Raised {
  readonly id: { readonly id: string }
  readonly createdTime: number
}

/** Alarms created after `seenTs`; null: first load, so none is new. */
export const newAlarms = <A extends Raised>(alarms: readonly A[], seenTs: number | null): readonly A[] =>
  seenTs === null ? [] : alarms.filter(({ createdTime }) => createdTime > seenTs)

export const lastCreated = (alarms: readonly Raised[], seenTs: number | null): number =>
  Math.max(seenTs ?? 0, ...alarms.map(({ createdTime }) => createdTime))
