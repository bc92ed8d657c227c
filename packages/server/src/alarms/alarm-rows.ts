/** Alarms as rows of the relational store. */

import { type Alarm, type AlarmInfo, type AlarmSeverity, alarmStatusOf } from '@sonde/model/alarms/alarm'
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
  details: row.details === null ? null : JSON.parse(row.details),
  propagate: row.propagate === 1,
  propagateToOwner: row.propagate_to_owner === 1,
  propagateToTenant: row.propagate_to_tenant === 1,
  propagateRelationTypes: JSON.parse(row.propagate_relation_types) as string[],
  name: row.type,
})

/** What the name of an originator that is gone reads as. */
export const deletedOriginator = 'Deleted'

/** `originator_name` undefined: it was not asked for. */
export const alarmInfoOf = (row: AlarmTable & { originator_name?: string | null }): AlarmInfo => ({
  ...alarmOf(row),
  originatorName: row.originator_name === undefined ? null : (row.originator_name ?? deletedOriginator),
})
