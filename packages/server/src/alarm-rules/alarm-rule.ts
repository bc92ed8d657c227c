/**
 * Parses the alarm rules of a device profile (`profileData.alarms`) into a form that is fast to evaluate.
 *
 * Tolerant: malformed rules are skipped and listed in `faults`; the other rules work. Pure.
 */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm'
import {
  type AlarmKeyType,
  type AlarmStringOperation,
  alarmKeyTypes,
  alarmStringOperations,
  type DurationUnit,
  durationUnits,
  type RuleValueSource,
  ruleValueSources,
} from '@sonde/model/device-profiles/alarm-rule'
import { booleanOperations, type NumericOperation, numericOperations } from '@sonde/model/entity-query/entity-query'
import { type TypedValue, ValueType } from '@sonde/model/telemetry/values'

/** A value of a rule: a fixed value, or an attribute's value with a fallback. */
export interface RuleValue<T> {
  readonly fallback: T | null
  readonly dynamic: { readonly source: RuleValueSource; readonly attribute: string; readonly inherits: boolean } | null
}

export type Predicate =
  | {
      readonly kind: 'string'
      readonly operation: AlarmStringOperation
      readonly ignoreCase: boolean
      readonly value: RuleValue<string>
    }
  | { readonly kind: 'numeric'; readonly operation: NumericOperation; readonly value: RuleValue<number> }
  | { readonly kind: 'boolean'; readonly isEqual: boolean; readonly value: RuleValue<boolean> }
  | { readonly kind: 'complex'; readonly isAnd: boolean; readonly predicates: readonly Predicate[] }

export interface ConditionFilter {
  readonly keyKind: AlarmKeyType
  readonly key: string
  /** Set only for CONSTANT keys. */
  readonly constant: TypedValue | null
  readonly predicate: Predicate
}

export type RuleSpec =
  | { readonly kind: 'simple' }
  | { readonly kind: 'duration'; readonly unitMs: number; readonly value: RuleValue<number> }
  | { readonly kind: 'repeating'; readonly value: RuleValue<number> }

/** Times in ms after midnight in the schedule's time zone. `endsOn` 0 is the following midnight. */
interface DayWindow {
  readonly startsOn: number
  readonly endsOn: number
}
export interface RuleSchedule {
  readonly timeZone: string
  /** Windows by ISO weekday (1 is Monday). A missing day is never active. */
  readonly days: ReadonlyMap<number, DayWindow>
}

export interface AlarmRule {
  /** Null: the clear rule. */
  readonly severity: AlarmSeverity | null
  readonly filters: readonly ConditionFilter[]
  /** Number of conditions, including nested ones. */
  readonly conditions: number
  readonly spec: RuleSpec
  /** Null: always active. */
  readonly schedule: RuleSchedule | null
  readonly alarmDetails: string | null
  readonly dashboardId: string | null
  readonly seriesKeys: ReadonlySet<string>
  readonly attributeKeys: ReadonlySet<string>
  /** JSON text of the rule. Counters are kept only while it doesn't change. */
  readonly text: string
}

export interface ProfileAlarm {
  readonly id: string
  readonly alarmType: string
  /** Most severe first. */
  readonly createRules: readonly AlarmRule[]
  readonly clearRule: AlarmRule | null
  readonly propagate: boolean
  readonly propagateToOwner: boolean
  readonly propagateToTenant: boolean
  readonly propagateRelationTypes: readonly string[]
}

export interface ProfileRules {
  readonly alarms: readonly ProfileAlarm[]
  /** Keys in a device's snapshot: keys of conditions, and attributes that dynamic values refer to. */
  readonly seriesKeys: ReadonlySet<string>
  readonly attributeKeys: ReadonlySet<string>
  /** Server attributes of the customer and the tenant that dynamic values refer to. */
  readonly customerKeys: ReadonlySet<string>
  readonly tenantKeys: ReadonlySet<string>
  /** Whether any rule must be evaluated by time without new data. */
  readonly hasDurations: boolean
  /** Number of conditions of all rules. */
  readonly conditions: number
  readonly faults: readonly string[]
}

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

class RuleFault extends Error {
  override readonly name = 'RuleFault'
}

/** Null if the profile has no alarm rules. */
export function profileRulesOf(alarms: unknown): ProfileRules | null {
  if (!Array.isArray(alarms) || alarms.length === 0) return null
  const faults: string[] = []
  const read = alarms.flatMap((alarm: unknown): ProfileAlarm[] => {
    try {
      return [alarmOf(alarm, faults)]
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error
      faults.push(error.message)
      return []
    }
  })
  const seriesKeys = new Set<string>()
  const attributeKeys = new Set<string>()
  const customerKeys = new Set<string>()
  const tenantKeys = new Set<string>()
  let hasDurations = false
  let conditions = 0
  const note = ({ dynamic }: RuleValue<unknown>) => {
    if (!dynamic) return
    const { source, attribute, inherits } = dynamic
    if (source === 'CURRENT_DEVICE') attributeKeys.add(attribute)
    if (source === 'CURRENT_CUSTOMER' || (source === 'CURRENT_DEVICE' && inherits)) customerKeys.add(attribute)
    if (source === 'CURRENT_TENANT' || inherits) tenantKeys.add(attribute)
  }
  for (const rule of read.flatMap(rulesOf)) {
    for (const key of rule.seriesKeys) seriesKeys.add(key)
    for (const key of rule.attributeKeys) attributeKeys.add(key)
    for (const { predicate } of rule.filters) for (const value of valuesOf(predicate)) note(value)
    conditions += rule.conditions
    if (rule.spec.kind !== 'simple') note(rule.spec.value)
    if (rule.spec.kind === 'duration') hasDurations = true
  }
  return { alarms: read, seriesKeys, attributeKeys, customerKeys, tenantKeys, hasDurations, conditions, faults }
}

export const rulesOf = ({ createRules, clearRule }: ProfileAlarm): readonly AlarmRule[] =>
  clearRule ? [...createRules, clearRule] : createRules

const valuesOf = (predicate: Predicate): readonly RuleValue<unknown>[] =>
  predicate.kind === 'complex' ? predicate.predicates.flatMap(valuesOf) : [predicate.value]

const sizeOf = (predicate: Predicate): number =>
  predicate.kind === 'complex' ? predicate.predicates.reduce((sum, each) => sum + sizeOf(each), 1) : 1

function alarmOf(alarm: unknown, faults: string[]): ProfileAlarm {
  if (!isObject(alarm) || typeof alarm.alarmType !== 'string' || alarm.alarmType === '') {
    throw new RuleFault('An alarm has no type. Set one in the device profile.')
  }
  const { alarmType } = alarm
  const of = (rule: unknown, severity: AlarmSeverity | null): AlarmRule[] => {
    try {
      return [ruleOf(rule, severity)]
    } catch (error) {
      if (!(error instanceof RuleFault)) throw error
      faults.push(`Alarm "${alarmType}", ${severity ?? 'clear rule'}: ${error.message}`)
      return []
    }
  }
  const given = isObject(alarm.createRules) ? alarm.createRules : {}
  return {
    id: typeof alarm.id === 'string' && alarm.id !== '' ? alarm.id : alarmType,
    alarmType,
    createRules: alarmSeverities.flatMap((severity) =>
      isObject(given[severity]) ? of(given[severity], severity) : [],
    ),
    clearRule: isObject(alarm.clearRule) ? (of(alarm.clearRule, null)[0] ?? null) : null,
    propagate: alarm.propagate === true,
    propagateToOwner: alarm.propagateToOwner === true,
    propagateToTenant: alarm.propagateToTenant === true,
    propagateRelationTypes: textsOf(alarm.propagateRelationTypes),
  }
}

const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((each): each is string => typeof each === 'string') : []

function ruleOf(rule: unknown, severity: AlarmSeverity | null): AlarmRule {
  const { condition, schedule, alarmDetails, dashboardId } = rule as Json
  if (!isObject(condition) || !Array.isArray(condition.condition) || condition.condition.length === 0) {
    throw new RuleFault('the rule has no condition.')
  }
  const filters = condition.condition.map(filterOf)
  const keys = (kind: AlarmKeyType) => new Set(filters.filter(({ keyKind }) => keyKind === kind).map(({ key }) => key))
  return {
    severity,
    filters,
    conditions: filters.reduce((sum, { predicate }) => sum + sizeOf(predicate), 0),
    spec: specOf(condition.spec),
    schedule: scheduleOf(schedule),
    alarmDetails: typeof alarmDetails === 'string' && alarmDetails !== '' ? alarmDetails : null,
    dashboardId: isObject(dashboardId) && typeof dashboardId.id === 'string' ? dashboardId.id : null,
    seriesKeys: keys('TIME_SERIES'),
    attributeKeys: keys('ATTRIBUTE'),
    text: JSON.stringify(rule),
  }
}

function filterOf(filter: unknown): ConditionFilter {
  if (!isObject(filter) || !isObject(filter.key)) throw new RuleFault('a condition has no key.')
  const { type, key } = filter.key
  const keyKind = alarmKeyTypes.find((kind) => kind === type)
  if (!keyKind || typeof key !== 'string') throw new RuleFault(`a condition has the unknown key type "${type}".`)
  const predicate = predicateOf(filter.predicate)
  return { keyKind, key, constant: keyKind === 'CONSTANT' ? constantOf(filter.value) : null, predicate }
}

function constantOf(value: unknown): TypedValue | null {
  switch (typeof value) {
    case 'boolean':
      return { type: ValueType.BOOLEAN, value }
    case 'number':
      return { type: ValueType.DOUBLE, value }
    case 'string':
      return { type: ValueType.STRING, value }
    default:
      return null
  }
}

function operationOf<T extends string>(operations: readonly T[], operation: unknown): T {
  const existing = operations.find((each) => each === operation)
  if (!existing) throw new RuleFault(`a condition has the unknown operation "${operation}".`)
  return existing
}

function predicateOf(predicate: unknown): Predicate {
  if (!isObject(predicate)) throw new RuleFault('a condition has no predicate.')
  const { type, operation, value } = predicate
  switch (type) {
    case 'STRING':
      return {
        kind: 'string',
        operation: operationOf(alarmStringOperations, operation),
        ignoreCase: predicate.ignoreCase === true,
        value: ruleValueOf(value, (given) => (typeof given === 'string' ? given : null)),
      }
    case 'NUMERIC':
      return {
        kind: 'numeric',
        operation: operationOf(numericOperations, operation),
        value: ruleValueOf(value, numberOf),
      }
    case 'BOOLEAN':
      return {
        kind: 'boolean',
        isEqual: operationOf(booleanOperations, operation) === 'EQUAL',
        value: ruleValueOf(value, (given) => (typeof given === 'boolean' ? given : null)),
      }
    case 'COMPLEX':
      return {
        kind: 'complex',
        isAnd: operationOf(['AND', 'OR'], operation) === 'AND',
        predicates: Array.isArray(predicate.predicates) ? predicate.predicates.map(predicateOf) : [],
      }
    default:
      throw new RuleFault(`a condition has a predicate of the unknown type "${type}".`)
  }
}

const numberOf = (given: unknown): number | null => {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

function ruleValueOf<T>(value: unknown, read: (given: unknown) => T | null): RuleValue<T> {
  if (!isObject(value)) return { fallback: read(value), dynamic: null }
  const { defaultValue, userValue, dynamicValue } = value
  return { fallback: read(userValue) ?? read(defaultValue), dynamic: dynamicOf(dynamicValue) }
}

function dynamicOf(dynamicValue: unknown): RuleValue<unknown>['dynamic'] {
  if (!isObject(dynamicValue)) return null
  const { sourceType, sourceAttribute, inherit } = dynamicValue
  if (typeof sourceAttribute !== 'string' || sourceAttribute === '') return null
  // Rules run without a signed-in user, so a user's attribute doesn't exist and the default applies.
  const source = ruleValueSources.find((each) => each === sourceType)
  return source ? { source, attribute: sourceAttribute, inherits: inherit === true } : null
}

const unitsMs: Readonly<Record<DurationUnit, number>> = {
  SECONDS: 1_000,
  MINUTES: 60_000,
  HOURS: 3_600_000,
  DAYS: 86_400_000,
}

function specOf(spec: unknown): RuleSpec {
  if (!isObject(spec)) return { kind: 'simple' }
  switch (spec.type) {
    case 'DURATION': {
      const unit = durationUnits.find((each) => each === spec.unit)
      if (!unit) throw new RuleFault(`the duration has the unknown unit "${spec.unit}".`)
      return { kind: 'duration', unitMs: unitsMs[unit], value: ruleValueOf(spec.predicate, numberOf) }
    }
    case 'REPEATING':
      return { kind: 'repeating', value: ruleValueOf(spec.predicate, numberOf) }
    case 'SIMPLE':
    case undefined:
      return { kind: 'simple' }
    default:
      throw new RuleFault(`the condition has the unknown type "${spec.type}".`)
  }
}

function scheduleOf(schedule: unknown): RuleSchedule | null {
  if (!isObject(schedule) || schedule.type === 'ANY_TIME' || schedule.type === undefined) return null
  const timeZone = typeof schedule.timezone === 'string' && schedule.timezone !== '' ? schedule.timezone : 'UTC'
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new RuleFault(`the schedule has the unknown time zone "${timeZone}".`)
  }
  const days = new Map<number, DayWindow>()
  const windowOf = ({ startsOn, endsOn }: Json): DayWindow => ({
    startsOn: numberOf(startsOn) ?? 0,
    endsOn: numberOf(endsOn) ?? 0,
  })
  if (schedule.type === 'SPECIFIC_TIME') {
    const given = Array.isArray(schedule.daysOfWeek) ? schedule.daysOfWeek : []
    for (const day of given) if (typeof day === 'number') days.set(day, windowOf(schedule))
  } else if (schedule.type === 'CUSTOM') {
    for (const item of Array.isArray(schedule.items) ? schedule.items : []) {
      if (isObject(item) && item.enabled === true && typeof item.dayOfWeek === 'number') {
        days.set(item.dayOfWeek, windowOf(item))
      }
    }
  } else throw new RuleFault(`the schedule has the unknown type "${schedule.type}".`)
  return { timeZone, days }
}
