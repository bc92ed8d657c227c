/** Relational storage of user actions on alarms: history with comments, assignee, shelf. */

import type { AlarmSeverity } from '@sonde/model/alarms/alarm'
import {
  type AlarmEntry,
  type AlarmEntryKind,
  type AlarmUser,
  historyMax,
  type ShelfInput,
} from '@sonde/model/alarms/alarm-history'
import type { CustomerId, TenantId, Uuid } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { AlarmEventTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { likePattern } from '../storage/text-search.ts'
import { userNameSql } from './alarm-user-store.ts'

export interface StoredComment {
  readonly id: string
  readonly userId: Uuid<'USER'> | null
  readonly isRemoved: boolean
}

/** Selects users that an alarm can be assigned to. */
export interface AssigneeFilter {
  readonly tenantId: TenantId
  /** Customer of the alarm. */
  readonly customerId: CustomerId
  /** Whether to include administrators of the tenant. */
  readonly withAdministrators: boolean
  readonly userId?: string
  readonly textSearch?: string
}

export type AlarmHandlingStore = ReturnType<typeof createAlarmHandlingStore>

export function createAlarmHandlingStore(relational: RelationalStore) {
  const { build, statement, dialect } = relational

  /** Oldest first, without deleted comments. */
  async function entriesOf(alarmId: Uuid<'ALARM'>): Promise<AlarmEntry[]> {
    const rows = await relational.all(
      build
        .selectFrom('alarm_event')
        .selectAll()
        .where('alarm_id', '=', alarmId)
        .where('removed', '=', 0)
        .orderBy('created_time')
        .orderBy('id'),
    )
    return rows.flatMap((row) => entryOf(row))
  }

  /** Number of comments, including deleted ones that can still be restored. */
  async function commentCount(alarmId: Uuid<'ALARM'>): Promise<number> {
    const row = await relational.first(
      build
        .selectFrom('alarm_event')
        .select(sql<number>`count(*)`.as('count'))
        .where('alarm_id', '=', alarmId)
        .where('kind', '=', 'COMMENT'),
    )
    return Number(row?.count ?? 0)
  }

  async function findComment(alarmId: Uuid<'ALARM'>, id: string): Promise<StoredComment | undefined> {
    const row = await relational.first(
      build
        .selectFrom('alarm_event')
        .select(['id', 'user_id', 'removed'])
        .where('alarm_id', '=', alarmId)
        .where('id', '=', id)
        .where('kind', '=', 'COMMENT'),
    )
    return row && { id: row.id, userId: row.user_id, isRemoved: row.removed > 0 }
  }

  /** Adds an entry. Entries other than comments are added only while the history is below `historyMax`. */
  const addEntry = (
    alarmId: Uuid<'ALARM'>,
    entry: { id: string; ts: number; kind: AlarmEntryKind; by: AlarmUser | null; detail?: object },
  ): Statement => {
    const count = sql<number>`(select count(*) from alarm_event e where e.alarm_id = ${alarmId} and e.kind <> 'COMMENT')`
    let alarm = build
      .selectFrom('alarm')
      .select([
        sql<string>`${entry.id}`.as('i'),
        sql<number>`${entry.ts}`.as('t'),
        'id',
        sql<string>`${entry.kind}`.as('k'),
        sql<string | null>`${entry.by?.id ?? null}`.as('u'),
        sql<string | null>`${entry.by?.name ?? null}`.as('n'),
        sql<string | null>`${entry.detail ? JSON.stringify(entry.detail) : null}`.as('d'),
      ])
      .where('id', '=', alarmId)
    if (entry.kind !== 'COMMENT') alarm = alarm.where(count, '<', historyMax)
    return statement(
      build
        .insertInto('alarm_event')
        .columns(['id', 'created_time', 'alarm_id', 'kind', 'user_id', 'user_name', 'detail'])
        .expression(alarm),
    )
  }

  const comment = (alarmId: Uuid<'ALARM'>, id: string) =>
    build.updateTable('alarm_event').where('alarm_id', '=', alarmId).where('id', '=', id).where('kind', '=', 'COMMENT')

  const changeComment = (alarmId: Uuid<'ALARM'>, id: string, text: string, editedTs: number): Statement =>
    statement(comment(alarmId, id).set({ detail: JSON.stringify({ text }), edited_ts: editedTs }), { expectRows: 1 })

  /** `removedTs` 0 restores the comment. */
  const setRemoved = (alarmId: Uuid<'ALARM'>, id: string, removedTs: number): Statement =>
    statement(comment(alarmId, id).set({ removed: removedTs }), { expectRows: 1 })

  /** Permanently deletes comments that were removed before `beforeTs`. */
  const dropRemoved = (beforeTs: number): Statement =>
    statement(build.deleteFrom('alarm_event').where('removed', '>', 0).where('removed', '<', beforeTs))

  const assign = (tenantId: TenantId, alarmId: Uuid<'ALARM'>, userId: Uuid<'USER'> | null): Statement =>
    statement(
      build
        .updateTable('alarm')
        .set({ assignee_id: userId })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', alarmId),
      { expectRows: 1 },
    )

  const shelve = (tenantId: TenantId, alarmId: Uuid<'ALARM'>, { until, reason }: ShelfInput, by: string): Statement =>
    statement(
      build
        .updateTable('alarm')
        .set({ shelved_until: until, shelved_reason: reason, shelved_by: by })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', alarmId),
      { expectRows: 1 },
    )

  /** Also unshelves earlier alarms of the originator and type, because a new alarm would inherit their shelf. */
  const unshelve = (tenantId: TenantId, originatorId: string, type: string): Statement =>
    statement(
      build
        .updateTable('alarm')
        .set({ shelved_until: null, shelved_reason: null, shelved_by: null })
        .where('tenant_id', '=', tenantId)
        .where('originator_id', '=', originatorId)
        .where('type', '=', type)
        .where('shelved_until', 'is not', null),
    )

  /** Alarms whose shelf ended, at most `max`, those that ended first. */
  const endedShelves = (nowMs: number, max: number) =>
    relational.all(
      build
        .selectFrom('alarm')
        .select(['id', sql<number>`shelved_until`.as('until')])
        .where('shelved_until', '<=', nowMs)
        .orderBy('shelved_until')
        .limit(max),
    )

  /** Has no effect if the alarm was shelved again since. */
  const endShelf = (alarmId: Uuid<'ALARM'>, until: number): Statement =>
    statement(
      build
        .updateTable('alarm')
        .set({ shelved_until: null, shelved_reason: null, shelved_by: null })
        .where('id', '=', alarmId)
        .where('shelved_until', '=', until),
    )

  /** Users ordered by name. */
  async function assignees(filter: AssigneeFilter, max: number): Promise<AlarmUser[]> {
    const name = userNameSql('user')
    let query = build
      .selectFrom('user')
      .select(['user.id', name.as('name')])
      .where('tenant_id', '=', filter.tenantId)
      .where((where) =>
        where.or([
          where('customer_id', '=', filter.customerId).and('authority', '=', 'CUSTOMER_USER'),
          ...(filter.withAdministrators ? [where('authority', '=', 'TENANT_ADMIN')] : []),
        ]),
      )
    if (filter.userId !== undefined) query = query.where('user.id', '=', filter.userId)
    if (filter.textSearch) {
      const pattern = likePattern(filter.textSearch)
      query = query.where((where) =>
        where.or([dialect.isLike(name, pattern), dialect.isLike(sql.ref('user.email'), pattern)]),
      )
    }
    return relational.all(query.orderBy(dialect.sortKey(name)).orderBy('user.id').limit(max))
  }

  return {
    entriesOf,
    commentCount,
    findComment,
    addEntry,
    changeComment,
    setRemoved,
    dropRemoved,
    assign,
    shelve,
    unshelve,
    endedShelves,
    endShelf,
    assignees,
  }
}

/** Returns no entry for kinds of later versions, which are unknown here. */
function entryOf(row: AlarmEventTable): AlarmEntry[] {
  const base = {
    id: row.id,
    ts: row.created_time,
    by: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
  }
  const detail = row.detail === null ? {} : (JSON.parse(row.detail) as Readonly<Record<string, unknown>>)
  const kind = row.kind as AlarmEntryKind
  switch (kind) {
    case 'ACKNOWLEDGED':
    case 'CLEARED':
    case 'UNACKNOWLEDGED':
    case 'REOPENED':
    case 'UNASSIGNED':
    case 'UNSHELVED':
      return [{ ...base, kind }]
    case 'RAISED':
      return [{ ...base, kind, severity: detail.severity as AlarmSeverity }]
    case 'SEVERITY':
      return [{ ...base, kind, before: detail.before as AlarmSeverity, severity: detail.severity as AlarmSeverity }]
    case 'ASSIGNED':
      return [{ ...base, kind, assignee: detail.assignee as AlarmUser }]
    case 'SHELVED':
      return [{ ...base, kind, until: Number(detail.until), reason: String(detail.reason ?? '') }]
    case 'COMMENT':
      return [{ ...base, kind, text: String(detail.text ?? ''), editedTs: row.edited_ts }]
    default:
      return []
  }
}
