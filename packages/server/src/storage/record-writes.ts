/**
 * Record changes that rule nodes and services request by name, and the statements that the store runs for them inside
 * the commit. Callers need no knowledge of tables or SQL.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import type { AlarmCause } from '@sonde/model/alarms/alarm-cause'
import { type AlarmEntryKind, historyMax } from '@sonde/model/alarms/alarm-history'
import type { EntityId } from '@sonde/model/ids'
import { sql } from 'kysely'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { preparedQuery } from './prepared-query.ts'
import type { AlarmTable } from './record-schema.ts'
import type { RelationalStore, Statement } from './relational.ts'

/** Changes the persistent state of a rule node. */
export interface NodeStateChange {
  readonly kind: 'node state'
  readonly tenantId: string
  readonly ruleNodeId: string
  /** null: the state of every entity. */
  readonly entityId: string | null
  /** JSON; null: the state is removed. */
  readonly state: string | null
}

export type AlarmWrite =
  /** A new alarm. If the originator already has an active one of this type, that one is updated instead. */
  | { readonly kind: 'alarm raised'; readonly alarm: Alarm; readonly cause?: AlarmCause | undefined }
  /**
   * `mustExist`: the transaction fails if the alarm no longer exists; otherwise the change is ignored then. `cause`
   * undefined: unchanged.
   */
  | {
      readonly kind: 'alarm changed'
      readonly alarm: Alarm
      readonly mustExist: boolean
      readonly cause?: AlarmCause | undefined
    }
  /** Applies only to an unacknowledged alarm, so that the first acknowledgement wins. */
  | { readonly kind: 'alarm acknowledged'; readonly alarm: Alarm; readonly ackTs: number }
  /** Applies only to an active alarm. `details` undefined: unchanged. */
  | { readonly kind: 'alarm cleared'; readonly alarm: Alarm; readonly clearTs: number; readonly details: unknown }
  /** Fails the transaction unless the alarm is acknowledged. */
  | { readonly kind: 'alarm unacknowledged'; readonly alarm: Alarm }
  /** Fails the transaction unless the alarm is cleared and its originator has no active alarm of this type. */
  | { readonly kind: 'alarm reopened'; readonly alarm: Alarm }
  | { readonly kind: 'alarm deleted'; readonly alarm: Alarm; readonly mustExist: boolean }
  /** Shows the alarm at an entity. If it wasn't stored because an active one existed, that one is linked. */
  | { readonly kind: 'alarm linked'; readonly alarm: Alarm; readonly entity: EntityId }
  /**
   * An entry of the alarm's history; ignored when the history is full. An entry about an acknowledgement or a clearing
   * must precede that change and is only stored if the alarm isn't acknowledged or cleared yet.
   */
  | { readonly kind: 'alarm noted'; readonly alarm: Alarm; readonly note: AlarmNote }
  /** A new alarm inherits the shelving of the originator's last alarm of this type, if that is still shelved. */
  | { readonly kind: 'alarm shelf kept'; readonly alarm: Alarm }

/** An entry of an alarm's history. */
export interface AlarmNote {
  readonly id: string
  readonly ts: number
  readonly kind: AlarmEntryKind
  /** Null: created by a rule or the server. */
  readonly by: { readonly id: string; readonly name: string } | null
  /** Further data, depending on `kind`. */
  readonly detail?: object
}

export type RecordWrite = AlarmWrite | NodeStateChange

export const detailsText = (details: unknown): string | null => (details == null ? null : JSON.stringify(details))

const charactersIn = (json: unknown): number => detailsText(json)?.length ?? 0

/** Approximate number of characters that the write stores, without ids. */
export function charactersOf(write: RecordWrite): number {
  switch (write.kind) {
    case 'node state':
      return write.state?.length ?? 0
    case 'alarm raised':
    case 'alarm changed':
      return write.alarm.type.length + charactersIn(write.alarm.details) + charactersIn(write.cause)
    case 'alarm cleared':
      return charactersIn(write.details)
    case 'alarm noted':
      return charactersIn(write.note.detail)
    default:
      return 0
  }
}

/** Returns a function that converts record writes into SQL statements. */
export function recordStatements(relational: RelationalStore): (write: RecordWrite) => Statement {
  const update = createUpdate(relational)
  return (write) => (write.kind === 'alarm changed' ? update(write) : statementOf(relational, write))
}

function statementOf(relational: RelationalStore, write: Exclude<RecordWrite, { kind: 'alarm changed' }>): Statement {
  switch (write.kind) {
    case 'node state':
      return nodeState(relational, write)
    case 'alarm raised':
      return raise(relational, write.alarm, write.cause)
    case 'alarm acknowledged':
      return acknowledge(relational, write.alarm, write.ackTs)
    case 'alarm cleared':
      return clear(relational, write.alarm, write.clearTs, write.details)
    case 'alarm unacknowledged':
      return unacknowledge(relational, write.alarm)
    case 'alarm reopened':
      return reopen(relational, write.alarm)
    case 'alarm deleted':
      return remove(relational, write.alarm, write.mustExist)
    case 'alarm linked':
      return link(relational, write.alarm, write.entity)
    case 'alarm noted':
      return noted(relational, write.alarm, write.note)
    case 'alarm shelf kept':
      return keepShelf(relational, write.alarm)
  }
}

function nodeState(
  { build, statement }: RelationalStore,
  { tenantId, ruleNodeId, entityId, state }: NodeStateChange,
): Statement {
  const ofNode = build.deleteFrom('rule_node_state').where('rule_node_id', '=', ruleNodeId)
  if (entityId === null) return statement(ofNode)
  if (state === null) return statement(ofNode.where('entity_id', '=', entityId))
  return statement(
    build
      .insertInto('rule_node_state')
      .values({ rule_node_id: ruleNodeId, entity_id: entityId, tenant_id: tenantId, state_data: state })
      .onConflict((conflict) => conflict.columns(['rule_node_id', 'entity_id']).doUpdateSet({ state_data: state })),
  )
}

/**
 * Customer of the originator at the time of the commit: the message that raises the alarm may be older than an
 * assignment.
 */
function customerOf({ originator, customerId }: Alarm) {
  const { table, owner } = entityDescriptors[originator.entityType]
  if (!owner.customer) return customerId.id
  const current = sql`select ${sql.ref(owner.customer)} from ${sql.table(table)} where id = ${originator.id}`
  return sql<string>`coalesce((${current}), ${customerId.id})`
}

function raise({ build, statement }: RelationalStore, alarm: Alarm, cause: AlarmCause | undefined): Statement {
  const row = { ...rowOf(alarm), cause: detailsText(cause) }
  const or = (column: 'propagate' | 'propagate_to_owner' | 'propagate_to_tenant') =>
    sql<number>`case when alarm.${sql.ref(column)} = 1 then 1 else excluded.${sql.ref(column)} end`
  return statement(
    build
      .insertInto('alarm')
      .values({ ...row, customer_id: customerOf(alarm) })
      .onConflict((conflict) =>
        conflict
          .columns(['originator_id', 'type'])
          .where(sql<boolean>`cleared = 0`)
          .doUpdateSet({
            severity: row.severity,
            details: row.details,
            ...(cause && { cause: row.cause }),
            end_ts: sql<number>`case when alarm.end_ts > excluded.end_ts then alarm.end_ts else excluded.end_ts end`,
            propagate: or('propagate'),
            propagate_to_owner: or('propagate_to_owner'),
            propagate_to_tenant: or('propagate_to_tenant'),
          }),
      ),
  )
}

/** Prepared because an alarm whose condition persists is updated with every message of its device. */
function createUpdate({ build, statement }: RelationalStore) {
  type Row = ReturnType<typeof rowOf>
  const prepared = (hasCause: boolean) =>
    preparedQuery<unknown, Row & Pick<AlarmTable, 'cause'>>((parameter) =>
      build
        .updateTable('alarm')
        .set({
          type: parameter('type'),
          severity: parameter('severity'),
          start_ts: parameter('start_ts'),
          end_ts: parameter('end_ts'),
          ack_ts: parameter('ack_ts'),
          clear_ts: parameter('clear_ts'),
          acknowledged: parameter('acknowledged'),
          cleared: parameter('cleared'),
          details: parameter('details'),
          propagate: parameter('propagate'),
          propagate_to_owner: parameter('propagate_to_owner'),
          propagate_to_tenant: parameter('propagate_to_tenant'),
          propagate_relation_types: parameter('propagate_relation_types'),
          ...(hasCause && { cause: parameter('cause') }),
        })
        .where('id', '=', parameter('id'))
        .where('tenant_id', '=', parameter('tenant_id')),
    )
  const [keepsCause, setsCause] = [prepared(false), prepared(true)]
  return ({ alarm, mustExist, cause }: Extract<AlarmWrite, { kind: 'alarm changed' }>): Statement => {
    const query = cause === undefined ? keepsCause : setsCause
    return statement(query({ ...rowOf(alarm), cause: detailsText(cause) }), mustExist ? { expectRows: 1 } : {})
  }
}

const acknowledge = ({ build, statement }: RelationalStore, { id, tenantId }: Alarm, ackTs: number): Statement =>
  statement(
    build
      .updateTable('alarm')
      .set({ ack_ts: ackTs, acknowledged: 1 })
      .where('id', '=', id.id)
      .where('tenant_id', '=', tenantId.id)
      .where('acknowledged', '=', 0),
  )

const clear = (
  { build, statement }: RelationalStore,
  { id, tenantId }: Alarm,
  clearTs: number,
  details: unknown,
): Statement =>
  statement(
    build
      .updateTable('alarm')
      .set({ clear_ts: clearTs, cleared: 1, ...(details === undefined ? {} : { details: detailsText(details) }) })
      .where('id', '=', id.id)
      .where('tenant_id', '=', tenantId.id)
      .where('cleared', '=', 0),
  )

const unacknowledge = ({ build, statement }: RelationalStore, { id, tenantId }: Alarm): Statement =>
  statement(
    build
      .updateTable('alarm')
      .set({ ack_ts: 0, acknowledged: 0 })
      .where('id', '=', id.id)
      .where('tenant_id', '=', tenantId.id)
      .where('acknowledged', '=', 1),
    { expectRows: 1 },
  )

const reopen = ({ build, statement }: RelationalStore, { id, tenantId, originator, type }: Alarm): Statement =>
  statement(
    build
      .updateTable('alarm')
      .set({ clear_ts: 0, cleared: 0 })
      .where('id', '=', id.id)
      .where('tenant_id', '=', tenantId.id)
      .where('cleared', '=', 1)
      .where(
        sql<boolean>`not exists (select 1 from alarm a
          where a.originator_id = ${originator.id} and a.type = ${type} and a.cleared = 0)`,
      ),
    { expectRows: 1 },
  )

const remove = ({ build, statement }: RelationalStore, { id, tenantId }: Alarm, mustExist: boolean): Statement =>
  statement(
    build.deleteFrom('alarm').where('id', '=', id.id).where('tenant_id', '=', tenantId.id),
    mustExist ? { expectRows: 1 } : {},
  )

const link = ({ build, statement }: RelationalStore, alarm: Alarm, { entityType, id }: EntityId): Statement =>
  statement(
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
  )

function noted({ build, statement }: RelationalStore, { id, tenantId }: Alarm, note: AlarmNote): Statement {
  const entries = sql<number>`(select count(*) from alarm_event e where e.alarm_id = ${id.id} and e.kind <> 'COMMENT')`
  let alarm = build
    .selectFrom('alarm')
    .select([
      sql<string>`${note.id}`.as('i'),
      sql<number>`${note.ts}`.as('t'),
      'id',
      sql<string>`${note.kind}`.as('k'),
      sql<string | null>`${note.by?.id ?? null}`.as('u'),
      sql<string | null>`${note.by?.name ?? null}`.as('n'),
      sql<string | null>`${detailsText(note.detail)}`.as('d'),
    ])
    .where('id', '=', id.id)
    .where('tenant_id', '=', tenantId.id)
    .where(entries, '<', historyMax)
  if (note.kind === 'ACKNOWLEDGED') alarm = alarm.where('acknowledged', '=', 0)
  if (note.kind === 'CLEARED') alarm = alarm.where('cleared', '=', 0)
  return statement(
    build
      .insertInto('alarm_event')
      .columns(['id', 'created_time', 'alarm_id', 'kind', 'user_id', 'user_name', 'detail'])
      .expression(alarm),
  )
}

function keepShelf({ build, statement }: RelationalStore, alarm: Alarm): Statement {
  const last = <T>(column: string) =>
    sql<T>`(select ${sql.ref(`o.${column}`)} from alarm o where o.originator_id = ${alarm.originator.id}
      and o.type = ${alarm.type} and o.id <> ${alarm.id.id} order by o.shelved_until desc limit 1)`
  return statement(
    build
      .updateTable('alarm')
      .set({
        shelved_until: last<number>('shelved_until'),
        shelved_reason: last<string | null>('shelved_reason'),
        shelved_by: last<string | null>('shelved_by'),
      })
      .where('id', '=', alarm.id.id)
      .where('tenant_id', '=', alarm.tenantId.id)
      .where(last<number>('shelved_until'), '>', alarm.createdTime),
  )
}

/** Columns for handling by users, which aren't part of `Alarm`. */
type HandlingColumn = 'cause' | 'assignee_id' | 'shelved_until' | 'shelved_reason' | 'shelved_by'

const rowOf = (alarm: Alarm): Omit<AlarmTable, HandlingColumn> => ({
  id: alarm.id.id,
  created_time: alarm.createdTime,
  tenant_id: alarm.tenantId.id,
  customer_id: alarm.customerId.id,
  originator_type: alarm.originator.entityType,
  originator_id: alarm.originator.id,
  type: alarm.type,
  severity: alarm.severity,
  start_ts: alarm.startTs,
  end_ts: alarm.endTs,
  ack_ts: alarm.ackTs,
  clear_ts: alarm.clearTs,
  acknowledged: alarm.status.endsWith('_ACK') ? 1 : 0,
  cleared: alarm.status.startsWith('CLEARED') ? 1 : 0,
  details: detailsText(alarm.details),
  propagate: alarm.propagate ? 1 : 0,
  propagate_to_owner: alarm.propagateToOwner ? 1 : 0,
  propagate_to_tenant: alarm.propagateToTenant ? 1 : 0,
  propagate_relation_types: JSON.stringify(alarm.propagateRelationTypes),
})
