/** Relational storage of events: filtered pages, and write and delete statements. */

import type { Event, EventFilter, EventType, NodeDebugBody } from '@sonde/model/events/event'
import type { EntityId, TenantId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Dialect } from '../storage/dialect.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { EventTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { likePattern } from '../storage/text-search.ts'
import { bodyOf, eventOf } from './event-rows.ts'

/** Rows per insert: below SQLite's limit for bound variables. */
const rowsPerInsert = 500
/** Maximum rows per delete statement. */
export const deletedAtOnceMax = 2_000

/** Selects events of an entity. Times are epoch ms, both inclusive. */
export interface EventQuery {
  readonly tenantId: TenantId
  readonly entity: EntityId
  readonly type?: string | undefined
  readonly filter?: EventFilter | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

export type EventStore = ReturnType<typeof createEventStore>

export function createEventStore(relational: RelationalStore) {
  const { build, dialect } = relational

  /** Throws 400 for an unknown sort property. */
  function page(query: EventQuery, link: PageLink): Promise<PageData<Event>> {
    return entityPage(relational, build.selectFrom('event').selectAll().where(matches(dialect, query)), {
      link,
      sortColumns: { createdTime: 'created_time', type: 'type', uid: 'id', id: 'id' },
      searchColumns: ['type'],
      idColumn: 'id',
      map: eventOf,
    })
  }

  /** Newest debug event of a message that a node received. */
  async function latestInput(nodeId: string): Promise<NodeDebugBody | null> {
    const rows = await relational.scan(
      build
        .selectFrom('event')
        .selectAll()
        .where('entity_id', '=', nodeId)
        .where('type', '=', 'DEBUG_RULE_NODE')
        .where('direction', '=', 'IN')
        .orderBy('created_time', 'desc')
        .orderBy('id', 'desc')
        .limit(1),
    )
    const [input] = rows
    return input ? (bodyOf(input) as NodeDebugBody) : null
  }

  function insert(rows: readonly EventTable[]): Statement[] {
    const statements: Statement[] = []
    for (let at = 0; at < rows.length; at += rowsPerInsert) {
      statements.push(
        relational.statement(build.insertInto('event').values(rows.slice(at, at + rowsPerInsert) as EventTable[])),
      )
    }
    return statements
  }

  const some = (where: RawBuilder<SqlBool>): Statement =>
    relational.statement(
      build
        .deleteFrom('event')
        .where('id', 'in', build.selectFrom('event').select('id').where(where).limit(deletedAtOnceMax)),
    )

  return {
    page,
    latestInput,
    insert,
    /** Deletes up to `deletedAtOnceMax` of the events; repeat until none is left. */
    removeSome: (query: EventQuery): Statement => some(matches(dialect, query)),
    /** Like `removeSome`, for events of the given types created before a time. */
    removeSomeBefore: (types: readonly EventType[], time: number): Statement =>
      some(sql<SqlBool>`type in (${sql.join([...types])}) and created_time < ${time}`),
  }
}

function matches(
  dialect: Dialect,
  { tenantId, entity, type, filter, startTime, endTime }: EventQuery,
): RawBuilder<SqlBool> {
  const parts: RawBuilder<SqlBool>[] = [
    sql`entity_id = ${entity.id}`,
    sql`entity_type = ${entity.entityType}`,
    sql`tenant_id = ${tenantId}`,
  ]
  if (type) parts.push(sql`type = ${type}`)
  if (startTime !== undefined) parts.push(sql`created_time >= ${startTime}`)
  if (endTime !== undefined) parts.push(sql`created_time <= ${endTime}`)
  if (filter) parts.push(...filtered(dialect, filter))
  return sql.join(parts, sql` and `)
}

/** Filter fields of each event type; other fields are ignored. */
const fieldsOf: Readonly<Record<EventType, readonly (keyof EventFilter)[]>> = {
  DEBUG_RULE_NODE: [
    'server',
    'msgDirectionType',
    'dataSearch',
    'metadataSearch',
    'entityName',
    'relationType',
    'entityId',
    'msgType',
    'isError',
    'error',
    'errorStr',
  ],
  DEBUG_RULE_CHAIN: ['server', 'isError', 'error', 'errorStr'],
  LC_EVENT: ['server', 'event', 'status', 'errorStr'],
  ERROR: ['server', 'method', 'errorStr'],
  STATS: ['server', 'messagesProcessed', 'errorsOccurred'],
}

/** Columns for text search. */
const columnOf: Readonly<Partial<Record<keyof EventFilter, string>>> = {
  server: 'server',
  dataSearch: 'data',
  metadataSearch: 'metadata',
  entityName: 'about_type',
  relationType: 'relation_type',
  entityId: 'about_id',
  msgType: 'message_type',
  errorStr: 'error',
  method: 'method',
  event: 'lifecycle',
}

function filtered(dialect: Dialect, filter: EventFilter): RawBuilder<SqlBool>[] {
  const parts: RawBuilder<SqlBool>[] = [sql`type = ${filter.eventType}`]
  for (const field of fieldsOf[filter.eventType as EventType] ?? []) {
    const value = filter[field]
    if (value === undefined || value === null || value === '' || value === false) continue
    const column = columnOf[field]
    if (column !== undefined) {
      parts.push(dialect.isLike(sql.ref(column), likePattern(String(value))))
    } else if (field === 'msgDirectionType') parts.push(sql`direction = ${String(value).toUpperCase()}`)
    else if (field === 'status') parts.push(sql`success = ${String(value).toLowerCase() === 'success' ? 1 : 0}`)
    else if (field === 'isError' || field === 'error') parts.push(sql`error is not null`)
    else if (field === 'messagesProcessed') parts.push(sql`processed >= ${Number(value)}`)
    else if (field === 'errorsOccurred') parts.push(sql`failed >= ${Number(value)}`)
  }
  return parts
}
