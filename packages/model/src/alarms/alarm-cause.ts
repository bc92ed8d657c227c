/** Why a rule raised an alarm: the values that it saw, and what it compared them with. */

import Type, { type Static } from 'typebox'
import { alarmKeyTypes } from '../device-profiles/alarm-rule.ts'
import { booleanOperations, numericOperations, stringOperations } from '../entity-query/predicate-operations.ts'
import { epochMs, nullable } from '../schema-parts.ts'
import { alarmInfo } from './alarm.ts'
import { alarmShelf, alarmUser } from './alarm-history.ts'

/** Of a rule with more, the first ones. */
export const causeComparisonsMax = 10
/** Characters of a text; longer ones end with an ellipsis. */
export const causeTextMax = 255

const compared = Type.Union([Type.Number(), Type.Boolean(), Type.String()])

/** It held: `value` of the key stood in this relation to `limit`. */
export const causeComparison = Type.Object({
  keyType: Type.Enum([...alarmKeyTypes]),
  key: Type.String(),
  value: compared,
  operation: Type.Enum([...new Set([...numericOperations, ...booleanOperations, ...stringOperations])]),
  limit: compared,
})
export type CauseComparison = Static<typeof causeComparison>

export const alarmCause = Type.Object({
  /** Of the data. */
  ts: epochMs,
  /** All of them held; of alternatives the first that did. */
  comparisons: Type.Array(causeComparison),
  /** For how long they had to hold, ms; null: no time. */
  durationMs: nullable(Type.Number()),
  /** How many times in a row they had to hold; null: once. */
  eventCount: nullable(Type.Number()),
})
export type AlarmCause = Static<typeof alarmCause>

/**
 * `cause`: when it was raised, or became as severe as it is; null where no alarm rule raised it. `assignee` and `shelf`
 * are null for visitors. `deviceProfileName`: of the originator, whose keys may have names and units; null if it is no
 * device.
 */
export const explainedAlarm = Type.Object({
  ...alarmInfo.properties,
  deviceProfileName: nullable(Type.String()),
  cause: nullable(alarmCause),
  assignee: nullable(alarmUser),
  shelf: nullable(alarmShelf),
})
export type ExplainedAlarm = Static<typeof explainedAlarm>
