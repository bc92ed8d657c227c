/** Converts alarm rules between API and form. Reads leniently, because older servers omitted some properties. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import {
  type AlarmConditionFilter,
  type AlarmConditionSpec,
  type AlarmPredicate,
  type AlarmRule,
  type AlarmSchedule,
  type AlarmStringOperation,
  type AlarmValueType,
  alarmKeyTypes,
  alarmStringOperations,
  alarmValueTypes,
  durationUnits,
  type ProfileAlarm,
  type RuleValue,
  ruleValueSources,
} from '@sonde/model/device-profiles/alarm-rule'
import {
  type BooleanOperation,
  booleanOperations,
  type NumericOperation,
  numericOperations,
} from '@sonde/model/entity-query/predicate-operations'
import { NIL_UUID } from '@sonde/model/ids'
import { storedKey } from '../../ui/field/field-places.tsx'
import { listOf, numberText, oneOf, type Settings, settingsOf, textOf } from '../wire-parts.ts'
import {
  type AlarmDraft,
  type ConditionDraft,
  type DayTimes,
  defaultValueDraft,
  emptySchedule,
  type PredicateDraft,
  type RuleDraft,
  type ScheduleDraft,
  type SpecDraft,
  type ValueDraft,
  weekdays,
} from './alarm-rule-draft.ts'
import { dayTimeText, momentText, msOfDayTime, msOfMoment } from './rule-times.ts'

const sources = [...ruleValueSources, 'CURRENT_USER'] as const

/** `timezone`: default for schedules without a time zone. */
export const draftOfAlarms = (wire: unknown, timezone: string): readonly AlarmDraft[] =>
  listOf(wire)
    .map(settingsOf)
    .map((alarm, index) => draftOfAlarm(alarm, index, timezone))

function draftOfAlarm(alarm: Settings, index: number, timezone: string): AlarmDraft {
  const rules = settingsOf(alarm.createRules)
  return {
    key: storedKey(index),
    id: textOf(alarm.id),
    type: textOf(alarm.alarmType),
    propagate: alarm.propagate === true,
    propagateToOwner: alarm.propagateToOwner === true,
    propagateToTenant: alarm.propagateToTenant === true,
    relationTypes: listOf(alarm.propagateRelationTypes).filter((type) => typeof type === 'string'),
    rules: alarmSeverities
      .filter((severity) => rules[severity])
      .map((severity, at) => ({
        key: storedKey(at),
        severity,
        rule: draftOfRule(settingsOf(rules[severity]), timezone),
      })),
    clear: alarm.clearRule ? draftOfRule(settingsOf(alarm.clearRule), timezone) : null,
  }
}

export function draftOfRule(rule: Settings, timezone: string): RuleDraft {
  const { condition, spec } = settingsOf(rule.condition)
  const dashboardId = textOf(settingsOf(rule.dashboardId).id)
  return {
    conditions: listOf(condition).map(settingsOf).map(draftOfCondition),
    spec: draftOfSpec(settingsOf(spec)),
    schedule: draftOfSchedule(settingsOf(rule.schedule), timezone),
    details: textOf(rule.alarmDetails),
    dashboardId: dashboardId === NIL_UUID ? '' : dashboardId,
  }
}

function draftOfCondition(filter: Settings, index: number): ConditionDraft {
  const { type, key } = settingsOf(filter.key)
  const valueType = oneOf(filter.valueType, alarmValueTypes, 'STRING')
  return {
    key: storedKey(index),
    keyType: oneOf(type, alarmKeyTypes, 'ATTRIBUTE'),
    name: textOf(key),
    valueType,
    constant: valueText(filter.value, valueType),
    predicate: draftOfPredicate(settingsOf(filter.predicate), valueType, '0'),
  }
}

function draftOfPredicate(predicate: Settings, valueType: AlarmValueType, index: number | string): PredicateDraft {
  const key = `s${index}`
  if (predicate.type === 'COMPLEX') {
    return {
      kind: 'complex',
      key,
      operation: predicate.operation === 'OR' ? 'OR' : 'AND',
      predicates: listOf(predicate.predicates)
        .map(settingsOf)
        .map((one, at) => draftOfPredicate(one, valueType, at)),
    }
  }
  return {
    kind: 'simple',
    key,
    operation: textOf(predicate.operation, 'EQUAL'),
    ignoreCase: predicate.ignoreCase === true,
    ...draftOfValue(settingsOf(predicate.value), valueType),
  }
}

function draftOfValue({ defaultValue, dynamicValue }: Settings, valueType: AlarmValueType): ValueDraft {
  const { sourceType, sourceAttribute, inherit } = settingsOf(dynamicValue)
  const source = sources.find((one) => one === sourceType) ?? ''
  return {
    value: valueText(defaultValue, valueType),
    source,
    attribute: source === '' ? '' : textOf(sourceAttribute),
    inherit: source !== '' && inherit === true,
  }
}

function valueText(value: unknown, valueType: AlarmValueType): string {
  if (valueType === 'DATE_TIME' && typeof value === 'number') return momentText(value)
  return value === null || value === undefined ? '' : String(value)
}

function draftOfSpec(spec: Settings): SpecDraft {
  const type = oneOf(spec.type, ['SIMPLE', 'DURATION', 'REPEATING'] as const, 'SIMPLE')
  if (type === 'SIMPLE') return { ...defaultValueDraft, type, unit: 'MINUTES' }
  return {
    ...draftOfValue(settingsOf(spec.predicate), 'NUMERIC'),
    type,
    unit: oneOf(spec.unit, durationUnits, 'MINUTES'),
  }
}

function draftOfSchedule(schedule: Settings, timezone: string): ScheduleDraft {
  const empty = emptySchedule(textOf(schedule.timezone) || timezone)
  const times = ({ startsOn, endsOn }: Settings): DayTimes => ({
    startsOn: dayTimeText(Number(numberText(startsOn, 0))),
    endsOn: dayTimeText(Number(numberText(endsOn, 0))),
  })
  switch (schedule.type) {
    case 'SPECIFIC_TIME':
      return {
        ...empty,
        type: 'SPECIFIC_TIME',
        days: weekdays.filter((day) => listOf(schedule.daysOfWeek).includes(day)),
        ...times(schedule),
      }
    case 'CUSTOM': {
      const items = listOf(schedule.items).map(settingsOf)
      return {
        ...empty,
        type: 'CUSTOM',
        items: weekdays.map((day) => {
          const item = items.find(({ dayOfWeek }) => dayOfWeek === day)
          return item ? { enabled: item.enabled === true, ...times(item) } : { ...times({}), enabled: false }
        }),
      }
    }
    default:
      return empty
  }
}

export const wireOfAlarms = (alarms: readonly AlarmDraft[]): readonly ProfileAlarm[] => alarms.map(wireOfAlarm)

export function wireOfAlarm(alarm: AlarmDraft): ProfileAlarm {
  const createRules: Partial<Record<AlarmSeverity, AlarmRule>> = {}
  for (const { severity, rule } of alarm.rules) createRules[severity] = wireOfRule(rule)
  return {
    id: alarm.id,
    alarmType: alarm.type.trim(),
    createRules,
    clearRule: alarm.clear && wireOfRule(alarm.clear),
    propagate: alarm.propagate,
    propagateToOwner: alarm.propagateToOwner,
    propagateToTenant: alarm.propagateToTenant,
    propagateRelationTypes: alarm.propagate && alarm.relationTypes.length > 0 ? alarm.relationTypes : null,
  }
}

export function wireOfRule({ conditions, spec, schedule, details, dashboardId }: RuleDraft): AlarmRule {
  return {
    condition: { condition: conditions.map(wireOfCondition), spec: wireOfSpec(spec) },
    schedule: wireOfSchedule(schedule),
    alarmDetails: details.trim() === '' ? null : details,
    dashboardId: dashboardId === '' ? null : { entityType: 'DASHBOARD', id: dashboardId },
  }
}

function wireOfCondition({ keyType, name, valueType, constant, predicate }: ConditionDraft): AlarmConditionFilter {
  return {
    key: { type: keyType, key: name.trim() },
    valueType,
    ...(keyType === 'CONSTANT' && { value: wireValue(constant, valueType) }),
    predicate: wireOfPredicate(predicate, valueType),
  }
}

/** NaN if the text is empty or not a number: the form shows an error, and sentences omit the number. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

function wireValue(text: string, valueType: AlarmValueType): string | number | boolean {
  switch (valueType) {
    case 'STRING':
      return text
    case 'NUMERIC':
      return numberOf(text)
    case 'BOOLEAN':
      return text === 'true'
    case 'DATE_TIME':
      return msOfMoment(text)
  }
}

function wireOfPredicate(draft: PredicateDraft, valueType: AlarmValueType): AlarmPredicate {
  if (draft.kind === 'complex') {
    const predicates = draft.predicates.map((one) => wireOfPredicate(one, valueType))
    return { type: 'COMPLEX', operation: draft.operation, predicates }
  }
  // The form only offers operations that are valid for the type.
  const { operation } = draft
  switch (valueType) {
    case 'STRING':
      return {
        type: 'STRING',
        operation: operation as AlarmStringOperation,
        value: wireOfValue(draft, draft.value),
        ignoreCase: draft.ignoreCase,
      }
    case 'NUMERIC':
    case 'DATE_TIME':
      return {
        type: 'NUMERIC',
        operation: operation as NumericOperation,
        value: wireOfValue(draft, Number(wireValue(draft.value, valueType))),
      }
    case 'BOOLEAN':
      return {
        type: 'BOOLEAN',
        operation: operation as BooleanOperation,
        value: wireOfValue(draft, draft.value === 'true'),
      }
  }
}

function wireOfValue<V>({ source, attribute, inherit }: ValueDraft, defaultValue: V): RuleValue<V> {
  const dynamicValue = source === '' ? null : { sourceType: source, sourceAttribute: attribute.trim(), inherit }
  return { defaultValue, userValue: null, dynamicValue }
}

function wireOfSpec(spec: SpecDraft): AlarmConditionSpec {
  const predicate = wireOfValue(spec, numberOf(spec.value))
  switch (spec.type) {
    case 'SIMPLE':
      return { type: 'SIMPLE' }
    case 'DURATION':
      return { type: 'DURATION', unit: spec.unit, predicate }
    case 'REPEATING':
      return { type: 'REPEATING', predicate }
  }
}

function wireOfSchedule(schedule: ScheduleDraft): AlarmSchedule | null {
  const times = ({ startsOn, endsOn }: DayTimes) => ({ startsOn: msOfDayTime(startsOn), endsOn: msOfDayTime(endsOn) })
  const { type, timezone } = schedule
  switch (type) {
    case 'ANY_TIME':
      return { type }
    case 'SPECIFIC_TIME':
      return { type, timezone, daysOfWeek: schedule.days, ...times(schedule) }
    case 'CUSTOM':
      return {
        type,
        timezone,
        items: schedule.items.map((item, at) => ({ enabled: item.enabled, dayOfWeek: at + 1, ...times(item) })),
      }
  }
}

/** Operations of a value type, in display order. */
export function operationsOf(valueType: AlarmValueType): readonly (AlarmStringOperation | NumericOperation)[] {
  switch (valueType) {
    case 'STRING':
      return alarmStringOperations
    case 'BOOLEAN':
      return booleanOperations
    default:
      return numericOperations
  }
}
