import type { AlarmInfo } from '@sonde/model/alarms/alarm'

/** Name of the entity that raised the alarm; its id if it has been deleted. */
export const originatorNameOf = ({ originator, originatorName }: AlarmInfo): string => originatorName || originator.id
