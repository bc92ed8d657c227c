/**
 * An alarm rule as a sentence, such as "temperature is greater than 50 for 5 min", and the clear rule that follows from
 * it. The words come from the caller, who knows the reader's language.
 */

import type { NumericOperation } from '../entity-query/predicate-operations.ts'
import type {
  AlarmConditionFilter,
  AlarmPredicate,
  AlarmRule,
  AlarmSchedule,
  AlarmStringOperation,
  AlarmValueType,
  DurationUnit,
  RuleValue,
} from './alarm-rule.ts'

export type RuleOperation = AlarmStringOperation | NumericOperation
export type RuleKey = AlarmConditionFilter['key']
type RuleSource = NonNullable<RuleValue<unknown>['dynamicValue']>['sourceType']

export interface SentenceTexts {
  /** One key compared with one value: "temperature is greater than 50". */
  comparison(key: string, operation: RuleOperation, value: string): string
  /** What a key that isn't empty is called. */
  key(key: RuleKey): string
  /** `of`: the key that it is compared with; null: no key. */
  value(value: string | number | boolean, valueType: AlarmValueType, of: RuleKey | null): string
  /** "threshold of the device" */
  attribute(attribute: string, source: RuleSource): string
  all(parts: readonly string[]): string
  any(parts: readonly string[]): string
  /** "for 5 min" */
  duration(value: string, unit: DurationUnit): string
  /** "3 times in a row" */
  repeats(value: string): string
  schedule(type: Exclude<AlarmSchedule['type'], 'ANY_TIME'>): string
  /** No condition yet. */
  readonly none: string
}

/** Stands for what isn't filled in yet. */
const missing = '…'

export function ruleSentence({ condition, schedule }: Pick<AlarmRule, 'condition' | 'schedule'>, texts: SentenceTexts) {
  const { spec } = condition
  const words = [
    condition.condition.length === 0
      ? texts.none
      : texts.all(condition.condition.map((filter) => conditionSentence(filter, texts))),
  ]
  if (spec.type === 'DURATION')
    words.push(texts.duration(valueWords(spec.predicate, 'NUMERIC', null, texts), spec.unit))
  if (spec.type === 'REPEATING') words.push(texts.repeats(valueWords(spec.predicate, 'NUMERIC', null, texts)))
  if (schedule && schedule.type !== 'ANY_TIME') words.push(texts.schedule(schedule.type))
  return words.join(' ')
}

export function conditionSentence({ key, valueType, value, predicate }: AlarmConditionFilter, texts: SentenceTexts) {
  const of = key.type === 'CONSTANT' ? null : key
  const name = of === null ? shown(value, valueType, of, texts) : of.key ? texts.key(of) : missing
  return predicateWords(predicate)

  function predicateWords(predicate: AlarmPredicate): string {
    if (predicate.type !== 'COMPLEX')
      return texts.comparison(name, predicate.operation, valueWords(predicate.value, valueType, of, texts))
    const parts = predicate.predicates.map(predicateWords)
    return `(${predicate.operation === 'AND' ? texts.all(parts) : texts.any(parts)})`
  }
}

function valueWords(
  { defaultValue, dynamicValue }: RuleValue<string | number | boolean>,
  valueType: AlarmValueType,
  of: RuleKey | null,
  texts: SentenceTexts,
): string {
  if (!dynamicValue) return shown(defaultValue, valueType, of, texts)
  return texts.attribute(dynamicValue.sourceAttribute || missing, dynamicValue.sourceType)
}

function shown(
  value: AlarmConditionFilter['value'],
  valueType: AlarmValueType,
  of: RuleKey | null,
  texts: SentenceTexts,
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return missing
  return texts.value(value, valueType, of)
}

const opposites: Readonly<Partial<Record<RuleOperation, RuleOperation>>> = {
  EQUAL: 'NOT_EQUAL',
  NOT_EQUAL: 'EQUAL',
  GREATER: 'LESS_OR_EQUAL',
  LESS_OR_EQUAL: 'GREATER',
  LESS: 'GREATER_OR_EQUAL',
  GREATER_OR_EQUAL: 'LESS',
  CONTAINS: 'NOT_CONTAINS',
  NOT_CONTAINS: 'CONTAINS',
}

/**
 * The rule that holds when `rule` no longer does, at once and at any time. null where none can say it: conditions on
 * several keys are all met, while it is enough that one of them ends; and "starts with" has no opposite.
 */
export function clearRuleOf({ condition: { condition } }: AlarmRule): AlarmRule | null {
  const [filter] = condition
  if (!filter || condition.length > 1 || filter.key.type === 'CONSTANT') return null
  const predicate = opposite(filter.predicate)
  return (
    predicate && {
      condition: { condition: [{ ...filter, predicate }], spec: { type: 'SIMPLE' } },
      schedule: { type: 'ANY_TIME' },
      alarmDetails: null,
      dashboardId: null,
    }
  )
}

function opposite(predicate: AlarmPredicate): AlarmPredicate | null {
  if (predicate.type === 'COMPLEX') {
    const predicates = predicate.predicates.map(opposite).filter((each) => each !== null)
    if (predicates.length < predicate.predicates.length) return null
    return { type: 'COMPLEX', operation: predicate.operation === 'AND' ? 'OR' : 'AND', predicates }
  }
  const operation = opposites[predicate.operation]
  // The opposite of an operation belongs to the same type of value.
  return operation ? ({ ...predicate, operation } as AlarmPredicate) : null
}
