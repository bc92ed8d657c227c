/** An alarm rule in one sentence, as its closed card shows it. */

import type { Translate } from '../../../locale/texts.ts'
import type { ConditionDraft, PredicateDraft, RuleDraft, ValueDraft } from './alarm-rule-draft.ts'

export function ruleWords({ conditions, spec, schedule }: RuleDraft, t: Translate): string {
  const parts = conditions.map((condition) => conditionWords(condition, t))
  const what = parts.length === 0 ? t('deviceProfiles.noCondition') : parts.join(t('deviceProfiles.and'))
  const words = [what]
  if (spec.type === 'DURATION') {
    const unit = t(`deviceProfiles.unit_${spec.unit}`)
    words.push(t('deviceProfiles.forDuration', { value: valueWords(spec, spec.value, t), unit }))
  }
  if (spec.type === 'REPEATING') {
    words.push(t('deviceProfiles.timesInARow', { value: valueWords(spec, spec.value, t) }))
  }
  if (schedule.type !== 'ANY_TIME') words.push(t(`deviceProfiles.words_${schedule.type}`))
  return words.join(' ')
}

function conditionWords({ name, keyType, constant, valueType, predicate }: ConditionDraft, t: Translate): string {
  const key = keyType === 'CONSTANT' ? constant || '…' : name.trim() || '…'
  return predicateWords(key, predicate, valueType === 'STRING', t)
}

function predicateWords(key: string, predicate: PredicateDraft, isText: boolean, t: Translate): string {
  if (predicate.kind === 'simple') {
    const operation = t(`deviceProfiles.op_${predicate.operation as 'EQUAL'}`)
    const value = isText && predicate.source === '' ? `“${predicate.value}”` : predicate.value || '…'
    return `${key} ${operation} ${valueWords(predicate, value, t)}`
  }
  const parts = predicate.predicates.map((one) => predicateWords(key, one, isText, t))
  return `(${parts.join(predicate.operation === 'AND' ? t('deviceProfiles.and') : t('deviceProfiles.or'))})`
}

function valueWords({ source, attribute }: ValueDraft, value: string, t: Translate): string {
  if (source === '') return value || '…'
  return t('deviceProfiles.attributeOf', { attribute: attribute || '…', of: t(`deviceProfiles.of_${source}`) })
}
