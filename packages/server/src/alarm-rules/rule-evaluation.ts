/** Evaluates alarm rules for the known values of a device. Pure, except that it updates the given counters. */

import { numberMatches, textMatches } from '@sonde/model/entity-query/key-filters'
import { type TypedValue, ValueType, valueText } from '@sonde/model/telemetry/values'
import type { Rest } from '../turns/turns.ts'
import type { AlarmRule, ConditionFilter, Predicate, RuleValue } from './alarm-rule.ts'
import { holdsAt } from './rule-schedule.ts'

/** TRUE raises or clears the alarm, FALSE resets the rule's counters, NOT_YET keeps them. */
export type RuleResult = 'TRUE' | 'FALSE' | 'NOT_YET'

/** Counters of a rule, also the stored format. */
export interface RuleCounters {
  /** Timestamp of the last event for which the rule held, epoch ms; 0: none. */
  lastEventTs: number
  /** How long the rule has held, ms. */
  duration: number
  eventCount: number
}

export const newCounters = (): RuleCounters => ({ lastEventTs: 0, duration: 0, eventCount: 0 })

export function resetCounters(counters: RuleCounters): void {
  counters.lastEventTs = 0
  counters.duration = 0
  counters.eventCount = 0
}

/** Values that rules refer to. */
export interface RuleFacts {
  /** Timestamp of the data, epoch ms. */
  readonly ts: number
  series(key: string): TypedValue | undefined
  /** An attribute of the device in any scope. */
  attribute(key: string): TypedValue | undefined
  field(key: string): TypedValue | undefined
  /** Server attributes of the customer and the tenant. */
  customerAttribute(key: string): TypedValue | undefined
  tenantAttribute(key: string): TypedValue | undefined
}

const isScheduled = ({ schedule }: AlarmRule, { ts }: RuleFacts) => schedule === null || holdsAt(schedule, ts)

/** Whether all conditions are fulfilled and the schedule is active. */
const holds = (rule: AlarmRule, facts: RuleFacts): boolean =>
  isScheduled(rule, facts) && rule.filters.every((filter) => passes(filter, facts))

/** Like `holds`, for a rule with many conditions that may take long: calls `rest` between conditions. */
export async function holdsSlowly(rule: AlarmRule, facts: RuleFacts, rest: Rest): Promise<boolean> {
  if (!isScheduled(rule, facts)) return false
  for (const { keyKind, predicate, ...filter } of rule.filters) {
    const value = seenValue({ keyKind, ...filter }, facts)
    if (value === undefined) return false
    if (!(await fulfilsSlowly(predicate, value, facts, keyKind === 'CONSTANT', rest))) return false
  }
  return true
}

/**
 * `isHeld`: result of `holdsSlowly`, if it was used. Throws if an attribute used as repeat count or duration isn't a
 * number.
 */
export function evaluate(
  rule: AlarmRule,
  facts: RuleFacts,
  counters: RuleCounters,
  isHeld: boolean = holds(rule, facts),
): RuleResult {
  if (!isHeld) return 'FALSE'
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

/**
 * Evaluates elapsed time without new data: a condition that held last still holds. Only durations can complete this
 * way.
 */
export function evaluateByClock(rule: AlarmRule, facts: RuleFacts, counters: RuleCounters): RuleResult {
  if (rule.spec.kind !== 'duration') return 'NOT_YET'
  if (counters.lastEventTs === 0 || facts.ts <= counters.lastEventTs) return 'NOT_YET'
  if (rule.schedule !== null && !holdsAt(rule.schedule, facts.ts)) return 'FALSE'
  const duration = counters.duration + facts.ts - counters.lastEventTs
  return duration > required(rule.spec.value, facts) * rule.spec.unitMs ? 'TRUE' : 'NOT_YET'
}

export function required(value: RuleValue<number>, facts: RuleFacts): number {
  const found = value.dynamic && dynamicValue(value, facts)
  if (found) {
    const number = asNumber(found)
    if (number === null) {
      throw new Error(`The attribute "${value.dynamic?.attribute}" must be a number, because an alarm rule uses it.`)
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

function passes(filter: ConditionFilter, facts: RuleFacts): boolean {
  const value = seenValue(filter, facts)
  return value !== undefined && fulfils(filter.predicate, value, facts, filter.keyKind === 'CONSTANT')
}

export function seenValue(
  { keyKind, key, constant }: Omit<ConditionFilter, 'predicate'>,
  facts: RuleFacts,
): TypedValue | undefined {
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

/**
 * `isConstant`: the key is a constant. Then the value's default isn't used, because the result would be the same on
 * every
 * device.
 */
export function fulfils(predicate: Predicate, value: TypedValue, facts: RuleFacts, isConstant: boolean): boolean {
  if (predicate.kind === 'complex') {
    const each = (inner: Predicate) => fulfils(inner, value, facts, isConstant)
    return predicate.isAnd ? predicate.predicates.every(each) : predicate.predicates.some(each)
  }
  const sides = sidesOf(predicate, value, facts, isConstant)
  if (!sides) return false
  switch (sides.kind) {
    case 'numeric':
      return numberMatches(sides.operation, sides.left, sides.right)
    case 'boolean':
      return (sides.left === sides.right) === sides.isEqual
    case 'string': {
      const { operation, ignoreCase, left, right } = sides
      return ignoreCase
        ? textMatches(operation, left.toLowerCase(), right.toLowerCase())
        : textMatches(operation, left, right)
    }
  }
}

async function fulfilsSlowly(
  predicate: Predicate,
  value: TypedValue,
  facts: RuleFacts,
  isConstant: boolean,
  rest: Rest,
): Promise<boolean> {
  const waits = rest()
  if (waits) await waits
  if (predicate.kind !== 'complex') return fulfils(predicate, value, facts, isConstant)
  const { isAnd, predicates } = predicate
  for (const each of predicates) {
    if ((await fulfilsSlowly(each, value, facts, isConstant, rest)) !== isAnd) return !isAnd
  }
  return isAnd
}

type SimplePredicate<K extends Predicate['kind']> = Extract<Predicate, { kind: K }>
type Sides =
  | (SimplePredicate<'numeric'> & { readonly left: number; readonly right: number })
  | (SimplePredicate<'boolean'> & { readonly left: boolean; readonly right: boolean })
  | (SimplePredicate<'string'> & { readonly left: string; readonly right: string })

/** Both operands of a comparison; null if one is missing or has the wrong type. */
export function sidesOf(
  predicate: Exclude<Predicate, { kind: 'complex' }>,
  value: TypedValue,
  facts: RuleFacts,
  isConstant: boolean,
): Sides | null {
  switch (predicate.kind) {
    case 'numeric': {
      const left = asNumber(value)
      const right = compared(predicate.value, facts, isConstant, asNumber)
      return left === null || right === null ? null : { ...predicate, left, right }
    }
    case 'boolean': {
      const left = asBoolean(value)
      const right = compared(predicate.value, facts, isConstant, asBoolean)
      return left === null || right === null ? null : { ...predicate, left, right }
    }
    case 'string': {
      const right = compared(predicate.value, facts, isConstant, valueText)
      return right === null ? null : { ...predicate, left: valueText(value), right }
    }
  }
}

/** The right operand: the dynamic value if it exists and has the right type, otherwise the default. */
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
