/** Cause of an alarm: the values that the rule evaluated and the limits it compared them with. */

import Type, { type Static } from 'typebox'
import { alarmKeyTypes } from '../device-profiles/alarm-rule.ts'
import { booleanOperations, numericOperations, stringOperations } from '../entity-query/predicate-operations.ts'
import { epochMs, nullable } from '../schema-parts.ts'
import { alarmInfo } from './alarm.ts'
import { alarmShelf, alarmUser } from './alarm-history.ts'

/** Maximum comparisons in a cause; further ones are left out. */
export const causeComparisonsMax = 10
/** Maximum characters of a text; longer texts end with an ellipsis. */
export const causeTextMax = 255

const compared = Type.Union([Type.Number(), Type.Boolean(), Type.String()])

/** A comparison that was true: `value` of the key against `limit`. */
export const causeComparison = Type.Object({
  keyType: Type.Enum([...alarmKeyTypes]),
  key: Type.String(),
  value: compared,
  operation: Type.Enum([...new Set([...numericOperations, ...booleanOperations, ...stringOperations])]),
  limit: compared,
})
export type CauseComparison = Static<typeof causeComparison>

export const alarmCause = Type.Object({
  /** Time of the data, epoch ms. */
  ts: epochMs,
  /** All comparisons were true. For alternatives, the first one that was true. */
  comparisons: Type.Array(causeComparison),
  /** Time for which the comparisons had to be true, ms; null: no duration. */
  durationMs: nullable(Type.Number()),
  /** Number of times in a row that the comparisons had to be true; null: once. */
  eventCount: nullable(Type.Number()),
})
export type AlarmCause = Static<typeof alarmCause>

/**
 * Alarm with its explanation. `cause`: recorded when the alarm was raised or reached its present severity; null if no
 * alarm rule raised it. `assignee` and `shelf` are null for visitors. `deviceProfileName`: profile of the originator,
 * whose keys may have names and units; null if the originator isn't a device.
 */
export const explainedAlarm = Type.Object({
  ...alarmInfo.properties,
  deviceProfileName: nullable(Type.String()),
  cause: nullable(alarmCause),
  assignee: nullable(alarmUser),
  shelf: nullable(alarmShelf),
})
export type ExplainedAlarm = Static<typeof explainedAlarm>
