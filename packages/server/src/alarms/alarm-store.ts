/** Reads single alarms from the relational store. Lists: alarm-list-store.ts. Changes: pending-alarms.ts. */

import type { Alarm, AlarmInfo } from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { type EntityId, type EntityType, entityId, type TenantId, type Uuid } from '@sonde/model/ids'
import { sql } from 'kysely'
import { entityNameSql } from '../entity-query/entity-tables.ts'
import { preparedQuery } from '../storage/prepared-query.ts'
import type { AlarmEntityTable, AlarmTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { alarmInfoOf, alarmOf, explainedAlarmOf } from './alarm-rows.ts'
import { assigneeNameSql } from './alarm-user-store.ts'

/** Device profile name if the originator is a device. */
export const deviceTypeSql = sql<string | null>`(select d.type from device d where d.id = alarm.originator_id)`

export type AlarmStore = ReturnType<typeof createAlarmStore>

export function createAlarmStore(relational: RelationalStore) {
  const { build } = relational

  /** Orders the active alarm first, because a cleared one may have the same creation time. */
  const latest = preparedQuery<AlarmTable, { tenantId: TenantId; originatorId: string; type: string }>((parameter) =>
    build
      .selectFrom('alarm')
      .selectAll()
      .where('tenant_id', '=', parameter('tenantId'))
      .where('originator_id', '=', parameter('originatorId'))
      .where('type', '=', parameter('type'))
      .orderBy('cleared')
      .orderBy('created_time', 'desc')
      .limit(1),
  )
  const entities = preparedQuery<Pick<AlarmEntityTable, 'entity_type' | 'entity_id'>, { alarmId: string }>(
    (parameter) =>
      build
        .selectFrom('alarm_entity')
        .select(['entity_type', 'entity_id'])
        .where('alarm_id', '=', parameter('alarmId')),
  )

  const rowWithName = (tenantId: TenantId, id: Uuid<'ALARM'>) =>
    relational.first(
      build
        .selectFrom('alarm')
        .selectAll()
        .select(entityNameSql('alarm.originator_type', 'alarm.originator_id').as('originator_name'))
        .select(assigneeNameSql.as('assignee_name'))
        .select(deviceTypeSql.as('device_type'))
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id),
    )

  async function find(tenantId: TenantId, id: Uuid<'ALARM'>): Promise<AlarmInfo | undefined> {
    const row = await rowWithName(tenantId, id)
    return row && alarmInfoOf(row)
  }

  async function findExplained(
    tenantId: TenantId,
    id: Uuid<'ALARM'>,
    nowMs: number,
  ): Promise<ExplainedAlarm | undefined> {
    const row = await rowWithName(tenantId, id)
    return row && explainedAlarmOf(row, nowMs)
  }

  /** Without the names that `find` adds. */
  async function findPlain(tenantId: string, id: string): Promise<Alarm | undefined> {
    const row = await relational.first(
      build.selectFrom('alarm').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id),
    )
    return row && alarmOf(row)
  }

  /** Newest alarm of a type, active or cleared. */
  async function findLatest(tenantId: TenantId, originatorId: string, type: string): Promise<Alarm | undefined> {
    const row = await relational.first(latest({ tenantId, originatorId, type }))
    return row && alarmOf(row)
  }

  /** Entities that an alarm is linked to, including its originator. */
  async function entitiesOf(alarmId: Uuid<'ALARM'>): Promise<EntityId[]> {
    const rows = await relational.all(entities({ alarmId }))
    return rows.map((row) => entityId(row.entity_type as EntityType, row.entity_id))
  }

  /** Removes all alarm links of a deleted entity. */
  const unlink = (id: string): Statement =>
    relational.statement(build.deleteFrom('alarm_entity').where('entity_id', '=', id))

  /** Alarms of a tenant that ended before `endTs`, oldest first, up to `max` alarms and `bytesMax` bytes. */
  async function endedBefore(tenantId: TenantId, endTs: number, max: number, bytesMax: number): Promise<Alarm[]> {
    const rows = await relational.upTo(
      build
        .selectFrom('alarm')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('end_ts', '<', endTs)
        .orderBy('end_ts')
        .limit(max),
      bytesMax,
    )
    return rows.map(alarmOf)
  }

  /** Tenants whose profile limits the retention of alarms. */
  async function keepingDays(): Promise<{ tenantId: TenantId; days: number }[]> {
    const rows = await relational.all(
      build
        .selectFrom('tenant')
        .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
        .select(['tenant.id', 'tenant_profile.profile_data']),
    )
    return rows.flatMap((row) => {
      const { configuration } = JSON.parse(row.profile_data) as { configuration?: { alarmsTtlDays?: number } }
      const days = Number(configuration?.alarmsTtlDays ?? 0)
      return days > 0 ? [{ tenantId: row.id, days }] : []
    })
  }

  return { find, findPlain, findExplained, findLatest, entitiesOf, unlink, endedBefore, keepingDays }
}
