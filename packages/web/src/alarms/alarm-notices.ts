/** Which new alarms make a sound or a browser notification, as the user set it. Pure. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'

export interface AlarmNotices {
  readonly sound: boolean
  readonly notification: boolean
  /** Less severe alarms stay silent. */
  readonly from: AlarmSeverity
}

/** Nothing unless the user wants it. */
export const defaultNotices: AlarmNotices = { sound: false, notification: false, from: 'CRITICAL' }

/** What is stored; unknown parts count as not set. */
export function readNotices(stored: Readonly<Record<string, unknown>> | null | undefined): AlarmNotices {
  const { sound, notification, from } = stored ?? {}
  return {
    sound: sound === true,
    notification: notification === true,
    from: alarmSeverities.find((severity) => severity === from) ?? defaultNotices.from,
  }
}

/** Those that are at least so severe, worst first. */
export const severitiesFrom = (from: AlarmSeverity): readonly AlarmSeverity[] =>
  alarmSeverities.slice(0, alarmSeverities.indexOf(from) + 1)

interface Raised {
  readonly id: { readonly id: string }
  readonly createdTime: number
}

/** Created after the last one that was seen; null: all of them were there before. */
export const newAlarms = <A extends Raised>(alarms: readonly A[], seenTs: number | null): readonly A[] =>
  seenTs === null ? [] : alarms.filter(({ createdTime }) => createdTime > seenTs)

export const lastCreated = (alarms: readonly Raised[], seenTs: number | null): number =>
  Math.max(seenTs ?? 0, ...alarms.map(({ createdTime }) => createdTime))
