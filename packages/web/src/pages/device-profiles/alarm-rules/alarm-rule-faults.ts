/** Error messages of alarm rules by field path. */

import { type AlarmValueType, specValueMax } from '@sonde/model/device-profiles/alarm-rule'
import { wholeNumber } from '../../../device-profiles/whole-number.ts'
import type { Translate } from '../../../locale/texts.ts'
import type { PlaceFaults } from '../../../ui/field/field-places.tsx'
import { tooLong } from '../../../ui/field/text-faults.ts'
import type { AlarmDraft, PredicateDraft, RuleDraft, ScheduleDraft, ValueDraft } from './alarm-rule-draft.ts'
import { msOfMoment } from './rule-times.ts'

type Faults = Record<string, string | undefined>

export function alarmFaults(alarms: readonly AlarmDraft[], t: Translate): PlaceFaults {
  const faults: Faults = {}
  const types = new Set<string>()
  for (const { key, type, rules, clear } of alarms) {
    const name = type.trim()
    faults[`${key}.type`] =
      name === ''
        ? t('deviceProfiles.alarmTypeRequired')
        : types.has(name)
          ? t('deviceProfiles.alarmTypeTaken')
          : tooLong(name, t)
    types.add(name)
    if (rules.length === 0) faults[`${key}.rules`] = t('deviceProfiles.createRuleNeeded')
    for (const { key: ruleKey, rule } of rules) addRuleFaults(faults, `${key}.${ruleKey}`, rule, t)
    if (clear) addRuleFaults(faults, `${key}.clear`, clear, t)
  }
  return faults
}

function addRuleFaults(faults: Faults, at: string, { conditions, spec, schedule }: RuleDraft, t: Translate) {
  if (conditions.length === 0) faults[`${at}.conditions`] = t('deviceProfiles.conditionNeeded')
  for (const { key, keyType, name, valueType, constant, predicate } of conditions) {
    if (name.trim() === '') faults[`${at}.${key}.name`] = t('deviceProfiles.keyRequired')
    if (keyType === 'CONSTANT') faults[`${at}.${key}.constant`] = valueFault(constant, valueType, t)
    addPredicateFaults(faults, `${at}.${key}`, predicate, valueType, t)
  }
  if (spec.type !== 'SIMPLE') {
    if (wholeNumber(spec.value, 1, specValueMax) === undefined) {
      faults[`${at}.spec.value`] = t('deviceProfiles.specInvalid', { max: specValueMax })
    }
    faults[`${at}.spec.attribute`] = attributeFault(spec, t)
  }
  addScheduleFaults(faults, `${at}.schedule`, schedule, t)
}

function addPredicateFaults(
  faults: Faults,
  at: string,
  predicate: PredicateDraft,
  valueType: AlarmValueType,
  t: Translate,
) {
  const place = `${at}.${predicate.key}`
  if (predicate.kind === 'complex') {
    if (predicate.predicates.length === 0) faults[`${place}.group`] = t('deviceProfiles.groupEmpty')
    for (const one of predicate.predicates) addPredicateFaults(faults, place, one, valueType, t)
    return
  }
  faults[`${place}.value`] = valueFault(predicate.value, valueType, t)
  faults[`${place}.attribute`] = attributeFault(predicate, t)
}

function valueFault(text: string, valueType: AlarmValueType, t: Translate): string | undefined {
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

const attributeFault = ({ source, attribute }: ValueDraft, t: Translate) =>
  source !== '' && attribute.trim() === '' ? t('deviceProfiles.attributeRequired') : undefined

function addScheduleFaults(faults: Faults, at: string, schedule: ScheduleDraft, t: Translate) {
  const isTime = (text: string) => /^\d\d:\d\d(:\d\d)?$/.test(text)
  if (schedule.type === 'ANY_TIME') return
  if (schedule.timezone === '') faults[`${at}.timezone`] = t('deviceProfiles.zoneRequired')
  if (schedule.type === 'SPECIFIC_TIME') {
    if (schedule.days.length === 0) faults[`${at}.days`] = t('deviceProfiles.dayNeeded')
    if (!isTime(schedule.startsOn)) faults[`${at}.startsOn`] = t('deviceProfiles.timeNeeded')
    if (!isTime(schedule.endsOn)) faults[`${at}.endsOn`] = t('deviceProfiles.timeNeeded')
    return
  }
  if (!schedule.items.some(({ enabled }) => enabled)) faults[`${at}.days`] = t('deviceProfiles.dayNeeded')
  for (const [index, { enabled, startsOn, endsOn }] of schedule.items.entries()) {
    if (!enabled) continue
    if (!isTime(startsOn)) faults[`${at}.${index + 1}.startsOn`] = t('deviceProfiles.timeNeeded')
    if (!isTime(endsOn)) faults[`${at}.${index + 1}.endsOn`] = t('deviceProfiles.timeNeeded')
  }
}
