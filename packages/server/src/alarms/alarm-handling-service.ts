/**
 * User actions on alarms (commenting, assigning, shelving) and the alarm history. They require the same permission as
 * acknowledging an alarm; public visitors see none of it.
 *
 * None of these actions changes the alarm in its wire format, so the rule engine and live subscriptions aren't
 * notified.
 */

import type { Alarm, AlarmInfo, AlarmSeverity } from '@sonde/model/alarms/alarm'
import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import {
  type AlarmEntry,
  type AlarmEntryKind,
  type AlarmUser,
  type CommentAnswer,
  commentsMax,
  type ShelfInput,
  shelfMsMax,
} from '@sonde/model/alarms/alarm-history'
import { badRequest, forbidden, notFound } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { Statement } from '../storage/relational.ts'
import type { AlarmHandlingStore } from './alarm-handling-store.ts'
import type { AlarmStore } from './alarm-store.ts'
import { alarmUserOf } from './alarm-users.ts'

/** Maximum number of users offered as assignees. */
export const assigneesMax = 50
/** Interval of the check for ended shelves, and maximum number of shelves ended per commit. */
export const shelfEndMs = 15_000
const endsMax = 1_000
/** How long a deleted comment can be restored, ms. */
export const commentRestoreMs = 3_600_000

export interface AlarmHandlingDeps {
  readonly store: AlarmHandlingStore
  readonly alarms: Pick<AlarmStore, 'find' | 'findExplained'>
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
}

export type AlarmHandling = ReturnType<typeof createAlarmHandling>

export function createAlarmHandling({ store, alarms, access, commit, clock }: AlarmHandlingDeps) {
  async function alarmFor(scope: Scope, id: string): Promise<AlarmInfo> {
    const { tenantId } = await access.requireEntity(scope, 'WRITE', entityId('ALARM', id))
    const alarm = await alarms.find(tenantId, id.toLowerCase())
    if (!alarm) throw notFound('ALARM', id)
    return alarm
  }

  async function explained({ tenantId, id }: Alarm): Promise<ExplainedAlarm> {
    const alarm = await alarms.findExplained(tenantId.id, id.id, clock.nowMs())
    if (!alarm) throw notFound('ALARM', id.id)
    return alarm
  }

  const entryOf = (kind: AlarmEntryKind, by: AlarmUser | null, detail?: object) => {
    const nowMs = clock.nowMs()
    return { id: newId(nowMs), ts: nowMs, kind, by, ...(detail && { detail }) }
  }

  async function record(alarm: Alarm, statements: readonly Statement[], said: object): Promise<void> {
    const audit: AuditNote = {
      action: 'UPDATED',
      entity: alarm.id,
      entityName: alarm.type,
      customerId: alarm.customerId.id,
      data: { entityId: alarm.id.id, ...said },
    }
    await commit({ statements, audit: [audit] })
  }

  /** Entries, oldest first: raised, changed, acknowledged, cleared, assigned, shelved, commented. */
  async function history(scope: Scope, id: string): Promise<AlarmEntry[]> {
    const alarm = await alarmFor(scope, id)
    return withKnown(alarm, await store.entriesOf(alarm.id.id))
  }

  async function comment(scope: Scope, id: string, text: string): Promise<CommentAnswer> {
    const alarm = await alarmFor(scope, id)
    requireText(text)
    if ((await store.commentCount(alarm.id.id)) >= commentsMax) {
      throw badRequest(`An alarm can have at most ${commentsMax} comments. Delete some first.`)
    }
    const entry = entryOf('COMMENT', alarmUserOf(scope), { text })
    await record(alarm, [store.addEntry(alarm.id.id, entry)], { comment: text })
    return { id: entry.id, ts: entry.ts }
  }

  /** Returns the comment's ID if the caller is its author; otherwise throws. */
  async function ownComment(scope: Scope, alarm: Alarm, commentId: string, isRemoved: boolean): Promise<string> {
    const found = await store.findComment(alarm.id.id, commentId.toLowerCase())
    if (!found || found.isRemoved !== isRemoved) throw notFound('COMMENT', commentId)
    if (found.userId !== scope.userId) throw forbidden('Only the author can change a comment.')
    return found.id
  }

  async function changeComment(scope: Scope, id: string, commentId: string, text: string): Promise<void> {
    const alarm = await alarmFor(scope, id)
    requireText(text)
    const own = await ownComment(scope, alarm, commentId, false)
    await record(alarm, [store.changeComment(alarm.id.id, own, text, clock.nowMs())], { comment: text })
  }

  async function deleteComment(scope: Scope, id: string, commentId: string): Promise<void> {
    const alarm = await alarmFor(scope, id)
    const own = await ownComment(scope, alarm, commentId, false)
    await record(alarm, [store.setRemoved(alarm.id.id, own, clock.nowMs())], { deletedComment: own })
  }

  /** Restores a deleted comment. Deleted comments are removed permanently after an hour. */
  async function restoreComment(scope: Scope, id: string, commentId: string): Promise<void> {
    const alarm = await alarmFor(scope, id)
    const own = await ownComment(scope, alarm, commentId, true)
    await record(alarm, [store.setRemoved(alarm.id.id, own, 0)], { restoredComment: own })
  }

  /**
   * Users who may see the alarm: administrators of its tenant and users of its customer. Customer users see only the
   * latter.
   */
  const assigneesOf = (scope: Scope, alarm: Alarm) => ({
    tenantId: alarm.tenantId.id,
    customerId: alarm.customerId.id,
    withAdministrators: scope.authority !== 'CUSTOMER_USER',
  })

  async function assignees(scope: Scope, id: string, textSearch: string | undefined): Promise<AlarmUser[]> {
    const alarm = await alarmFor(scope, id)
    return store.assignees({ ...assigneesOf(scope, alarm), ...(textSearch && { textSearch }) }, assigneesMax)
  }

  /** `userId` null: removes the assignee. */
  async function assign(scope: Scope, id: string, userId: string | null): Promise<ExplainedAlarm> {
    const alarm = await alarmFor(scope, id)
    const before = (await explained(alarm)).assignee
    const wanted = userId?.toLowerCase() ?? null
    if ((before?.id ?? null) === wanted) return explained(alarm)
    const [assignee] =
      wanted === null ? [null] : await store.assignees({ ...assigneesOf(scope, alarm), userId: wanted }, 1)
    if (assignee === undefined) throw badRequest('userId: this user can’t see the alarm. Choose another user.')
    const by = alarmUserOf(scope)
    const entry = assignee ? entryOf('ASSIGNED', by, { assignee }) : entryOf('UNASSIGNED', by)
    await record(alarm, [store.assign(alarm.tenantId.id, alarm.id.id, wanted), store.addEntry(alarm.id.id, entry)], {
      assignee: assignee?.name ?? null,
    })
    return explained(alarm)
  }

  /** Hides the alarm from default lists and counts until the given time, even if it's cleared and raised again. */
  async function shelve(scope: Scope, id: string, { until, reason }: ShelfInput): Promise<ExplainedAlarm> {
    const alarm = await alarmFor(scope, id)
    const nowMs = clock.nowMs()
    if (until <= nowMs) throw badRequest('until: enter a time in the future.')
    if (until > nowMs + shelfMsMax) {
      throw badRequest(`until: an alarm can be shelved for ${shelfMsMax / 86_400_000} days at most.`)
    }
    const by = alarmUserOf(scope)
    const shelf = { until, reason: reason.trim() }
    await record(
      alarm,
      [
        store.shelve(alarm.tenantId.id, alarm.id.id, shelf, by.name),
        store.addEntry(alarm.id.id, entryOf('SHELVED', by, shelf)),
      ],
      { shelf },
    )
    return explained(alarm)
  }

  /** Has no effect if the alarm isn't shelved. */
  async function unshelve(scope: Scope, id: string): Promise<ExplainedAlarm> {
    const alarm = await alarmFor(scope, id)
    if ((await explained(alarm)).shelf) {
      const statements = [
        store.unshelve(alarm.tenantId.id, alarm.originator.id, alarm.type),
        store.addEntry(alarm.id.id, entryOf('UNSHELVED', alarmUserOf(scope))),
      ]
      await record(alarm, statements, { shelf: null })
    }
    return explained(alarm)
  }

  /** Ends expired shelves and permanently removes old deleted comments. Returns the number of ended shelves. */
  async function endShelves(signal?: AbortSignal): Promise<number> {
    let count = 0
    for (;;) {
      const ended = await store.endedShelves(clock.nowMs(), endsMax)
      if (ended.length === 0 || signal?.aborted) break
      await commit({
        statements: ended.flatMap(({ id, until }) => [
          store.endShelf(id, until),
          store.addEntry(id, { ...entryOf('UNSHELVED', null), ts: until }),
        ]),
      })
      count += ended.length
    }
    await commit({ statements: [store.dropRemoved(clock.nowMs() - commentRestoreMs)] })
    return count
  }

  return {
    history,
    comment,
    changeComment,
    deleteComment,
    restoreComment,
    assignees,
    assign,
    shelve,
    unshelve,
    endShelves,
  }
}

function requireText(text: string) {
  if (text.trim() === '') throw badRequest('text: enter a comment.')
}

/** Adds entries derived from the alarm: when it was raised, and changes without a recorded entry. */
function withKnown(alarm: Alarm, entries: readonly AlarmEntry[]): AlarmEntry[] {
  const has = (kind: AlarmEntryKind) => entries.some((entry) => entry.kind === kind)
  const changed = entries.find((entry) => entry.kind === 'SEVERITY')
  const severity: AlarmSeverity = changed?.kind === 'SEVERITY' ? changed.before : alarm.severity
  const known: AlarmEntry[] = [{ id: alarm.id.id, ts: alarm.createdTime, kind: 'RAISED', by: null, severity }]
  if (alarm.ackTs > 0 && !has('ACKNOWLEDGED')) {
    known.push({ id: alarm.id.id, ts: alarm.ackTs, kind: 'ACKNOWLEDGED', by: null })
  }
  if (alarm.clearTs > 0 && !has('CLEARED')) {
    known.push({ id: alarm.id.id, ts: alarm.clearTs, kind: 'CLEARED', by: null })
  }
  // Stable sort: entries with the same time stay in recorded order.
  return [...known, ...entries].sort((a, b) => a.ts - b.ts)
}
