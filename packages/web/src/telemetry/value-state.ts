/** State of a value against the limits of its alarm rules: severity, since when, distance to the next limit. Pure. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { ValueAlarm } from './use-value-alarms.ts'
import type { RuleLimit } from './value-limits.ts'

export type KnownLimit = Omit<RuleLimit, 'from'>

export interface ValueState {
  /** Severity of the most severe limit that is exceeded. */
  readonly severity: AlarmSeverity
  /** The nearest more severe limit on the same side; null: there is none. */
  readonly next: { readonly severity: AlarmSeverity; readonly limit: number; readonly distance: number } | null
}

/** Null: no limit is exceeded. `limits`: most severe first. */
export function stateOf(value: number, limits: readonly KnownLimit[]): ValueState | null {
  const exceeded = limits.find((limit) => isExceeded(limit, value))
  if (!exceeded) return null
  // Every more severe limit comes first, and none of them is exceeded.
  const [next] = limits
    .slice(0, limits.indexOf(exceeded))
    .filter(({ side, severity }) => side !== null && side === exceeded.side && severity !== exceeded.severity)
    .map((limit) => ({ severity: limit.severity, limit: limit.value, distance: Math.abs(limit.value - value) }))
    .toSorted((a, b) => a.distance - b.distance)
  return { severity: exceeded.severity, next: next ?? null }
}

function isExceeded({ side, value: limit, isInclusive }: KnownLimit, value: number): boolean {
  if (value === limit) return side === null || isInclusive
  return side === 'above' ? value > limit : side === 'below' && value < limit
}

export interface StateHistory {
  /** Values up to the current one. */
  readonly column: Pick<SeriesColumn, 'ts' | 'values'>
  /** Ms between the points of an aggregation, each at the middle of its interval; 0 for raw values. */
  readonly intervalMs: number
}

/**
 * Epoch ms from which the severity's limits have been exceeded without a break; null: unknown. Points of intervals only
 * tell the interval, so an alarm that was raised in it gives the time. If the value exceeded the limits before the first
 * point, only an alarm tells when that began, and not if a less severe limit could have raised the same alarm.
 */
export function sinceOf(
  severity: AlarmSeverity,
  limits: readonly KnownLimit[],
  { column: { ts, values }, intervalMs }: StateHistory,
  alarms: readonly Pick<ValueAlarm, 'type' | 'status' | 'startTs'>[],
): number | null {
  const own = limits.filter((limit) => limit.severity === severity)
  const raised = alarms.filter(
    ({ type, status }) => status.startsWith('ACTIVE') && own.some(({ alarmType }) => alarmType === type),
  )
  const raisedIn = (startMs: number, endMs: number) =>
    raised.find(({ startTs }) => startTs >= startMs && startTs <= endMs)?.startTs ?? null

  let first = ts.length
  while (first > 0 && own.some((limit) => isExceeded(limit, values[first - 1] ?? Number.NaN))) first--
  const since = ts[first]
  const quiet = ts[first - 1]
  const half = intervalMs / 2
  if (quiet !== undefined) return raisedIn(quiet - half, (since ?? Infinity) + half) ?? since ?? null

  const rank = alarmSeverities.indexOf(severity)
  const isSure = ({ type }: Pick<ValueAlarm, 'type'>) =>
    !limits.some((limit) => limit.alarmType === type && alarmSeverities.indexOf(limit.severity) > rank)
  return raised.find((alarm) => alarm.startTs <= (since ?? Infinity) + half && isSure(alarm))?.startTs ?? null
}
