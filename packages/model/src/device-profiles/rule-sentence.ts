/**
 * Formats an alarm rule as a sentence, such as "temperature is greater than 50 for 5 min", and derives its clear rule.
 * The caller supplies the words in the user's language.
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
  /** Compares one key with one value: "temperature is greater than 50". */
  comparison(key: string, operation: RuleOperation, value: string): string
  /** Display name of a key; the key isn't empty. */
  key(key: RuleKey): string
  /** `of`: the key that the value is compared with; null: none. */
  value(value: string | number | boolean, valueType: AlarmValueType, of: RuleKey | null): string
  /** Attribute of an entity: "threshold of the device". */
  attribute(attribute: string, source: RuleSource): string
  all(parts: readonly string[]): string
  any(parts: readonly string[]): string
  /** Duration: "for 5 min". */
  duration(value: string, unit: DurationUnit): string
  /** Repeats: "3 times in a row". */
  repeats(value: string): string
  schedule(type: Exclude<AlarmSchedule['type'], 'ANY_TIME'>): string
  /** Text of a rule without conditions. */
  readonly none: string
}

/** Placeholder for missing input. */
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
 * Rule that is true as soon as `rule` is no longer true, at any time of day. null if it can't be expressed: several
 * conditions are combined with AND, while it is enough that one of them ends; and "starts with" has no opposite.
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
  // The opposite of an operation applies to the same value type.
  return operation ? ({ ...predicate, operation } as AlarmPredicate) : null
}
