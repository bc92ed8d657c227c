/** History of an alarm: state changes, comments, assignee and shelf. Sonde API, unknown to ThingsBoard. */

import Type, { type Static, type TProperties } from 'typebox'
import { epochMs, epochMsInput, nullable, pageQuery, uuid } from '../schema-parts.ts'
import { alarmSeverities } from './alarm-kinds.ts'

/** Maximum characters of a comment. */
export const commentLengthMax = 2_000
/** Maximum comments of one alarm, including deleted ones that can be restored. */
export const commentsMax = 200
/** Maximum entries of one alarm, not counting comments; later entries aren't recorded. */
export const historyMax = 500
/** Maximum characters of a shelf's reason. */
export const shelfReasonMax = 255
/** Maximum time from now to the end of a shelf, ms. */
export const shelfMsMax = 90 * 86_400_000

/** User as shown to others on an alarm. `name`: first and last name, or the email. */
export const alarmUser = Type.Object({ id: uuid, name: Type.String() })
export type AlarmUser = Static<typeof alarmUser>

/** Shelf of an alarm. Until `until`, the alarm is in no count and no default list. */
export const alarmShelf = Type.Object({ until: epochMs, reason: Type.String(), by: Type.String() })
export type AlarmShelf = Static<typeof alarmShelf>

const severity = Type.Enum([...alarmSeverities])

const entry = <const K extends string, P extends TProperties>(kind: K, properties: P) =>
  Type.Object({
    id: uuid,
    ts: epochMs,
    kind: Type.Literal(kind),
    /** null: a rule or the server. */
    by: nullable(alarmUser),
    ...properties,
  })

export const alarmEntry = Type.Union([
  entry('RAISED', { severity }),
  entry('SEVERITY', { before: severity, severity }),
  entry('ACKNOWLEDGED', {}),
  entry('CLEARED', {}),
  /** An acknowledgement, or a clearing, was undone. */
  entry('UNACKNOWLEDGED', {}),
  entry('REOPENED', {}),
  entry('ASSIGNED', { assignee: alarmUser }),
  entry('UNASSIGNED', {}),
  entry('SHELVED', { until: epochMs, reason: Type.String() }),
  /** `by` is null if the shelf expired. */
  entry('UNSHELVED', {}),
  /** `editedTs`: time of the last edit; 0: never edited. */
  entry('COMMENT', { text: Type.String(), editedTs: epochMs }),
])
export type AlarmEntry = Static<typeof alarmEntry>
export type AlarmEntryKind = AlarmEntry['kind']

export const commentInput = Type.Object({ text: Type.String({ minLength: 1, maxLength: commentLengthMax }) })
export type CommentInput = Static<typeof commentInput>

export const commentAnswer = Type.Object({ id: uuid, ts: epochMs })
export type CommentAnswer = Static<typeof commentAnswer>

/** null removes the assignee. */
export const assigneeInput = Type.Object({ userId: nullable(uuid) })
export type AssigneeInput = Static<typeof assigneeInput>

export const shelfInput = Type.Object({
  until: epochMsInput,
  reason: Type.String({ maxLength: shelfReasonMax }),
})
export type ShelfInput = Static<typeof shelfInput>

export const assigneeQuery = Type.Object({ textSearch: pageQuery.textSearch })
