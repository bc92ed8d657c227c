/** Pages of alarms of entities, a customer or a tenant; also types, histogram and the highest severity. */

import type { ActiveAlarms } from '@sonde/model/alarms/active-alarms'
import {
  type AlarmInfo,
  type AlarmSeverity,
  type AlarmStatus,
  alarmSeverities,
  alarmStatuses,
  statusesOf,
} from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import type { AlarmHistogram } from '@sonde/model/alarms/alarm-histogram'
import { badRequest } from '@sonde/model/errors'
import type { CustomerId, TenantId } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import { entityNameSql } from '../entity-query/entity-tables.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { AlarmTable } from '../storage/record-schema.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { likePattern } from '../storage/text-search.ts'
import { type AlarmNames, explainedAlarmOf } from './alarm-rows.ts'
import { deviceTypeSql } from './alarm-store.ts'
import { assigneeNameSql } from './alarm-user-store.ts'

/** Which alarms to search. */
export type AlarmsOf =
  | { readonly kind: 'tenant' }
  | { readonly kind: 'customer'; readonly customerId: CustomerId }
  /** Alarms raised by one of the entities or, with `propagated`, linked to one of them. */
  | { readonly kind: 'entities'; readonly ids: readonly string[]; readonly propagated: boolean }

/** Filters of an alarm list; absent or empty: no filter. */
export interface AlarmFilter {
  readonly statuses?: readonly AlarmStatus[] | undefined
  readonly severities?: readonly AlarmSeverity[] | undefined
  readonly types?: readonly string[] | undefined
  readonly originatorId?: string | undefined
  /** Owner of the alarm. */
  readonly customerId?: string | undefined
  readonly assigneeId?: string | undefined
  /** True: only shelved alarms; false: only unshelved ones; absent: all. */
  readonly shelved?: boolean | undefined
  /** Current time, epoch ms; shelves that ended before it are ignored. */
  readonly nowMs?: number
  /** Created at or after this time, epoch ms. */
  readonly startTs?: number | null | undefined
  /** Created at or before this time, epoch ms. */
  readonly endTs?: number | null | undefined
}

export interface AlarmPageRequest extends PageLink {
  /** Sorts by the order of the given entities instead of by a property of the alarms. */
  readonly inOrderOfEntities?: boolean
  /** Fields that the text search includes; absent: type, severity, status and the originator's name. */
  readonly searchFields?: readonly string[]
  /** Whether to resolve the originators' names; otherwise they're null. */
  readonly withNames: boolean
}

const originatorName = entityNameSql('alarm.originator_type', 'alarm.originator_id')
const status = sql<string>`case alarm.cleared when 0 then 'ACTIVE' else 'CLEARED' end ||
  case alarm.acknowledged when 0 then '_UNACK' else '_ACK' end`
const severityRank = sql`case alarm.severity ${sql.join(
  alarmSeverities.map((severity, rank) => sql`when ${sql.lit(severity)} then ${sql.lit(rank)}`),
  sql` `,
)} end`

const created = sql.ref('alarm.created_time')
const start = sql.ref('alarm.start_ts')
const end = sql.ref('alarm.end_ts')
const acknowledged = sql.ref('alarm.ack_ts')
const cleared = sql.ref('alarm.clear_ts')

/** Alarm fields of the wire API. */
const fields: Readonly<Record<string, RawBuilder<unknown>>> = {
  createdTime: created,
  startTs: start,
  startTime: start,
  endTs: end,
  endTime: end,
  ackTs: acknowledged,
  ackTime: acknowledged,
  clearTs: cleared,
  clearTime: cleared,
  type: sql.ref('alarm.type'),
  severity: sql.ref('alarm.severity'),
  status,
  details: sql.ref('alarm.details'),
  originator: originatorName,
  originatorName,
  originatorId: sql.ref('alarm.originator_id'),
  originatorType: sql.ref('alarm.originator_type'),
}

/**
 * Sort fields: the wire fields, where severity and status sort as text, plus their ranks: most severe first, and alarms
 * that need attention first.
 */
const sortFields: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...fields,
  severityRank,
  statusRank: sql`alarm.cleared * 2 + alarm.acknowledged`,
}

/** Characters of details used as sort key; limited because sort keys are held in memory. */
const sortedCharacters = 200

/** Fields with texts of users. */
const texts: ReadonlySet<string> = new Set(['type', 'originator', 'originatorName'])

function sortKeyOf({ sortKey }: Dialect, property: string, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (property === 'details') return sql`substr(${column}, 1, ${sql.lit(sortedCharacters)})`
  return texts.has(property) ? sortKey(column) : column
}

/** Alarms of equal rank are ordered newest first, regardless of the sort direction. */
const ranks: ReadonlySet<string> = new Set(['severityRank', 'statusRank'])

export const alarmSortProperties = Object.keys(sortFields)

export type AlarmList = ReturnType<typeof createAlarmList>

export interface FoundAlarm {
  readonly alarm: AlarmInfo
  readonly explained: ExplainedAlarm
  /** The first of the requested entities that the alarm is linked to; null if the request names no entities. */
  readonly entityId: string | null
}

type Row = AlarmTable & AlarmNames & { through: string | null; total: number }

function foundOf(row: Row, nowMs: number): FoundAlarm {
  const explained = explainedAlarmOf(row, nowMs)
  const { cause: _, assignee: __, shelf: ___, deviceProfileName: ____, ...alarm } = explained
  return { alarm, explained, entityId: row.through }
}

export function createAlarmList(relational: RelationalStore) {
  const { build, dialect } = relational
  const run = <T, R>(query: RawBuilder<T>, of: (row: T) => R): Promise<R[]> =>
    relational.scan({ compile: () => query.compile(build) }, of)

  /** Throws 400 for an unknown sort property. */
  async function page(
    tenantId: TenantId,
    of: AlarmsOf,
    filter: AlarmFilter,
    link: AlarmPageRequest,
  ): Promise<PageData<FoundAlarm>> {
    const property = link.sortProperty ?? 'createdTime'
    const column = Object.hasOwn(sortFields, property) ? sortFields[property] : undefined
    if (!column) throw badRequest(`Alarms can’t be sorted by ${property}. Use ${alarmSortProperties.join(', ')}.`)
    if (of.kind === 'entities' && of.ids.length === 0) return pageOf([], 0, link)
    const direction = sql.raw(link.sortOrder === 'ASC' ? 'asc' : 'desc')
    const ofEntities = of.kind === 'entities'
    const order =
      ofEntities && link.inOrderOfEntities
        ? sql`found.place, alarm.created_time desc, alarm.id desc`
        : sql`${sortKeyOf(dialect, property, column)} ${direction}, alarm.id ${ranks.has(property) ? sql.raw('desc') : direction}`
    const some = withAlarms(dialect, of)
    const matching = sql`${source(dialect, of, some && sql.ref('some'))} where ${sql.join(conditions(dialect, tenantId, of, filter, link), sql` and `)}`
    const name = link.withNames
      ? sql`, ${originatorName} as originator_name, ${assigneeNameSql} as assignee_name, ${deviceTypeSql} as device_type`
      : sql``
    const through = ofEntities ? sql`found.entity_id` : sql`null`
    // Sorting and counting use only IDs. Whole rows, with up to several hundred KB of details, are read only for the
    // page.
    const rows = await run(
      sql<Row>`${some ?? sql``} select alarm.*, page.through ${name}, (select count(*) ${matching}) as total
        from (select alarm.id, ${through} as through ${matching} order by ${order}
          limit ${link.pageSize} offset ${link.page * link.pageSize}) page
        ${dialect.joinInOrder} alarm on alarm.id = page.id`,
      (row) => ({ total: row.total, found: foundOf(row, filter.nowMs ?? 0) }),
    )
    const data = rows.map(({ found }) => found)
    const [first] = rows
    if (first || link.page === 0) return pageOf(data, Number(first?.total ?? 0), link)
    const [count] = await run(
      sql<{ count: number }>`${some ?? sql``} select count(*) as count ${matching}`,
      (row) => row.count,
    )
    return pageOf(data, Number(count ?? 0), link)
  }

  async function highestSeverity(
    tenantId: TenantId,
    entityId: string,
    filter: AlarmFilter,
  ): Promise<AlarmSeverity | null> {
    const of: AlarmsOf = { kind: 'entities', ids: [entityId], propagated: true }
    const [severity] = await run(
      sql<{ severity: string }>`select alarm.severity ${source(dialect, of)}
        where ${sql.join(conditions(dialect, tenantId, of, filter, {}), sql` and `)} order by ${severityRank} limit 1`,
      (row) => row.severity as AlarmSeverity,
    )
    return severity ?? null
  }

  /** Active alarms of each originator that aren't shelved. */
  async function active(
    tenantId: TenantId,
    of: AlarmsOf,
    originatorIds: readonly string[],
    nowMs: number,
  ): Promise<ActiveAlarms[]> {
    const filter: AlarmFilter = { statuses: statusesOf.ACTIVE, shelved: false, nowMs }
    const all = conditions(dialect, tenantId, of, filter, {})
    return run(
      sql<{ originator: string; rank: number; count: number }>`select alarm.originator_id as originator,
        min(${severityRank}) as rank, count(*) as count from alarm
        where alarm.originator_id in ${dialect.idList(originatorIds)} and ${sql.join(all, sql` and `)} group by 1`,
      (row) => ({
        originatorId: row.originator,
        severity: alarmSeverities[Number(row.rank)] ?? 'INDETERMINATE',
        count: Number(row.count),
      }),
    )
  }

  /** Alarm types in alphabetical order. */
  async function types(
    tenantId: TenantId,
    of: AlarmsOf,
    textSearch: string | undefined,
    max: number,
  ): Promise<string[]> {
    const link = { ...(textSearch && { textSearch }), searchFields: ['type'] }
    const type = sql.ref('alarm.type')
    return run(
      sql<{ type: string }>`select alarm.type ${source(dialect, of)}
        where ${sql.join(conditions(dialect, tenantId, of, {}, link), sql` and `)}
        group by alarm.type order by ${dialect.sortKey(type)}, ${type} limit ${max}`,
      (row) => row.type,
    )
  }

  /** Counts alarms created in [startTs, endTs], in bars of `intervalMs` from its start; all three are integers. */
  async function histogram(
    tenantId: string,
    of: AlarmsOf,
    filter: AlarmFilter & { readonly startTs: number; readonly endTs: number },
    textSearch: string | undefined,
    intervalMs: number,
  ): Promise<AlarmHistogram> {
    const all = conditions(dialect, tenantId, of, filter, { ...(textSearch && { textSearch }) })
    // Literals, because a database may treat a time parameter as a fraction, which would make the division fractional.
    const bar = sql`(alarm.created_time - ${sql.lit(filter.startTs)}) / ${sql.lit(intervalMs)}`
    const counts = await run(
      sql<{ bar: number; severity: string; count: number }>`select ${bar} as bar, alarm.severity, count(*) as count
        ${source(dialect, of)} where ${sql.join(all, sql` and `)} group by 1, 2 order by 1, ${severityRank}`,
      (row) => ({
        ts: filter.startTs + Number(row.bar) * intervalMs,
        severity: row.severity as AlarmSeverity,
        count: Number(row.count),
      }),
    )
    return { intervalMs, counts }
  }

  return { page, types, highestSeverity, active, histogram }
}

/**
 * Reduces many entities, most of which have no alarm, to those that have one, since a page reads them twice: for its
 * rows and for the total. Null: there are no such entities.
 */
function withAlarms({ idTable }: Dialect, of: AlarmsOf): RawBuilder<unknown> | null {
  if (of.kind !== 'entities' || of.ids.length < 2) return null
  const link = of.propagated ? sql`alarm_entity where entity_id = i.value` : sql`alarm where originator_id = i.value`
  return sql`with some as materialized (
    select i.key, i.value from ${idTable(of.ids)} i where exists (select 1 from ${link}))`
}

/**
 * Source of a query: each alarm once, with the first of the requested entities that it's linked to. The join order
 * (entities, their alarms by index, alarm rows) prevents a scan of all alarms of the tenant. `some`: table of the
 * entities that have alarms.
 */
function source(
  { idTable, joinInOrder, lowestOfEach }: Dialect,
  of: AlarmsOf,
  some: RawBuilder<unknown> | null = null,
): RawBuilder<unknown> {
  if (of.kind !== 'entities') return sql`from alarm`
  const [one, second] = of.ids
  if (one !== undefined && second === undefined) {
    const found = of.propagated
      ? sql`select alarm_id, entity_id, 0 as place from alarm_entity where entity_id = ${one}`
      : sql`select id as alarm_id, originator_id as entity_id, 0 as place from alarm where originator_id = ${one}`
    return sql`from (${found}) found ${joinInOrder} alarm on alarm.id = found.alarm_id`
  }
  const ids = some ?? idTable(of.ids)
  const found = of.propagated
    ? lowestOfEach({
        columns: sql`l.alarm_id, l.entity_id`,
        lowest: sql`i.key`,
        from: sql`from ${ids} i ${joinInOrder} alarm_entity l on l.entity_id = i.value`,
        by: sql`l.alarm_id`,
      })
    : sql`select a.id as alarm_id, a.originator_id as entity_id, i.key as place from ${ids} i ${joinInOrder} alarm a
        on a.originator_id = i.value`
  return sql`from (${found}) found ${joinInOrder} alarm on alarm.id = found.alarm_id`
}

function conditions(
  { idList, isLike }: Dialect,
  tenantId: TenantId,
  of: AlarmsOf,
  {
    statuses,
    severities,
    types,
    originatorId,
    customerId,
    assigneeId,
    shelved,
    nowMs = 0,
    startTs,
    endTs,
  }: AlarmFilter,
  { textSearch, searchFields }: Partial<AlarmPageRequest>,
): RawBuilder<boolean>[] {
  const all = [sql<boolean>`alarm.tenant_id = ${tenantId}`]
  if (of.kind === 'customer') all.push(sql`alarm.customer_id = ${of.customerId}`)
  if (severities?.length) all.push(sql`alarm.severity in ${idList(severities)}`)
  if (types?.length) all.push(sql`alarm.type in ${idList(types)}`)
  if (originatorId !== undefined) all.push(sql`alarm.originator_id = ${originatorId}`)
  if (customerId !== undefined) all.push(sql`alarm.customer_id = ${customerId}`)
  if (assigneeId !== undefined) all.push(sql`alarm.assignee_id = ${assigneeId}`)
  if (shelved !== undefined) all.push(sql`coalesce(alarm.shelved_until, 0) ${sql.raw(shelved ? '>' : '<=')} ${nowMs}`)
  if (startTs != null) all.push(sql`alarm.created_time >= ${startTs}`)
  if (endTs != null) all.push(sql`alarm.created_time <= ${endTs}`)
  if (statuses?.length && statuses.length < alarmStatuses.length) {
    // Redundant with the next condition, but lets the query use the index on active alarms, which are few.
    if (statuses.every((each) => each.startsWith('ACTIVE'))) all.push(sql`alarm.cleared = 0`)
    all.push(sql`(${sql.join([...new Set(statuses)].map(statusIs), sql` or `)})`)
  }
  if (textSearch) {
    const requested = searchFields ?? ['type', 'severity', 'status', 'originatorName']
    const searched = requested.flatMap((field) => (Object.hasOwn(fields, field) ? [fields[field]] : []))
    const pattern = likePattern(textSearch)
    const matches = searched.map((column) => isLike(sql`cast(${column} as text)`, pattern))
    if (matches.length > 0) all.push(sql`(${sql.join(matches, sql` or `)})`)
  }
  return all
}

function statusIs(requested: AlarmStatus): RawBuilder<unknown> {
  const isCleared = sql.lit(requested.startsWith('CLEARED') ? 1 : 0)
  const isAcknowledged = sql.lit(requested.endsWith('_ACK') ? 1 : 0)
  return sql`(alarm.cleared = ${isCleared} and alarm.acknowledged = ${isAcknowledged})`
}
