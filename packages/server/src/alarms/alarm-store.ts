/** Finds single alarms in the relational store. Lists: alarm-list.ts. Changes: alarm-plans.ts. */

import type { Alarm, AlarmInfo } from '@sonde/model/alarms/alarm'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import { entityNameSql } from '../entity-query/entity-tables.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { alarmInfoOf, alarmOf } from './alarm-rows.ts'

export type AlarmStore = ReturnType<typeof createAlarmStore>

export function createAlarmStore(relational: RelationalStore) {
  const { build } = relational

  async function find(tenantId: string, id: string): Promise<AlarmInfo | undefined> {
    const row = await relational.first(
      build
        .selectFrom('alarm')
        .selectAll()
        .select(entityNameSql('alarm.originator_type', 'alarm.originator_id').as('originator_name'))
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id),
    )
    return row && alarmInfoOf(row)
  }

  /** The newest of a type, cleared or not. */
  async function findLatest(tenantId: string, originatorId: string, type: string): Promise<Alarm | undefined> {
    const row = await relational.first(
      build
        .selectFrom('alarm')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('originator_id', '=', originatorId)
        .where('type', '=', type)
        // The active one first: a cleared one may have been made in the same millisecond.
        .orderBy('cleared')
        .orderBy('created_time', 'desc')
        .limit(1),
    )
    return row && alarmOf(row)
  }

  /** The entities through which an alarm is seen, its originator among them. */
  async function entitiesOf(alarmId: string): Promise<EntityId[]> {
    const rows = await relational.all(
      build.selectFrom('alarm_entity').select(['entity_type', 'entity_id']).where('alarm_id', '=', alarmId),
    )
    return rows.map((row) => entityId(row.entity_type as EntityType, row.entity_id))
  }

  /** An entity that is gone shows no alarms. */
  const unlink = (id: string): Statement =>
    relational.statement(build.deleteFrom('alarm_entity').where('entity_id', '=', id))

  /** Alarms of a tenant that ended before, the oldest first. */
  async function endedBefore(tenantId: string, endTs: number, max: number): Promise<Alarm[]> {
    const rows = await relational.all(
      build
        .selectFrom('alarm')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('end_ts', '<', endTs)
        .orderBy('end_ts')
        .limit(max),
    )
    return rows.map(alarmOf)
  }

  return { find, findLatest, entitiesOf, unlink, endedBefore }
}
