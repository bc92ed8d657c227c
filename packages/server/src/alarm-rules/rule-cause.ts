/** Builds the cause of an alarm: the comparisons that made its rule hold. Pure. */

import {
  type AlarmCause,
  type CauseComparison,
  causeComparisonsMax,
  causeTextMax,
} from '@sonde/model/alarms/alarm-cause'
import type { TypedValue } from '@sonde/model/telemetry/values'
import type { AlarmRule, ConditionFilter, Predicate } from './alarm-rule.ts'
import { fulfils, type RuleFacts, required, seenValue, sidesOf } from './rule-evaluation.ts'

/** Precondition: `rule` holds for `facts`. */
export function causeOf(rule: AlarmRule, facts: RuleFacts): AlarmCause {
  const { spec } = rule
  const comparisons: CauseComparison[] = []
  for (const filter of rule.filters) {
    if (comparisons.length >= causeComparisonsMax) break
    comparisons.push(...comparisonsOf(filter, facts))
  }
  return {
    ts: facts.ts,
    comparisons: comparisons.slice(0, causeComparisonsMax),
    durationMs: spec.kind === 'duration' ? required(spec.value, facts) * spec.unitMs : null,
    eventCount: spec.kind === 'repeating' ? required(spec.value, facts) : null,
  }
}

/** Comparisons of a filter that the value passes. */
function comparisonsOf(filter: ConditionFilter, facts: RuleFacts): readonly CauseComparison[] {
  const { keyKind: keyType, key } = filter
  const value = seenValue(filter, facts)
  return value === undefined ? [] : (held(filter.predicate, value, true) ?? [])

  /** Null: not fulfilled. Each comparison is evaluated at most once; those known to be fulfilled aren't evaluated. */
  function held(predicate: Predicate, of: TypedValue, isKnown: boolean): readonly CauseComparison[] | null {
    const isConstant = keyType === 'CONSTANT'
    if (predicate.kind === 'complex') {
      const { isAnd, predicates } = predicate
      const all: CauseComparison[] = []
      for (const each of predicates) {
        const found = held(each, of, isKnown && isAnd)
        if (!isAnd && found) return found
        if (isAnd && !found) return null
        all.push(...(found ?? []))
        if (isKnown && all.length >= causeComparisonsMax) return all
      }
      return isAnd ? all : null
    }
    const sides = sidesOf(predicate, of, facts, isConstant)
    if (!sides || !(isKnown || fulfils(predicate, of, facts, isConstant))) return null
    const operation = predicate.kind === 'boolean' ? (predicate.isEqual ? 'EQUAL' : 'NOT_EQUAL') : predicate.operation
    return [{ keyType, key, value: shortened(sides.left), operation, limit: shortened(sides.right) }]
  }
}

const shortened = <T>(value: T): T | string =>
  typeof value === 'string' && value.length > causeTextMax ? `${value.slice(0, causeTextMax - 1)}…` : value
