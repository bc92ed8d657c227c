/** Alarms in pages: of entities, of a customer, of a tenant; and the worst severity of an entity's alarms. */

import {
  type AlarmInfo,
  type AlarmSeverity,
  type AlarmStatus,
  alarmSeverities,
  alarmStatuses,
} from '@sonde/model/alarms/alarm'
import { badRequest } from '@sonde/model/errors'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import { entityNameSql } from '../entity-query/entity-tables.ts'
import { idList, idTable } from '../storage/id-list.ts'
import type { AlarmTable } from '../storage/record-schema.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { likePattern } from '../storage/text-search.ts'
import { alarmInfoOf } from './alarm-rows.ts'

/** Whose alarms. */
export type AlarmsOf =
  | { readonly kind: 'tenant' }
  | { readonly kind: 'customer'; readonly customerId: string }
  /** Raised by one of the entities, or, `propagated`, seen through one of them. */
  | { readonly kind: 'entities'; readonly ids: readonly string[]; readonly propagated: boolean }

/** What narrows a list of alarms; absent or empty: everything. */
export interface AlarmFilter {
  readonly statuses?: readonly AlarmStatus[] | undefined
  readonly severities?: readonly AlarmSeverity[] | undefined
  readonly types?: readonly string[] | undefined
  /** Created at or after, epoch ms. */
  readonly startTs?: number | null | undefined
  /** Created at or before, epoch ms. */
  readonly endTs?: number | null | undefined
}

export interface AlarmPageAsked extends PageLink {
  /** The order of the entities instead of a property of the alarms. */
  readonly inOrderOfEntities?: boolean
  /** Fields that the text search looks into; absent: type, severity, status and the originator's name. */
  readonly searchFields?: readonly string[]
  /** Whether originators are named; otherwise their name is null. */
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

/** The wire's alarm fields. Texts sort by code point: upper case before lower case. */
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

/** Worst first, and what is active and not acknowledged first. */
const sortFields: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...fields,
  severity: severityRank,
  status: sql`alarm.cleared * 2 + alarm.acknowledged`,
}

export const alarmSortProperties = Object.keys(sortFields)

export type AlarmList = ReturnType<typeof createAlarmList>

export interface FoundAlarm {
  readonly alarm: AlarmInfo
  /** The first of the entities asked about through which it is seen; null when none was asked about. */
  readonly entityId: string | null
}

type Row = AlarmTable & { through: string | null; originator_name?: string | null; total: number }

export function createAlarmList(relational: RelationalStore) {
  const { build } = relational
  const run = <T, R>(query: RawBuilder<T>, of: (row: T) => R): Promise<R[]> =>
    relational.scan({ compile: () => query.compile(build) }, of)

  /** Throws 400 for an unknown sort property. */
  async function page(
    tenantId: string,
    of: AlarmsOf,
    filter: AlarmFilter,
    link: AlarmPageAsked,
  ): Promise<PageData<FoundAlarm>> {
    const property = link.sortProperty ?? 'createdTime'
    const column = Object.hasOwn(sortFields, property) ? sortFields[property] : undefined
    if (!column) throw badRequest(`Alarms cannot be sorted by ${property}; use ${alarmSortProperties.join(', ')}.`)
    if (of.kind === 'entities' && of.ids.length === 0) return pageOf([], 0, link)
    const direction = sql.raw(link.sortOrder === 'ASC' ? 'asc' : 'desc')
    const ofEntities = of.kind === 'entities'
    const order =
      ofEntities && link.inOrderOfEntities
        ? sql`found.place, alarm.created_time desc, alarm.id desc`
        : sql`${column} ${direction}, alarm.id ${direction}`
    const matching = sql`${source(of)} where ${sql.join(conditions(tenantId, of, filter, link), sql` and `)}`
    const name = link.withNames ? sql`, ${originatorName} as originator_name` : sql``
    const through = ofEntities ? sql`found.entity_id` : sql`null`
    const rows = await run(
      sql<Row>`select alarm.*, ${through} as through ${name}, count(*) over () as total ${matching} order by ${order}
        limit ${link.pageSize} offset ${link.page * link.pageSize}`,
      (row) => ({ total: row.total, found: { alarm: alarmInfoOf(row), entityId: row.through } }),
    )
    const data = rows.map(({ found }) => found)
    const [first] = rows
    if (first || link.page === 0) return pageOf(data, Number(first?.total ?? 0), link)
    const [count] = await run(sql<{ count: number }>`select count(*) as count ${matching}`, (row) => row.count)
    return pageOf(data, Number(count ?? 0), link)
  }

  async function highestSeverity(
    tenantId: string,
    entityId: string,
    filter: AlarmFilter,
  ): Promise<AlarmSeverity | null> {
    const of: AlarmsOf = { kind: 'entities', ids: [entityId], propagated: true }
    const [severity] = await run(
      sql<{ severity: string }>`select alarm.severity ${source(of)}
        where ${sql.join(conditions(tenantId, of, filter, {}), sql` and `)} order by ${severityRank} limit 1`,
      (row) => row.severity as AlarmSeverity,
    )
    return severity ?? null
  }

  return { page, highestSeverity }
}

/**
 * Each alarm once, with the first of the entities asked about through which it is seen: of a bare column beside `min()`
 * SQLite takes the row that holds the minimum. `cross join` keeps its order: entities, their alarms by index, those
 * alarms; otherwise it begins with every alarm of the tenant.
 */
function source(of: AlarmsOf): RawBuilder<unknown> {
  if (of.kind !== 'entities') return sql`from alarm`
  const [one, second] = of.ids
  if (one !== undefined && second === undefined) {
    const found = of.propagated
      ? sql`select alarm_id, entity_id, 0 as place from alarm_entity where entity_id = ${one}`
      : sql`select id as alarm_id, originator_id as entity_id, 0 as place from alarm where originator_id = ${one}`
    return sql`from (${found}) found cross join alarm on alarm.id = found.alarm_id`
  }
  const ids = idTable(of.ids)
  const found = of.propagated
    ? sql`select l.alarm_id, l.entity_id, min(i.key) as place from ${ids} i cross join alarm_entity l
        where l.entity_id = i.value group by l.alarm_id`
    : sql`select a.id as alarm_id, a.originator_id as entity_id, i.key as place from ${ids} i cross join alarm a
        where a.originator_id = i.value`
  return sql`from (${found}) found cross join alarm on alarm.id = found.alarm_id`
}

function conditions(
  tenantId: string,
  of: AlarmsOf,
  { statuses, severities, types, startTs, endTs }: AlarmFilter,
  { textSearch, searchFields }: Partial<AlarmPageAsked>,
): RawBuilder<boolean>[] {
  const all = [sql<boolean>`alarm.tenant_id = ${tenantId}`]
  if (of.kind === 'customer') all.push(sql`alarm.customer_id = ${of.customerId}`)
  if (severities?.length) all.push(sql`alarm.severity in ${idList(severities)}`)
  if (types?.length) all.push(sql`alarm.type in ${idList(types)}`)
  if (startTs != null) all.push(sql`alarm.created_time >= ${startTs}`)
  if (endTs != null) all.push(sql`alarm.created_time <= ${endTs}`)
  if (statuses?.length && statuses.length < alarmStatuses.length) {
    all.push(sql`(${sql.join([...new Set(statuses)].map(statusIs), sql` or `)})`)
  }
  if (textSearch) {
    const asked = searchFields ?? ['type', 'severity', 'status', 'originatorName']
    const searched = asked.flatMap((field) => (Object.hasOwn(fields, field) ? [fields[field]] : []))
    const pattern = likePattern(textSearch)
    const matches = searched.map((column) => sql`lower(cast(${column} as text)) like ${pattern} escape '\\'`)
    if (matches.length > 0) all.push(sql`(${sql.join(matches, sql` or `)})`)
  }
  return all
}

function statusIs(asked: AlarmStatus): RawBuilder<unknown> {
  const isCleared = sql.lit(asked.startsWith('CLEARED') ? 1 : 0)
  const isAcknowledged = sql.lit(asked.endsWith('_ACK') ? 1 : 0)
  return sql`(alarm.cleared = ${isCleared} and alarm.acknowledged = ${isAcknowledged})`
}
