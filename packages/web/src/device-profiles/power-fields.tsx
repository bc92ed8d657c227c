/** Fields for power saving: the mode and its timers. */

import { useText } from '../locale/use-text.tsx'
import { FieldGroup } from '../ui/field/field-group.tsx'
import { PlacedText } from '../ui/field/field-places.tsx'
import { Select } from '../ui/field/text-field.tsx'
import { type PowerDraft, powerModes, timersOf, timeUnits } from './power-input.ts'

interface PowerFieldsProps {
  /** Path of the field errors. */
  readonly at: string
  readonly power: PowerDraft
  readonly onChange: (power: PowerDraft) => void
  /** Label of the option that sets no mode; absent: no such option. */
  readonly unsaid?: string
}

export function PowerFields({ at, power, onChange, unsaid }: PowerFieldsProps) {
  const t = useText()
  return (
    <FieldGroup title={t('deviceProfiles.power')}>
      <Select
        label={t('deviceProfiles.powerMode')}
        value={power.powerMode}
        options={[
          ...(unsaid === undefined ? [] : [{ value: '' as const, label: unsaid }]),
          ...powerModes.map((value) => ({ value, label: t(`deviceProfiles.power_${value}`) })),
        ]}
        onChange={(powerMode) => onChange({ ...power, powerMode })}
      />
      {timersOf(power.powerMode).map((name) => {
        const label = t(`deviceProfiles.${name}`)
        return (
          <div className="sd-form-row" key={name}>
            <PlacedText
              at={`${at}.${name}`}
              label={label}
              inputMode="numeric"
              value={power[name].value}
              onChange={(value) => onChange({ ...power, [name]: { ...power[name], value } })}
            />
            <Select
              label={t('deviceProfiles.unitOf', { name: label })}
              value={power[name].unit}
              options={timeUnits.map((value) => ({ value, label: t(`deviceProfiles.time_${value}`) }))}
              onChange={(unit) => onChange({ ...power, [name]: { ...power[name], unit } })}
            />
          </div>
        )
      })}
    </FieldGroup>
  )
}
