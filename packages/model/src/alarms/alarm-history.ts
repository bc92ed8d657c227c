/** What happened to an alarm and what people did about it: history, comments, assignee, shelf. Sonde's own. */

import Type, { type Static, type TProperties } from 'typebox'
import { epochMs, epochMsInput, nullable, pageQuery, uuid } from '../schema-parts.ts'
import { alarmSeverities } from './alarm-kinds.ts'

/** Characters of a comment. */
export const commentLengthMax = 2_000
/** Comments of one alarm, those that can be restored included. */
export const commentsMax = 200
/** Entries of one alarm besides comments; later ones aren't recorded. */
export const historyMax = 500
/** Characters of the reason of a shelf. */
export const shelfReasonMax = 255
/** How far ahead the end of a shelf may lie, ms. */
export const shelfMsMax = 90 * 86_400_000

/** A user as others see them on an alarm. `name`: first and last name, or the email. */
export const alarmUser = Type.Object({ id: uuid, name: Type.String() })
export type AlarmUser = Static<typeof alarmUser>

/** A shelved alarm counts nowhere and is in no default list until the end. */
export const alarmShelf = Type.Object({ until: epochMs, reason: Type.String(), by: Type.String() })
export type AlarmShelf = Static<typeof alarmShelf>

const severity = Type.Enum([...alarmSeverities])

const entry = <const K extends string, P extends TProperties>(kind: K, properties: P) =>
  Type.Object({
    id: uuid,
    ts: epochMs,
    kind: Type.Literal(kind),
    /** Null: a rule, or the server. */
    by: nullable(alarmUser),
    ...properties,
  })

export const alarmEntry = Type.Union([
  entry('RAISED', { severity }),
  entry('SEVERITY', { before: severity, severity }),
  entry('ACKNOWLEDGED', {}),
  entry('CLEARED', {}),
  entry('ASSIGNED', { assignee: alarmUser }),
  entry('UNASSIGNED', {}),
  entry('SHELVED', { until: epochMs, reason: Type.String() }),
  /** By nobody: its time ended. */
  entry('UNSHELVED', {}),
  /** `editedTs` 0: not edited. */
  entry('COMMENT', { text: Type.String(), editedTs: epochMs }),
])
export type AlarmEntry = Static<typeof alarmEntry>
export type AlarmEntryKind = AlarmEntry['kind']

export const commentInput = Type.Object({ text: Type.String({ minLength: 1, maxLength: commentLengthMax }) })
export type CommentInput = Static<typeof commentInput>

export const commentAnswer = Type.Object({ id: uuid, ts: epochMs })
export type CommentAnswer = Static<typeof commentAnswer>

/** Null: nobody. */
export const assigneeInput = Type.Object({ userId: nullable(uuid) })
export type AssigneeInput = Static<typeof assigneeInput>

export const shelfInput = Type.Object({
  until: epochMsInput,
  reason: Type.String({ maxLength: shelfReasonMax }),
})
export type ShelfInput = Static<typeof shelfInput>

export const assigneeQuery = Type.Object({ textSearch: pageQuery.textSearch })
