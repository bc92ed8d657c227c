/**
 * Whether an alarm rule holds for what is known of a device. Pure but for the counters that it is given.
 */

import { numberMatches, textMatches } from '@sonde/model/entity-query/key-filters'
import { type TypedValue, ValueType, valueText } from '@sonde/model/telemetry/values'
import type { AlarmRule, ConditionFilter, Predicate, RuleValue } from './alarm-rule.ts'
import { holdsAt } from './rule-schedule.ts'

/** TRUE raises, FALSE starts its counters anew, NOT_YET keeps them. */
export type RuleResult = 'TRUE' | 'FALSE' | 'NOT_YET'

/** What a rule has counted; as it is stored on the wire of states. */
export interface RuleCounters {
  /** Epoch ms of the last event that held; 0: none. */
  lastEventTs: number
  /** ms for which it has held. */
  duration: number
  eventCount: number
}

export const newCounters = (): RuleCounters => ({ lastEventTs: 0, duration: 0, eventCount: 0 })

export function resetCounters(counters: RuleCounters): void {
  counters.lastEventTs = 0
  counters.duration = 0
  counters.eventCount = 0
}

/** What rules look at. */
export interface RuleFacts {
  /** Epoch ms of the data. */
  readonly ts: number
  series(key: string): TypedValue | undefined
  /** Of any scope of the device. */
  attribute(key: string): TypedValue | undefined
  field(key: string): TypedValue | undefined
  /** Server attributes. */
  customerAttribute(key: string): TypedValue | undefined
  tenantAttribute(key: string): TypedValue | undefined
}

/** Throws when an attribute that stands for a number of repeats or a duration is no number. */
export function evaluate(rule: AlarmRule, facts: RuleFacts, counters: RuleCounters): RuleResult {
  const holds =
    (rule.schedule === null || holdsAt(rule.schedule, facts.ts)) && rule.filters.every((f) => passes(f, facts))
  if (!holds) return 'FALSE'
  switch (rule.spec.kind) {
    case 'simple':
      return 'TRUE'
    case 'repeating':
      counters.eventCount++
      return counters.eventCount >= required(rule.spec.value, facts) ? 'TRUE' : 'NOT_YET'
    case 'duration': {
      if (counters.lastEventTs === 0) {
        counters.lastEventTs = facts.ts
        counters.duration = 0
      } else if (facts.ts > counters.lastEventTs) {
        counters.duration += facts.ts - counters.lastEventTs
        counters.lastEventTs = facts.ts
      }
      return counters.duration > required(rule.spec.value, facts) * rule.spec.unitMs ? 'TRUE' : 'NOT_YET'
    }
  }
}

/** The same without new data, by the clock: a condition that held last still does. Only durations grow by it. */
export function evaluateByClock(rule: AlarmRule, facts: RuleFacts, counters: RuleCounters): RuleResult {
  if (rule.spec.kind !== 'duration') return 'NOT_YET'
  if (counters.lastEventTs === 0 || facts.ts <= counters.lastEventTs) return 'NOT_YET'
  if (rule.schedule !== null && !holdsAt(rule.schedule, facts.ts)) return 'FALSE'
  const duration = counters.duration + facts.ts - counters.lastEventTs
  return duration > required(rule.spec.value, facts) * rule.spec.unitMs ? 'TRUE' : 'NOT_YET'
}

function required(value: RuleValue<number>, facts: RuleFacts): number {
  const found = value.dynamic && dynamicValue(value, facts)
  if (found) {
    const number = asNumber(found)
    if (number === null) {
      throw new Error(`The attribute "${value.dynamic?.attribute}" must be a number; an alarm rule counts with it.`)
    }
    return number
  }
  return value.fallback ?? 0
}

function dynamicValue({ dynamic }: RuleValue<unknown>, facts: RuleFacts): TypedValue | undefined {
  if (!dynamic) return undefined
  const { source, attribute, inherits } = dynamic
  const ofTenant = () => (inherits || source === 'CURRENT_TENANT' ? facts.tenantAttribute(attribute) : undefined)
  const ofCustomer = () =>
    (inherits || source === 'CURRENT_CUSTOMER' ? facts.customerAttribute(attribute) : undefined) ?? ofTenant()
  switch (source) {
    case 'CURRENT_DEVICE':
      return facts.attribute(attribute) ?? ofCustomer()
    case 'CURRENT_CUSTOMER':
      return ofCustomer()
    case 'CURRENT_TENANT':
      return ofTenant()
  }
}

function passes({ keyKind, key, constant, predicate }: ConditionFilter, facts: RuleFacts): boolean {
  const value = valueOfKey()
  return value !== undefined && fulfils(predicate, value, facts, keyKind === 'CONSTANT')

  function valueOfKey(): TypedValue | undefined {
    switch (keyKind) {
      case 'TIME_SERIES':
        return facts.series(key)
      case 'ATTRIBUTE':
        return facts.attribute(key)
      case 'ENTITY_FIELD':
        return facts.field(key)
      case 'CONSTANT':
        return constant ?? undefined
    }
  }
}

/** `isConstant`: then there is no default, since it is the same on every device. */
function fulfils(predicate: Predicate, value: TypedValue, facts: RuleFacts, isConstant: boolean): boolean {
  switch (predicate.kind) {
    case 'complex': {
      const each = (inner: Predicate) => fulfils(inner, value, facts, isConstant)
      return predicate.isAnd ? predicate.predicates.every(each) : predicate.predicates.some(each)
    }
    case 'numeric': {
      const left = asNumber(value)
      const right = compared(predicate.value, facts, isConstant, asNumber)
      return left !== null && right !== null && numberMatches(predicate.operation, left, right)
    }
    case 'boolean': {
      const left = asBoolean(value)
      const right = compared(predicate.value, facts, isConstant, asBoolean)
      return left !== null && right !== null && (left === right) === predicate.isEqual
    }
    case 'string': {
      const right = compared(predicate.value, facts, isConstant, valueText)
      if (right === null) return false
      const fold = (text: string) => (predicate.ignoreCase ? text.toLowerCase() : text)
      return textMatches(predicate.operation, fold(valueText(value)), fold(right))
    }
  }
}

/** What a key is held against: the dynamic value where there is one that fits, else the default. */
function compared<T>(
  value: RuleValue<T>,
  facts: RuleFacts,
  isConstant: boolean,
  convert: (value: TypedValue) => T | null,
): T | null {
  const found = dynamicValue(value, facts)
  const converted = found === undefined ? null : convert(found)
  if (converted !== null) return converted
  return isConstant ? null : value.fallback
}

function asNumber({ type, value }: TypedValue): number | null {
  switch (type) {
    case ValueType.LONG:
    case ValueType.DOUBLE:
      return Number(value)
    case ValueType.BOOLEAN:
      return value === true ? 1 : 0
    default: {
      const text = String(value).trim()
      const number = text === '' ? Number.NaN : Number(text)
      return Number.isFinite(number) ? number : null
    }
  }
}

function asBoolean({ type, value }: TypedValue): boolean | null {
  switch (type) {
    case ValueType.BOOLEAN:
      return value === true
    case ValueType.LONG:
    case ValueType.DOUBLE:
      return Number(value) > 0
    default:
      return String(value).trim().toLowerCase() === 'true'
  }
}
