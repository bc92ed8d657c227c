/**
 * Alarm severities and statuses, in a separate module so that pages can import the names without the schemas.
 */

/** Ordered from most to least severe. */
export const alarmSeverities = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'] as const
export type AlarmSeverity = (typeof alarmSeverities)[number]

export const alarmStatuses = ['ACTIVE_UNACK', 'ACTIVE_ACK', 'CLEARED_UNACK', 'CLEARED_ACK'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]

/** Groups of alarm statuses that queries can select. */
export const alarmSearchStatuses = ['ANY', 'ACTIVE', 'CLEARED', 'ACK', 'UNACK'] as const
export type AlarmSearchStatus = (typeof alarmSearchStatuses)[number]
