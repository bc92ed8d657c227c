/** Maps alarm rows of the relational store. */

import { type Alarm, type AlarmInfo, type AlarmSeverity, alarmStatusOf } from '@sonde/model/alarms/alarm'
import type { AlarmCause, ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { parseJson } from '@sonde/model/exact-json'
import { type EntityType, entityId } from '@sonde/model/ids'
import type { AlarmTable } from '../storage/record-schema.ts'

export const alarmOf = (row: AlarmTable): Alarm => ({
  id: entityId('ALARM', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  type: row.type,
  originator: entityId(row.originator_type as EntityType, row.originator_id),
  severity: row.severity as AlarmSeverity,
  status: alarmStatusOf(row.cleared === 1, row.acknowledged === 1),
  startTs: row.start_ts,
  endTs: row.end_ts,
  ackTs: row.ack_ts,
  clearTs: row.clear_ts,
  details: row.details === null ? null : parseJson(row.details),
  propagate: row.propagate === 1,
  propagateToOwner: row.propagate_to_owner === 1,
  propagateToTenant: row.propagate_to_tenant === 1,
  propagateRelationTypes: JSON.parse(row.propagate_relation_types) as string[],
  name: row.type,
})

/** Shown instead of the name of a deleted originator. */
export const deletedOriginator = 'Deleted'

/** `originator_name` undefined: the query didn't select it. */
export const alarmInfoOf = (row: AlarmTable & { originator_name?: string | null }): AlarmInfo => ({
  ...alarmOf(row),
  originatorName: row.originator_name === undefined ? null : (row.originator_name ?? deletedOriginator),
})

/** Names that a query selects for `explainedAlarmOf` in addition to the alarm; absent: not selected. */
export interface AlarmNames {
  readonly originator_name?: string | null
  /** Null: no assignee, or the user was deleted. */
  readonly assignee_name?: string | null
  /** Device profile name, for a device. */
  readonly device_type?: string | null
}

/** An ended shelf is omitted. */
export function explainedAlarmOf(row: AlarmTable & AlarmNames, nowMs: number): ExplainedAlarm {
  const { assignee_id: id, assignee_name: name, shelved_until: until } = row
  return {
    ...alarmInfoOf(row),
    deviceProfileName: row.device_type ?? null,
    cause: causeOf(row),
    assignee: id && name ? { id, name } : null,
    shelf:
      until !== null && until > nowMs ? { until, reason: row.shelved_reason ?? '', by: row.shelved_by ?? '' } : null,
  }
}

export const causeOf = ({ cause }: Pick<AlarmTable, 'cause'>): AlarmCause | null =>
  cause === null ? null : (JSON.parse(cause) as AlarmCause)
