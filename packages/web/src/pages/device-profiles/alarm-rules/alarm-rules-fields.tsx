/** Alarm rules of a profile: one card per alarm type, with the rules that raise it and the one that clears it. */

import { alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import { Bell, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { SeverityChip } from '../../../alarms/severity.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ComboListField } from '../../../ui/field/combo-list-field.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { newKey, PlacedText, Places, useFieldPath, withItem, withoutItem } from '../../../ui/field/field-places.tsx'
import { CheckField, Select } from '../../../ui/field/text-field.tsx'
import { EmptyState } from '../../../ui/states/states.tsx'
import { FormCard, PlaceNote } from '../form-card.tsx'
import type { DeviceProfileFields } from '../profile-fields.tsx'
import { type AlarmDraft, emptyAlarm, emptyRule, type SeverityRuleDraft } from './alarm-rule-draft.ts'
import { alarmFaults } from './alarm-rule-faults.ts'
import { RuleFields } from './rule-fields.tsx'
import { ruleWords } from './rule-words.ts'

interface AlarmRulesFieldsProps {
  readonly fields: DeviceProfileFields
  /** Whose devices' keys are offered; absent: those of all devices. */
  readonly profileId?: string
}

const plus = <Plus size={16} strokeWidth={2} aria-hidden />
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function AlarmRulesFields({ fields: { draft, change, faults }, profileId }: AlarmRulesFieldsProps) {
  const t = useText()
  const { alarms } = draft
  const placeFaults = useMemo(() => alarmFaults(alarms, t), [alarms, t])
  const set = (next: readonly AlarmDraft[]) => change({ alarms: next })
  const add = () => set([...alarms, emptyAlarm(crypto.randomUUID(), browserZone())])
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
    <Places faults={placeFaults} showsAll={Boolean(faults.alarms)}>
      <div className="sd-form-list">
        {alarms.map((alarm) => (
          <AlarmCard
            key={alarm.key}
            alarm={alarm}
            profileId={profileId}
            onChange={(next) => set(withItem(alarms, next))}
            onRemove={() => set(withoutItem(alarms, alarm.key))}
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
  readonly profileId: string | undefined
  readonly onChange: (alarm: AlarmDraft) => void
  readonly onRemove: () => void
}

function AlarmCard({ alarm, profileId, onChange, onRemove }: AlarmCardProps) {
  const t = useText()
  const { key, type, rules, clear } = alarm
  const name = type.trim() || t('deviceProfiles.newAlarm')
  const set = (part: Partial<AlarmDraft>) => onChange({ ...alarm, ...part })
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
      summary={rules[0] && ruleWords(rules[0].rule, t)}
      removeLabel={t('deviceProfiles.removeAlarm', { name })}
      onRemove={onRemove}
    >
      <PlacedText
        at={`${key}.type`}
        label={t('deviceProfiles.alarmType')}
        help={t('deviceProfiles.alarmTypeHelp')}
        value={type}
        onChange={(next) => set({ type: next })}
      />
      <FieldGroup title={t('deviceProfiles.createRules')}>
        <div className="sd-form-list">
          {rules.map((rule) => (
            <SeverityCard
              key={rule.key}
              at={`${key}.${rule.key}`}
              rule={rule}
              taken={rules}
              profileId={profileId}
              onChange={(next) => set({ rules: withItem(rules, next) })}
              onRemove={() => set({ rules: withoutItem(rules, rule.key) })}
            />
          ))}
          <PlaceNote error={list.error} />
          {free && (
            <Button
              size="sm"
              icon={plus}
              onClick={() =>
                set({ rules: [...rules, { key: newKey(), severity: free, rule: emptyRule(browserZone()) }] })
              }
            >
              {t('deviceProfiles.addCreateRule')}
            </Button>
          )}
        </div>
      </FieldGroup>
      <FieldGroup title={t('deviceProfiles.clearRule')} text={t('deviceProfiles.clearRuleText')}>
        <div className="sd-form-list">
          {clear ? (
            <FormCard
              at={`${key}.clear`}
              title={t('deviceProfiles.clearRule')}
              summary={ruleWords(clear, t)}
              startsOpen={clear.conditions.some((condition) => condition.name === '')}
              removeLabel={t('deviceProfiles.removeClearRule')}
              onRemove={() => set({ clear: null })}
            >
              <RuleFields
                at={`${key}.clear`}
                rule={clear}
                profileId={profileId}
                onChange={(next) => set({ clear: next })}
              />
            </FormCard>
          ) : (
            <Button size="sm" icon={plus} onClick={() => set({ clear: emptyRule(browserZone()) })}>
              {t('deviceProfiles.addClearRule')}
            </Button>
          )}
        </div>
      </FieldGroup>
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

/** Offered; any other text is one too. */
const relationTypes = ['Contains', 'Manages'].map((label) => ({ value: label, label }))

interface SeverityCardProps {
  readonly at: string
  readonly rule: SeverityRuleDraft
  readonly taken: readonly SeverityRuleDraft[]
  readonly profileId: string | undefined
  readonly onChange: (rule: SeverityRuleDraft) => void
  readonly onRemove: () => void
}

function SeverityCard({ at, rule, taken, profileId, onChange, onRemove }: SeverityCardProps) {
  const t = useText()
  const { key, severity } = rule
  const name = t(`alarms.${severity}`)
  return (
    <FormCard
      at={at}
      title={<SeverityChip severity={severity} />}
      summary={ruleWords(rule.rule, t)}
      startsOpen={key.startsWith('n')}
      removeLabel={t('deviceProfiles.removeCreateRule', { severity: name })}
      onRemove={onRemove}
    >
      <Select
        label={t('deviceProfiles.severity')}
        value={severity}
        options={alarmSeverities
          .filter((value) => value === severity || !taken.some((other) => other.severity === value))
          .map((value) => ({ value, label: t(`alarms.${value}`) }))}
        onChange={(next) => onChange({ ...rule, severity: next })}
      />
      <RuleFields
        at={at}
        rule={rule.rule}
        profileId={profileId}
        onChange={(next) => onChange({ ...rule, rule: next })}
      />
    </FormCard>
  )
}
