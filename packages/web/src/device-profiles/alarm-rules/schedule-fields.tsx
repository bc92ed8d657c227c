/** Schedule of a rule: always, at the same time on selected days, or with individual times per day. */

import { offsetText, zoneOffsetMs } from '@sonde/model/time-windows/zone-time'
import { useText } from '../../locale/use-text.tsx'
import { ComboField } from '../../ui/field/combo-field.tsx'
import { FieldGroup, LabeledGroup } from '../../ui/field/field-group.tsx'
import { PlacedText, PlaceNote, useFieldPath } from '../../ui/field/field-places.tsx'
import { CheckField } from '../../ui/field/text-field.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { type ScheduleDraft, weekdays } from './alarm-rule-draft.ts'

interface ScheduleFieldsProps {
  /** Path of the field errors. */
  readonly at: string
  readonly schedule: ScheduleDraft
  readonly onChange: (schedule: ScheduleDraft) => void
}

const types = ['ANY_TIME', 'SPECIFIC_TIME', 'CUSTOM'] as const

export function ScheduleFields(props: ScheduleFieldsProps) {
  const t = useText()
  const { at, schedule, onChange } = props
  const days = useFieldPath(`${at}.days`)
  return (
    <FieldGroup title={t('deviceProfiles.schedule')}>
      <Segmented
        label={t('deviceProfiles.schedule')}
        options={types.map((value) => ({ value, label: t(`deviceProfiles.schedule_${value}`) }))}
        value={schedule.type}
        onChange={(type) => onChange({ ...schedule, type })}
      />
      {schedule.type !== 'ANY_TIME' && (
        <ZoneField
          at={`${at}.timezone`}
          value={schedule.timezone}
          onChange={(timezone) => onChange({ ...schedule, timezone })}
        />
      )}
      {schedule.type === 'SPECIFIC_TIME' && <OneRange {...props} />}
      {schedule.type === 'CUSTOM' && <EachDay {...props} />}
      {schedule.type !== 'ANY_TIME' && (
        <>
          <PlaceNote error={days.error} />
          <p className="sd-xs sd-text-3">{t('deviceProfiles.timesHelp')}</p>
        </>
      )}
    </FieldGroup>
  )
}

function OneRange({ at, schedule, onChange }: ScheduleFieldsProps) {
  const t = useText()
  return (
    <>
      <LabeledGroup className="sd-day-choices" label={t('deviceProfiles.days')}>
        {weekdays.map((day) => (
          <CheckField
            key={day}
            label={t('deviceProfiles.day', { day })}
            isChecked={schedule.days.includes(day)}
            onChange={(isOn) =>
              onChange({
                ...schedule,
                days: weekdays.filter((one) => (one === day ? isOn : schedule.days.includes(one))),
              })
            }
          />
        ))}
      </LabeledGroup>
      <div className="sd-form-row">
        <PlacedText
          at={`${at}.startsOn`}
          type="time"
          label={t('deviceProfiles.startsOn')}
          value={schedule.startsOn}
          onChange={(startsOn) => onChange({ ...schedule, startsOn })}
        />
        <PlacedText
          at={`${at}.endsOn`}
          type="time"
          label={t('deviceProfiles.endsOn')}
          value={schedule.endsOn}
          onChange={(endsOn) => onChange({ ...schedule, endsOn })}
        />
      </div>
    </>
  )
}

function EachDay({ at, schedule, onChange }: ScheduleFieldsProps) {
  const t = useText()
  const { items } = schedule
  return (
    <div className="sd-form-list">
      <div className="sd-day-row sd-day-heads" aria-hidden>
        <span>{t('deviceProfiles.startsOn')}</span>
        <span>{t('deviceProfiles.endsOn')}</span>
      </div>
      {weekdays.map((number) => {
        const item = items[number - 1]
        if (!item) return null
        const day = t('deviceProfiles.day', { day: number })
        const set = (part: Partial<typeof item>) =>
          onChange({ ...schedule, items: items.map((one) => (one === item ? { ...one, ...part } : one)) })
        return (
          <div className="sd-form-row sd-day-row sd-hidden-labels" key={number}>
            <CheckField label={day} isChecked={item.enabled} onChange={(enabled) => set({ enabled })} />
            {item.enabled && (
              <>
                <PlacedText
                  at={`${at}.${number}.startsOn`}
                  type="time"
                  label={t('deviceProfiles.startsOnDay', { day })}
                  value={item.startsOn}
                  onChange={(startsOn) => set({ startsOn })}
                />
                <PlacedText
                  at={`${at}.${number}.endsOn`}
                  type="time"
                  label={t('deviceProfiles.endsOnDay', { day })}
                  value={item.endsOn}
                  onChange={(endsOn) => set({ endsOn })}
                />
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** Maximum number of time zones offered; the user can search for others. */
const zonesMax = 60
/** Current names of time zones that browsers list under older names or not at all. */
const otherZones = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv']

interface ZoneFieldProps {
  readonly at: string
  readonly value: string
  readonly onChange: (zone: string) => void
}

function ZoneField({ at, value, onChange }: ZoneFieldProps) {
  const t = useText()
  const optionOf = (zone: string) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
    note: offsetText(zoneOffsetMs(Date.now(), zone)),
  })
  return (
    <ComboField
      {...useFieldPath(at)}
      label={t('deviceProfiles.timezone')}
      source={['timezones']}
      load={async (text) => {
        const wanted = text.toLowerCase().replaceAll(' ', '_')
        return [...new Set([...Intl.supportedValuesOf('timeZone'), ...otherZones])]
          .filter((zone) => zone.toLowerCase().includes(wanted))
          .slice(0, zonesMax)
          .map(optionOf)
      }}
      value={value === '' ? null : { value, label: value.replaceAll('_', ' ') }}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}
