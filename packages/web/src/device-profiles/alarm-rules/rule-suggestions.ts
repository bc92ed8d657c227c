/** Derived from a rule: its form as a sentence, a suggested alarm type, a suggested clear rule. */

import { alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import { clearRuleOf } from '@sonde/model/device-profiles/rule-sentence'
import type { Translate } from '../../locale/texts.ts'
import type { AlarmDraft, ConditionDraft, RuleDraft, SimplePredicateDraft } from './alarm-rule-draft.ts'
import { alarmErrors } from './alarm-rule-errors.ts'
import { draftOfRule, wireOfRule } from './alarm-rule-input.ts'

export interface SentenceCondition extends ConditionDraft {
  readonly predicate: SimplePredicateDraft
}

/** The condition of a rule that a sentence can express: one key, one constant, optionally a duration. Else null. */
export function sentenceCondition({ conditions, spec, schedule, details, dashboardId }: RuleDraft) {
  const [condition] = conditions
  if (!condition || conditions.length > 1 || details !== '' || dashboardId !== '') return null
  const { keyType, predicate } = condition
  if (keyType !== 'TIME_SERIES' && keyType !== 'ATTRIBUTE') return null
  if (predicate.kind === 'complex' || predicate.source !== '' || predicate.ignoreCase) return null
  if (spec.type === 'REPEATING' || spec.source !== '' || schedule.type !== 'ANY_TIME') return null
  return { ...condition, predicate } satisfies SentenceCondition
}

/** Suggested type, such as "High temperature"; empty if the rule has no key yet or another alarm has this type. */
export function suggestedType({ rules }: AlarmDraft, others: readonly AlarmDraft[], t: Translate): string {
  const [condition] = rules[0]?.rule.conditions ?? []
  const key = condition?.name.trim()
  if (!condition || !key) return ''
  const operation = condition.predicate.kind === 'simple' ? condition.predicate.operation : ''
  const type = operation.startsWith('GREATER')
    ? t('deviceProfiles.suggestedHigh', { key })
    : operation.startsWith('LESS')
      ? t('deviceProfiles.suggestedLow', { key })
      : t('deviceProfiles.suggestedValue', { key })
  return others.some((other) => other.type.trim() === type) ? '' : type
}

/** Suggested clear rule: the opposite of the least severe rule. Null: not possible, or the rules are incomplete. */
export function suggestedClear(alarm: AlarmDraft, timezone: string, t: Translate): RuleDraft | null {
  const { rules } = alarm
  const [least] = alarmSeverities.flatMap((severity) => rules.filter((rule) => rule.severity === severity)).reverse()
  const clear = least && hasWholeRules(alarm, t) ? clearRuleOf(wireOfRule(least.rule)) : null
  return clear && draftOfRule({ ...clear }, timezone)
}

/** True if the alarm has no errors, except possibly in its type. */
export function hasWholeRules(alarm: AlarmDraft, t: Translate): boolean {
  const fieldErrors = alarmErrors([alarm], t)
  return !Object.keys(fieldErrors).some((place) => fieldErrors[place] && place !== `${alarm.key}.type`)
}
