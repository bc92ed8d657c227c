/** Fields for the values that alarm rules compare with: constants or attributes. */

import { type AlarmValueType, ruleValueSources } from '@sonde/model/device-profiles/alarm-rule'
import { useText } from '../../locale/use-text.tsx'
import { PlacedText } from '../../ui/field/field-places.tsx'
import { CheckField, Select } from '../../ui/field/text-field.tsx'
import type { ValueDraft } from './alarm-rule-draft.ts'

interface SourceFieldsProps {
  /** Path of the field errors. */
  readonly at: string
  readonly value: ValueDraft
  readonly onChange: (part: Partial<ValueDraft>) => void
}

/** Selects the attribute that supplies the value, if any. */
export function SourceFields({ at, value, onChange }: SourceFieldsProps) {
  const t = useText()
  const { source } = value
  // Values stored by older versions are shown, but not offered.
  const offered = source === 'CURRENT_USER' ? ([...ruleValueSources, source] as const) : ruleValueSources
  return (
    <>
      <div className="sd-form-row">
        <Select
          label={t('deviceProfiles.valueSource')}
          value={source}
          options={(['', ...offered] as const).map((one) => ({
            value: one,
            label: t(`deviceProfiles.source_${one}`),
          }))}
          onChange={(next) => onChange({ source: next, ...(next === '' && { attribute: '', inherit: false }) })}
        />
        {source !== '' && (
          <PlacedText
            at={`${at}.attribute`}
            label={t('deviceProfiles.sourceAttribute')}
            isMono
            value={value.attribute}
            onChange={(attribute) => onChange({ attribute })}
          />
        )}
      </div>
      {(source === 'CURRENT_DEVICE' || source === 'CURRENT_CUSTOMER') && (
        <CheckField
          label={t('deviceProfiles.inherit')}
          isChecked={value.inherit}
          onChange={(inherit) => onChange({ inherit })}
        />
      )}
    </>
  )
}

interface ValueFieldProps {
  readonly at: string
  readonly label: string
  readonly valueType: AlarmValueType
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ValueField({ at, label, valueType, value, onChange }: ValueFieldProps) {
  const t = useText()
  if (valueType === 'BOOLEAN') {
    return (
      <Select
        label={label}
        value={value === 'true' ? 'true' : 'false'}
        options={(['true', 'false'] as const).map((one) => ({ value: one, label: t(`deviceProfiles.${one}`) }))}
        onChange={onChange}
      />
    )
  }
  return (
    <PlacedText
      at={at}
      label={label}
      type={valueType === 'DATE_TIME' ? 'datetime-local' : 'text'}
      inputMode={valueType === 'NUMERIC' ? 'decimal' : undefined}
      value={value}
      onChange={onChange}
    />
  )
}
