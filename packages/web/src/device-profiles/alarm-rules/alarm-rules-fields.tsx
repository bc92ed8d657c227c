/** Alarm rules of a profile: one card per alarm type, with the rules that create it and the rule that clears it. */

import { alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import { Bell, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useRuleTexts } from '../../alarms/rule-texts.ts'
import { SeverityChip } from '../../alarms/severity.tsx'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { ComboListField } from '../../ui/field/combo-list-field.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import {
  newKey,
  PlacedText,
  PlaceNote,
  Places,
  useFieldPath,
  withItem,
  withoutItem,
} from '../../ui/field/field-places.tsx'
import { CheckField, Select } from '../../ui/field/text-field.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { FormCard } from '../form-card.tsx'
import { type AlarmDraft, emptyAlarm, emptyRule, type SeverityRuleDraft } from './alarm-rule-draft.ts'
import { alarmErrors } from './alarm-rule-errors.ts'
import { wireOfAlarm } from './alarm-rule-input.ts'
import { RuleEditor } from './rule-editor.tsx'
import { hasWholeRules, suggestedClear, suggestedType } from './rule-suggestions.ts'
import { RuleTrial } from './rule-trial.tsx'
import { ruleWords } from './rule-words.ts'

interface AlarmRulesFieldsProps {
  readonly alarms: readonly AlarmDraft[]
  readonly onChange: (alarms: readonly AlarmDraft[]) => void
  /** Shows the errors of all fields, also of those the user hasn't left yet. */
  readonly showsErrors: boolean
  /** Profile whose devices' keys are offered; absent: keys of all devices. */
  readonly profileId?: string
}

const plus = <Plus size={16} strokeWidth={2} aria-hidden />
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function AlarmRulesFields({ alarms, onChange, showsErrors, profileId }: AlarmRulesFieldsProps) {
  const t = useText()
  const placeErrors = useMemo(() => alarmErrors(alarms, t), [alarms, t])
  const add = () => onChange([...alarms, emptyAlarm(crypto.randomUUID(), browserZone())])
  if (alarms.length === 0) {
    return (
      <EmptyState
        icon={<Bell size={24} strokeWidth={1.75} aria-hidden />}
        title={t('deviceProfiles.noAlarmsTitle')}
        text={t('deviceProfiles.noAlarmsText')}
      >
        <Button icon={plus} onClick={add}>
          {t('deviceProfiles.addAlarm')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <Places fieldErrors={placeErrors} showsAll={showsErrors}>
      <div className="sd-form-list">
        {alarms.map((alarm) => (
          <AlarmCard
            key={alarm.key}
            alarm={alarm}
            others={alarms.filter((other) => other !== alarm)}
            profileId={profileId}
            onChange={(next) => onChange(withItem(alarms, next))}
            onRemove={() => onChange(withoutItem(alarms, alarm.key))}
          />
        ))}
        <Button icon={plus} onClick={add}>
          {t('deviceProfiles.addAlarm')}
        </Button>
      </div>
    </Places>
  )
}

interface AlarmCardProps {
  readonly alarm: AlarmDraft
  readonly others: readonly AlarmDraft[]
  readonly profileId: string | undefined
  readonly onChange: (alarm: AlarmDraft) => void
  readonly onRemove: () => void
}

function AlarmCard({ alarm, others, profileId, onChange, onRemove }: AlarmCardProps) {
  const t = useText()
  const texts = useRuleTexts(profileId)
  const { key, type, rules, clear } = alarm
  const name = type.trim() || t('deviceProfiles.newAlarm')
  const set = (part: Partial<AlarmDraft>) => onChange({ ...alarm, ...part })
  /** Sets the rules; the suggested alarm type follows them until the user enters another one. */
  const setRules = (next: readonly SeverityRuleDraft[]) => {
    const changed = { ...alarm, rules: next }
    const isSuggested = key.startsWith('n') && type === suggestedType(alarm, others, t)
    onChange(isSuggested ? { ...changed, type: suggestedType(changed, others, t) } : changed)
  }
  const [sole] = rules.length === 1 ? rules : []
  const offered = clear ? null : suggestedClear(alarm, browserZone(), t)
  const list = useFieldPath(`${key}.rules`)
  const free = alarmSeverities.find((severity) => !rules.some((rule) => rule.severity === severity))
  return (
    <FormCard
      at={key}
      startsOpen={key.startsWith('n')}
      title={
        <>
          {name}
          {rules.map(({ key: ruleKey, severity }) => (
            <SeverityChip key={ruleKey} severity={severity} />
          ))}
        </>
      }
      summary={rules[0] && ruleWords(rules[0].rule, texts)}
      removeLabel={t('deviceProfiles.removeAlarm', { name })}
      onRemove={onRemove}
    >
      <FieldGroup title={t('deviceProfiles.createRules')}>
        <div className="sd-form-list">
          {sole ? (
            <SeverityRule
              at={`${key}.${sole.key}`}
              rule={sole}
              taken={rules}
              profileId={profileId}
              onChange={(next) => setRules([next])}
            />
          ) : (
            rules.map((rule) => (
              <SeverityCard
                key={rule.key}
                at={`${key}.${rule.key}`}
                rule={rule}
                taken={rules}
                profileId={profileId}
                onChange={(next) => setRules(withItem(rules, next))}
                onRemove={() => setRules(withoutItem(rules, rule.key))}
              />
            ))
          )}
          <PlaceNote error={list.error} />
          {free && (
            <Button
              size="sm"
              icon={plus}
              onClick={() => setRules([...rules, { key: newKey(), severity: free, rule: emptyRule(browserZone()) }])}
            >
              {t('deviceProfiles.addCreateRule')}
            </Button>
          )}
        </div>
      </FieldGroup>
      <PlacedText
        at={`${key}.type`}
        label={t('deviceProfiles.alarmType')}
        help={t('deviceProfiles.alarmTypeHelp')}
        value={type}
        onChange={(next) => set({ type: next })}
      />
      <FieldGroup title={t('deviceProfiles.clearRule')} text={clear ? undefined : t('deviceProfiles.clearRuleText')}>
        <div className="sd-form-list">
          {clear ? (
            <FormCard
              at={`${key}.clear`}
              title={t('deviceProfiles.clearRule')}
              summary={ruleWords(clear, texts)}
              startsOpen={clear.conditions.some((condition) => condition.name === '')}
              removeLabel={t('deviceProfiles.removeClearRule')}
              onRemove={() => set({ clear: null })}
            >
              <RuleEditor
                at={`${key}.clear`}
                rule={clear}
                profileId={profileId}
                onChange={(next) => set({ clear: next })}
              />
            </FormCard>
          ) : (
            <div className="sd-tool-line">
              {offered && (
                <Button size="sm" icon={plus} onClick={() => set({ clear: offered })}>
                  {t('deviceProfiles.clearWhen', { condition: ruleWords(offered, texts) })}
                </Button>
              )}
              <Button
                size="sm"
                kind={offered ? 'plain' : undefined}
                icon={offered ? undefined : plus}
                onClick={() => set({ clear: emptyRule(browserZone()) })}
              >
                {t(offered ? 'deviceProfiles.ownClearRule' : 'deviceProfiles.addClearRule')}
              </Button>
            </div>
          )}
        </div>
      </FieldGroup>
      {profileId !== undefined && (
        <RuleTrial profileId={profileId} alarm={wireOfAlarm(alarm)} isComplete={hasWholeRules(alarm, t)} />
      )}
      <FieldGroup title={t('deviceProfiles.advanced')}>
        <CheckField
          label={t('deviceProfiles.propagate')}
          isChecked={alarm.propagate}
          onChange={(propagate) => set({ propagate })}
        />
        {alarm.propagate && (
          <ComboListField
            label={t('deviceProfiles.relationTypes')}
            isOptional
            help={t('deviceProfiles.relationTypesHelp')}
            source={['deviceProfiles', 'relationTypes']}
            load={async (text) => relationTypes.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))}
            ofText={(text) => ({ value: text, label: text })}
            values={alarm.relationTypes.map((value) => ({ value, label: value }))}
            onChange={(chosen) => set({ relationTypes: chosen.map(({ value }) => value) })}
          />
        )}
        <CheckField
          label={t('deviceProfiles.propagateToOwner')}
          isChecked={alarm.propagateToOwner}
          onChange={(propagateToOwner) => set({ propagateToOwner })}
        />
        <CheckField
          label={t('deviceProfiles.propagateToTenant')}
          isChecked={alarm.propagateToTenant}
          onChange={(propagateToTenant) => set({ propagateToTenant })}
        />
      </FieldGroup>
    </FormCard>
  )
}

/** Suggested relation types; other texts are allowed. */
const relationTypes = ['Contains', 'Manages'].map((label) => ({ value: label, label }))

interface SeverityRuleProps {
  readonly at: string
  readonly rule: SeverityRuleDraft
  readonly taken: readonly SeverityRuleDraft[]
  readonly profileId: string | undefined
  readonly onChange: (rule: SeverityRuleDraft) => void
}

function SeverityCard({ onRemove, ...rest }: SeverityRuleProps & { readonly onRemove: () => void }) {
  const t = useText()
  const texts = useRuleTexts(rest.profileId)
  const { key, severity, rule } = rest.rule
  return (
    <FormCard
      at={rest.at}
      title={<SeverityChip severity={severity} />}
      summary={ruleWords(rule, texts)}
      startsOpen={key.startsWith('n')}
      removeLabel={t('deviceProfiles.removeCreateRule', { severity: t(`alarms.${severity}`) })}
      onRemove={onRemove}
    >
      <SeverityRule {...rest} />
    </FormCard>
  )
}

function SeverityRule({ at, rule, taken, profileId, onChange }: SeverityRuleProps) {
  const t = useText()
  return (
    <RuleEditor
      at={at}
      rule={rule.rule}
      profileId={profileId}
      onChange={(next) => onChange({ ...rule, rule: next })}
      severity={
        <Select
          label={t('deviceProfiles.severity')}
          value={rule.severity}
          options={alarmSeverities
            .filter((value) => value === rule.severity || !taken.some((other) => other.severity === value))
            .map((value) => ({ value, label: t(`alarms.${value}`) }))}
          onChange={(next) => onChange({ ...rule, severity: next })}
        />
      }
    />
  )
}
