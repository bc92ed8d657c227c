/** What kinds of alarms there are: apart from their schema, for pages that need no more than the names. */

/** Worst first. */
export const alarmSeverities = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'] as const
export type AlarmSeverity = (typeof alarmSeverities)[number]

/** Groups of statuses that queries ask for. */
export const alarmSearchStatuses = ['ANY', 'ACTIVE', 'CLEARED', 'ACK', 'UNACK'] as const
export type AlarmSearchStatus = (typeof alarmSearchStatuses)[number]
