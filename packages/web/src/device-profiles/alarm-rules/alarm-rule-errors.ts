/** Error messages of alarm rules by field path. */

import { type AlarmValueType, specValueMax } from '@sonde/model/device-profiles/alarm-rule'
import type { Translate } from '../../locale/texts.ts'
import type { PlaceErrors } from '../../ui/field/field-places.tsx'
import { tooLong } from '../../ui/field/text-errors.ts'
import { wholeNumber } from '../whole-number.ts'
import type { AlarmDraft, PredicateDraft, RuleDraft, ScheduleDraft, ValueDraft } from './alarm-rule-draft.ts'
import { msOfMoment } from './rule-times.ts'

type FieldErrors = Record<string, string | undefined>

export function alarmErrors(alarms: readonly AlarmDraft[], t: Translate): PlaceErrors {
  const fieldErrors: FieldErrors = {}
  const types = new Set<string>()
  for (const { key, type, rules, clear } of alarms) {
    const name = type.trim()
    fieldErrors[`${key}.type`] =
      name === ''
        ? t('deviceProfiles.alarmTypeRequired')
        : types.has(name)
          ? t('deviceProfiles.alarmTypeTaken')
          : tooLong(name, t)
    types.add(name)
    if (rules.length === 0) fieldErrors[`${key}.rules`] = t('deviceProfiles.createRuleNeeded')
    for (const { key: ruleKey, rule } of rules) addRuleErrors(fieldErrors, `${key}.${ruleKey}`, rule, t)
    if (clear) addRuleErrors(fieldErrors, `${key}.clear`, clear, t)
  }
  return fieldErrors
}

function addRuleErrors(fieldErrors: FieldErrors, at: string, { conditions, spec, schedule }: RuleDraft, t: Translate) {
  if (conditions.length === 0) fieldErrors[`${at}.conditions`] = t('deviceProfiles.conditionNeeded')
  for (const { key, keyType, name, valueType, constant, predicate } of conditions) {
    if (name.trim() === '') fieldErrors[`${at}.${key}.name`] = t('deviceProfiles.keyRequired')
    if (keyType === 'CONSTANT') fieldErrors[`${at}.${key}.constant`] = valueError(constant, valueType, t)
    addPredicateErrors(fieldErrors, `${at}.${key}`, predicate, valueType, t)
  }
  if (spec.type !== 'SIMPLE') {
    if (wholeNumber(spec.value, 1, specValueMax) === undefined) {
      fieldErrors[`${at}.spec.value`] = t('deviceProfiles.specInvalid', { max: specValueMax })
    }
    fieldErrors[`${at}.spec.attribute`] = attributeError(spec, t)
  }
  addScheduleErrors(fieldErrors, `${at}.schedule`, schedule, t)
}

function addPredicateErrors(
  fieldErrors: FieldErrors,
  at: string,
  predicate: PredicateDraft,
  valueType: AlarmValueType,
  t: Translate,
) {
  const place = `${at}.${predicate.key}`
  if (predicate.kind === 'complex') {
    if (predicate.predicates.length === 0) fieldErrors[`${place}.group`] = t('deviceProfiles.groupEmpty')
    for (const one of predicate.predicates) addPredicateErrors(fieldErrors, place, one, valueType, t)
    return
  }
  fieldErrors[`${place}.value`] = valueError(predicate.value, valueType, t)
  fieldErrors[`${place}.attribute`] = attributeError(predicate, t)
}

function valueError(text: string, valueType: AlarmValueType, t: Translate): string | undefined {
  switch (valueType) {
    case 'STRING':
      return text === '' ? t('deviceProfiles.textNeeded') : undefined
    case 'NUMERIC':
      return text.trim() === '' || !Number.isFinite(Number(text)) ? t('deviceProfiles.numberNeeded') : undefined
    case 'BOOLEAN':
      return text === 'true' || text === 'false' ? undefined : t('deviceProfiles.booleanNeeded')
    case 'DATE_TIME':
      return Number.isNaN(msOfMoment(text)) ? t('deviceProfiles.momentNeeded') : undefined
  }
}

const attributeError = ({ source, attribute }: ValueDraft, t: Translate) =>
  source !== '' && attribute.trim() === '' ? t('deviceProfiles.attributeRequired') : undefined

function addScheduleErrors(fieldErrors: FieldErrors, at: string, schedule: ScheduleDraft, t: Translate) {
  const isTime = (text: string) => /^\d\d:\d\d(:\d\d)?$/.test(text)
  if (schedule.type === 'ANY_TIME') return
  if (schedule.timezone === '') fieldErrors[`${at}.timezone`] = t('deviceProfiles.zoneRequired')
  if (schedule.type === 'SPECIFIC_TIME') {
    if (schedule.days.length === 0) fieldErrors[`${at}.days`] = t('deviceProfiles.dayNeeded')
    if (!isTime(schedule.startsOn)) fieldErrors[`${at}.startsOn`] = t('deviceProfiles.timeNeeded')
    if (!isTime(schedule.endsOn)) fieldErrors[`${at}.endsOn`] = t('deviceProfiles.timeNeeded')
    return
  }
  if (!schedule.items.some(({ enabled }) => enabled)) fieldErrors[`${at}.days`] = t('deviceProfiles.dayNeeded')
  for (const [index, { enabled, startsOn, endsOn }] of schedule.items.entries()) {
    if (!enabled) continue
    if (!isTime(startsOn)) fieldErrors[`${at}.${index + 1}.startsOn`] = t('deviceProfiles.timeNeeded')
    if (!isTime(endsOn)) fieldErrors[`${at}.${index + 1}.endsOn`] = t('deviceProfiles.timeNeeded')
  }
}
