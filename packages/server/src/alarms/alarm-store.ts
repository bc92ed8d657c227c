/** Single alarms in the relational store: finding them, and the statements that change them. Lists: alarm-list.ts. */

import type { Alarm, AlarmInfo } from '@sonde/model/alarms/alarm'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import { sql } from 'kysely'
import { entityNameSql } from '../entity-query/entity-tables.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { alarmInfoOf, alarmOf, detailsText, rowOf } from './alarm-rows.ts'

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

  /**
   * Inserts the alarm. When somebody raised the same one meanwhile, that one grows: whoever raises an alarm never fails
   * because of another who does.
   */
  const raise = (alarm: Alarm): Statement => {
    const row = rowOf(alarm)
    const or = (column: 'propagate' | 'propagate_to_owner' | 'propagate_to_tenant') =>
      sql<number>`case when alarm.${sql.ref(column)} = 1 then 1 else excluded.${sql.ref(column)} end`
    return relational.statement(
      build
        .insertInto('alarm')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['originator_id', 'type'])
            .where(sql<boolean>`cleared = 0`)
            .doUpdateSet({
              severity: row.severity,
              details: row.details,
              end_ts: sql<number>`case when alarm.end_ts > excluded.end_ts then alarm.end_ts else excluded.end_ts end`,
              propagate: or('propagate'),
              propagate_to_owner: or('propagate_to_owner'),
              propagate_to_tenant: or('propagate_to_tenant'),
            }),
        ),
    )
  }

  /** `mustExist`: the transaction fails when the alarm is gone; otherwise nothing happens then. */
  function update(alarm: Alarm, { mustExist }: { mustExist: boolean }): Statement {
    const { id, tenant_id, created_time: _, originator_id: __, originator_type: ___, ...values } = rowOf(alarm)
    return relational.statement(
      build.updateTable('alarm').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
      mustExist ? { expectRows: 1 } : {},
    )
  }

  /** Only while it is not acknowledged, so that the first acknowledgement stands. */
  const acknowledge = ({ id, tenantId }: Alarm, ackTs: number): Statement =>
    relational.statement(
      build
        .updateTable('alarm')
        .set({ ack_ts: ackTs, acknowledged: 1 })
        .where('id', '=', id.id)
        .where('tenant_id', '=', tenantId.id)
        .where('acknowledged', '=', 0),
    )

  /** Only while it is active. `details` undefined: they stay. */
  const clear = ({ id, tenantId }: Alarm, clearTs: number, details: unknown): Statement =>
    relational.statement(
      build
        .updateTable('alarm')
        .set({ clear_ts: clearTs, cleared: 1, ...(details === undefined ? {} : { details: detailsText(details) }) })
        .where('id', '=', id.id)
        .where('tenant_id', '=', tenantId.id)
        .where('cleared', '=', 0),
    )

  /**
   * Lets the alarm be seen through the entities; when it is not there, because another's was first (see `raise`), then
   * that one.
   */
  const link = (alarm: Alarm, entities: readonly EntityId[]): Statement[] =>
    entities.map(({ entityType, id }) =>
      relational.statement(
        build
          .insertInto('alarm_entity')
          .columns(['entity_id', 'entity_type', 'alarm_id', 'created_time'])
          .expression(
            build
              .selectFrom('alarm')
              .select([sql<string>`${id}`.as('e'), sql<string>`${entityType}`.as('t'), 'id', 'created_time'])
              .where('originator_id', '=', alarm.originator.id)
              .where('type', '=', alarm.type)
              .where(
                sql<boolean>`(id = ${alarm.id.id} or
                  (cleared = 0 and not exists (select 1 from alarm a where a.id = ${alarm.id.id})))`,
              ),
          )
          .onConflict((conflict) => conflict.doNothing()),
      ),
    )

  const remove = ({ id, tenantId }: Alarm, { mustExist }: { mustExist: boolean }): Statement =>
    relational.statement(
      build.deleteFrom('alarm').where('id', '=', id.id).where('tenant_id', '=', tenantId.id),
      mustExist ? { expectRows: 1 } : {},
    )

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

  return { find, findLatest, entitiesOf, raise, update, acknowledge, clear, link, remove, unlink, endedBefore }
}
