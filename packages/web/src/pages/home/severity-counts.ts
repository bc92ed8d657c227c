/** Counts alarms by severity, from a page that is sorted by severity, worst first. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'

export interface SeverityCount {
  readonly severity: AlarmSeverity
  readonly count: number
  /** The page ended within this severity, so there may be more alarms. */
  readonly isAtLeast: boolean
}

/** Severities on the page, worst first. Less severe alarms after the page's end are not counted. */
export function severityCounts(
  page: readonly { readonly severity: AlarmSeverity }[],
  total: number,
): readonly SeverityCount[] {
  const last = page.at(-1)?.severity
  return alarmSeverities.flatMap((severity) => {
    const count = page.filter((alarm) => alarm.severity === severity).length
    return count === 0 ? [] : [{ severity, count, isAtLeast: severity === last && page.length < total }]
  })
}
