/** Alarms in the relational store. */

import {
  type Alarm,
  type AlarmInfo,
  type AlarmSeverity,
  type AlarmStatus,
  alarmSeverities,
  alarmStatuses,
  alarmStatusOf,
} from '@sonde/model/alarms/alarm'
import { badRequest } from '@sonde/model/errors'
import { type EntityType, entityId } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { AlarmTable } from '../storage/schema.ts'
import { likePattern } from '../storage/text-search.ts'

/** What narrows a list of alarms; absent or empty: everything. */
export interface AlarmFilter {
  readonly statuses?: readonly AlarmStatus[] | undefined
  readonly severities?: readonly AlarmSeverity[] | undefined
  readonly types?: readonly string[] | undefined
  /** Created at or after, epoch ms. */
  readonly startTs?: number | null | undefined
  /** Created at or before, epoch ms. */
  readonly endTs?: number | null | undefined
  readonly customerId?: string | undefined
}

/** Ids per statement: below SQLite's limit of bound variables. */
export const originatorsPerQueryMax = 10_000

const severityRank = sql`case alarm.severity ${sql.join(
  alarmSeverities.map((severity, rank) => sql`when ${sql.lit(severity)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

/** Texts sort by code point, as recorded: upper case before lower case. */
const sortColumns: Record<string, RawBuilder<unknown>> = {
  createdTime: sql.ref('alarm.created_time'),
  startTs: sql.ref('alarm.start_ts'),
  endTs: sql.ref('alarm.end_ts'),
  ackTs: sql.ref('alarm.ack_ts'),
  clearTs: sql.ref('alarm.clear_ts'),
  type: sql.ref('alarm.type'),
  severity: severityRank,
  status: sql`case when alarm.clear_ts = 0 then 0 else 2 end + case when alarm.ack_ts = 0 then 0 else 1 end`,
  originatorName: sql.ref('device.name'),
}

export type AlarmStore = ReturnType<typeof createAlarmStore>

export function createAlarmStore(relational: RelationalStore) {
  const { build } = relational

  const ofTenant = (tenantId: string) =>
    build
      .selectFrom('alarm')
      .leftJoin('device', (join) =>
        join.onRef('device.id', '=', 'alarm.originator_id').on('alarm.originator_type', '=', 'DEVICE'),
      )
      .where('alarm.tenant_id', '=', tenantId)

  /** Owner-free look-up for `access`; services narrow to the tenant. */
  async function find(tenantId: string, id: string): Promise<AlarmInfo | undefined> {
    const row = await relational.first(
      ofTenant(tenantId).selectAll('alarm').select('device.name as originator_name').where('alarm.id', '=', id),
    )
    return row && alarmInfoOf(row)
  }

  async function findUncleared(tenantId: string, originatorId: string, type: string): Promise<Alarm | undefined> {
    const row = await relational.first(
      build
        .selectFrom('alarm')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('originator_id', '=', originatorId)
        .where('type', '=', type)
        .where('clear_ts', '=', 0),
    )
    return row && alarmOf(row)
  }

  /**
   * A page of the alarms of these originators, for lists and the live socket; all of the tenant when null.
   * Throws 400 for an unknown sort property.
   */
  async function findByOriginators(
    tenantId: string,
    originatorIds: readonly string[] | null,
    filter: AlarmFilter,
    link: PageLink,
  ): Promise<PageData<AlarmInfo>> {
    const property = link.sortProperty ?? 'createdTime'
    const column = Object.hasOwn(sortColumns, property) ? sortColumns[property] : undefined
    if (!column) {
      throw badRequest(`Alarms cannot be sorted by ${property}; use ${Object.keys(sortColumns).join(', ')}.`)
    }
    if (originatorIds && originatorIds.length > originatorsPerQueryMax) {
      throw badRequest(`Ask for the alarms of at most ${originatorsPerQueryMax} entities at once.`)
    }
    if (originatorIds?.length === 0) return pageOf([], 0, link)
    const direction = link.sortOrder === 'ASC' ? 'asc' : 'desc'
    const matching = filtered(tenantId, originatorIds, filter, link.textSearch)
    const [rows, counted] = await Promise.all([
      relational.all(
        matching
          .selectAll('alarm')
          .select('device.name as originator_name')
          .orderBy(column, direction)
          .orderBy('alarm.id', direction)
          .limit(link.pageSize)
          .offset(link.page * link.pageSize),
      ),
      relational.first(matching.select(({ fn }) => fn.countAll<number>().as('count'))),
    ])
    return pageOf(rows.map(alarmInfoOf), Number(counted?.count ?? 0), link)
  }

  function filtered(
    tenantId: string,
    originatorIds: readonly string[] | null,
    { statuses, severities, types, startTs, endTs, customerId }: AlarmFilter,
    textSearch: string | undefined,
  ) {
    let query = ofTenant(tenantId)
    if (originatorIds) query = query.where('alarm.originator_id', 'in', originatorIds)
    if (customerId !== undefined) query = query.where('alarm.customer_id', '=', customerId)
    if (severities?.length) query = query.where('alarm.severity', 'in', severities)
    if (types?.length) query = query.where('alarm.type', 'in', types)
    if (startTs != null) query = query.where('alarm.created_time', '>=', startTs)
    if (endTs != null) query = query.where('alarm.created_time', '<=', endTs)
    if (statuses?.length && statuses.length < alarmStatuses.length) {
      query = query.where((where) => where.or(statuses.map(statusIs)))
    }
    if (textSearch) {
      const pattern = likePattern(textSearch)
      query = query.where((where) =>
        where.or(
          ['alarm.type', 'alarm.severity', 'device.name'].map(
            (column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`,
          ),
        ),
      )
    }
    return query
  }

  async function highestSeverity(
    tenantId: string,
    originatorId: string,
    filter: AlarmFilter,
  ): Promise<AlarmSeverity | null> {
    const row = await relational.first(
      filtered(tenantId, [originatorId], filter, undefined).select('alarm.severity').orderBy(severityRank).limit(1),
    )
    return (row?.severity as AlarmSeverity | undefined) ?? null
  }

  const insert = (alarm: Alarm): Statement =>
    relational.statement(build.insertInto('alarm').values(rowOf(alarm)), { expectRows: 1 })

  function update(alarm: Alarm): Statement {
    const { id, tenant_id, created_time: _, ...values } = rowOf(alarm)
    return relational.statement(
      build.updateTable('alarm').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
      { expectRows: 1 },
    )
  }

  /** Only while it is 0, so that the first acknowledgement stands. */
  const setAckTs = ({ id, tenantId }: Alarm, ackTs: number): Statement =>
    relational.statement(
      build
        .updateTable('alarm')
        .set({ ack_ts: ackTs })
        .where('id', '=', id.id)
        .where('tenant_id', '=', tenantId.id)
        .where('ack_ts', '=', 0),
    )

  const setClearTs = ({ id, tenantId }: Alarm, clearTs: number, details: unknown): Statement =>
    relational.statement(
      build
        .updateTable('alarm')
        .set({ clear_ts: clearTs, ...(details === undefined ? {} : { details: jsonText(details) }) })
        .where('id', '=', id.id)
        .where('tenant_id', '=', tenantId.id)
        .where('clear_ts', '=', 0),
    )

  const remove = ({ id, tenantId }: Alarm): Statement =>
    relational.statement(build.deleteFrom('alarm').where('id', '=', id.id).where('tenant_id', '=', tenantId.id), {
      expectRows: 1,
    })

  return { find, findUncleared, findByOriginators, highestSeverity, insert, update, setAckTs, setClearTs, remove }
}

function statusIs(status: AlarmStatus): RawBuilder<boolean> {
  const clear = status.startsWith('ACTIVE') ? sql.raw('=') : sql.raw('<>')
  const ack = status.endsWith('UNACK') ? sql.raw('=') : sql.raw('<>')
  return sql<boolean>`(alarm.clear_ts ${clear} 0 and alarm.ack_ts ${ack} 0)`
}

const jsonText = (json: unknown): string | null => (json == null ? null : JSON.stringify(json))

const alarmOf = (row: AlarmTable): Alarm => ({
  id: entityId('ALARM', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  type: row.type,
  originator: entityId(row.originator_type as EntityType, row.originator_id),
  severity: row.severity as AlarmSeverity,
  status: alarmStatusOf(row.clear_ts, row.ack_ts),
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

const alarmInfoOf = (row: AlarmTable & { originator_name: string | null }): AlarmInfo => ({
  ...alarmOf(row),
  originatorName: row.originator_name,
})

const rowOf = (alarm: Alarm): AlarmTable => ({
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
  details: jsonText(alarm.details),
  propagate: alarm.propagate ? 1 : 0,
  propagate_to_owner: alarm.propagateToOwner ? 1 : 0,
  propagate_to_tenant: alarm.propagateToTenant ? 1 : 0,
  propagate_relation_types: JSON.stringify(alarm.propagateRelationTypes),
})
