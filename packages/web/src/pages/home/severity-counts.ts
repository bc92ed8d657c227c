/** Alarms by severity, from a page that is sorted worst first. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'

export interface SeverityCount {
  readonly severity: AlarmSeverity
  readonly count: number
  /** There are more of it than were looked at. */
  readonly isAtLeast: boolean
}

/** Severities that there are, worst first. Of those after the page's end nothing is known. */
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
