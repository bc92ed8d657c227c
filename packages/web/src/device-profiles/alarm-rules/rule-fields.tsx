/** All fields of a rule: conditions, duration or repetitions, schedule, alarm details. */

import { durationUnits } from '@sonde/model/device-profiles/alarm-rule'
import { Plus } from 'lucide-react'
import { DashboardPicker } from '../../entities/dashboard-picker.tsx'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { PlacedText, PlaceNote, useFieldPath, withItem, withoutItem } from '../../ui/field/field-places.tsx'
import { Select, TextArea } from '../../ui/field/text-field.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { defaultValueDraft, emptyCondition, type RuleDraft, type SpecDraft } from './alarm-rule-draft.ts'
import { ConditionFields } from './condition-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { SourceFields } from './value-fields.tsx'

export interface RuleFieldsProps {
  /** Path of the field errors. */
  readonly at: string
  readonly rule: RuleDraft
  readonly profileId: string | undefined
  readonly onChange: (rule: RuleDraft) => void
}

const specTypes = ['SIMPLE', 'DURATION', 'REPEATING'] as const

export function RuleFields({ at, rule, profileId, onChange }: RuleFieldsProps) {
  const t = useText()
  const { conditions, spec } = rule
  const set = (part: Partial<RuleDraft>) => onChange({ ...rule, ...part })
  const list = useFieldPath(`${at}.conditions`)
  return (
    <>
      <FieldGroup title={t('deviceProfiles.conditions')} text={t('deviceProfiles.conditionsText')}>
        <div className="sd-form-list">
          {conditions.map((condition) => (
            <ConditionFields
              key={condition.key}
              at={`${at}.${condition.key}`}
              condition={condition}
              profileId={profileId}
              onChange={(next) => set({ conditions: withItem(conditions, next) })}
              onRemove={() => set({ conditions: withoutItem(conditions, condition.key) })}
            />
          ))}
          <PlaceNote error={list.error} />
          <Button
            size="sm"
            icon={<Plus size={16} strokeWidth={2} aria-hidden />}
            onClick={() => set({ conditions: [...conditions, emptyCondition()] })}
          >
            {t('deviceProfiles.addCondition')}
          </Button>
        </div>
      </FieldGroup>
      <SpecFields at={`${at}.spec`} spec={spec} onChange={(next) => set({ spec: next })} />
      <ScheduleFields at={`${at}.schedule`} schedule={rule.schedule} onChange={(schedule) => set({ schedule })} />
      <TextArea
        label={t('deviceProfiles.alarmDetails')}
        isOptional
        help={t('deviceProfiles.alarmDetailsHelp')}
        value={rule.details}
        onChange={(details) => set({ details })}
      />
      <DashboardPicker
        label={t('deviceProfiles.dashboard')}
        of={{ kind: 'ownTenant' }}
        value={rule.dashboardId}
        onChange={(dashboardId) => set({ dashboardId })}
      />
    </>
  )
}

interface SpecFieldsProps {
  readonly at: string
  readonly spec: SpecDraft
  readonly onChange: (spec: SpecDraft) => void
}

function SpecFields({ at, spec, onChange }: SpecFieldsProps) {
  const t = useText()
  return (
    <FieldGroup title={t('deviceProfiles.spec')}>
      <Segmented
        label={t('deviceProfiles.spec')}
        options={specTypes.map((value) => ({ value, label: t(`deviceProfiles.spec_${value}`) }))}
        value={spec.type}
        onChange={(type) =>
          onChange(type === 'SIMPLE' ? { ...defaultValueDraft, type, unit: spec.unit } : { ...spec, type })
        }
      />
      {spec.type !== 'SIMPLE' && (
        <>
          <div className="sd-form-row">
            <PlacedText
              at={`${at}.value`}
              label={t(spec.type === 'DURATION' ? 'deviceProfiles.duration' : 'deviceProfiles.repeats')}
              help={spec.source === '' ? undefined : t('deviceProfiles.defaultValue')}
              inputMode="numeric"
              value={spec.value}
              onChange={(value) => onChange({ ...spec, value })}
            />
            {spec.type === 'DURATION' && (
              <Select
                label={t('deviceProfiles.unit')}
                value={spec.unit}
                options={durationUnits.map((value) => ({ value, label: t(`deviceProfiles.unit_${value}`) }))}
                onChange={(unit) => onChange({ ...spec, unit })}
              />
            )}
          </div>
          <SourceFields at={at} value={spec} onChange={(part) => onChange({ ...spec, ...part })} />
        </>
      )}
    </FieldGroup>
  )
}
