/** Edits a rule as a sentence: key, comparison, value and duration. */

import { durationUnits } from '@sonde/model/device-profiles/alarm-rule'
import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { PlacedText } from '../../ui/field/field-places.tsx'
import { Select } from '../../ui/field/text-field.tsx'
import { focusableIn } from '../../ui/overlay/focus.ts'
import { emptySpec } from './alarm-rule-draft.ts'
import { KeyField, OperationField } from './condition-fields.tsx'
import type { RuleFieldsProps } from './rule-fields.tsx'
import type { SentenceCondition } from './rule-suggestions.ts'
import { ValueField } from './value-fields.tsx'

interface SentenceFieldsProps extends RuleFieldsProps {
  readonly condition: SentenceCondition
  /** Severity field, before the sentence. */
  readonly severity?: ReactNode
}

export function SentenceFields({ at, rule, condition, profileId, severity, onChange }: SentenceFieldsProps) {
  const t = useText()
  const element = useRef<HTMLDivElement>(null)
  const isNew = condition.name === ''
  const startsNew = useRef(isNew)
  useEffect(() => {
    if (element.current && startsNew.current) focusableIn(element.current)[0]?.focus()
  }, [])
  const { keyType, valueType, predicate } = condition
  const { spec } = rule
  const set = (part: Partial<SentenceCondition>) => onChange({ ...rule, conditions: [{ ...condition, ...part }] })
  return (
    <div className="sd-form-list">
      <div className="sd-sentence" ref={element}>
        <KeyField
          at={`${at}.${condition.key}.name`}
          label={t(keyType === 'ATTRIBUTE' ? 'deviceProfiles.keyType_ATTRIBUTE' : 'deviceProfiles.keyName')}
          condition={condition}
          profileId={profileId}
          onChange={({ name = '' }) => set({ name })}
        />
        <OperationField
          valueType={valueType}
          value={predicate.operation}
          onChange={(operation) => set({ predicate: { ...predicate, operation } })}
        />
        <ValueField
          at={`${at}.${condition.key}.${predicate.key}.value`}
          label={t('deviceProfiles.value')}
          valueType={valueType}
          value={predicate.value}
          onChange={(value) => set({ predicate: { ...predicate, value } })}
        />
      </div>
      <div className="sd-sentence">
        <PlacedText
          at={`${at}.spec.value`}
          label={t('deviceProfiles.duration')}
          isOptional
          help={t('deviceProfiles.durationHelp')}
          inputMode="numeric"
          value={spec.value}
          onChange={(value) =>
            onChange({
              ...rule,
              spec: value === '' ? { ...emptySpec, unit: spec.unit } : { ...spec, type: 'DURATION', value },
            })
          }
        />
        <Select
          label={t('deviceProfiles.unit')}
          value={spec.unit}
          options={durationUnits.map((value) => ({ value, label: t(`deviceProfiles.unit_${value}`) }))}
          onChange={(unit) => onChange({ ...rule, spec: { ...spec, unit } })}
        />
        {severity}
      </div>
    </div>
  )
}
