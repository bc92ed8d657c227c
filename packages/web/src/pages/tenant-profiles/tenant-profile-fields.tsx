/** All limits of a tenant profile in groups, with a search by name. */

import './tenant-profiles.css'
import { type LimitKey, limitKeys, limitOf } from '@sonde/model/limits/limits'
import { type ProfileNumber, type ProfileRate, profileRates } from '@sonde/model/tenant-profiles/tenant-profile'
import { type ReactNode, useState } from 'react'
import { DeclaredFields } from '../../entities/declared-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { SearchField } from '../../ui/entity-table/search-field.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import { CheckField, TextField } from '../../ui/field/text-field.tsx'
import { fileSize } from '../../ui/format/file-size.ts'
import type { Format } from '../../ui/format/format.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { byteFields, numberGroups } from './profile-groups.ts'
import { parseRates } from './rate-limit.ts'
import { useLimitDefaults } from './tenant-profile-calls.ts'
import { type TenantProfileDraft, type TenantProfileErrors, tenantProfileFields } from './tenant-profile-input.ts'

export type TenantProfileFieldsState = EntityFields<TenantProfileDraft, TenantProfileErrors>

interface TenantProfileFieldsProps {
  readonly fields: TenantProfileFieldsState
  /** New profile. Isolation can only be set for new profiles. */
  readonly isNew: boolean
}

export function TenantProfileFields({ fields, isNew }: TenantProfileFieldsProps) {
  const t = useText()
  const [wanted, setWanted] = useState('')
  const { draft, change, fieldErrors } = fields
  // The search never hides fields with an error.
  const isNamed = (field: ProfileNumber | ProfileRate | LimitKey, label: string) =>
    Boolean(fieldErrors[field]) ||
    label.toLowerCase().includes(wanted.trim().toLowerCase()) ||
    field.toLowerCase() === wanted.trim().toLowerCase()
  const isShown = (field: ProfileNumber | ProfileRate) => isNamed(field, t(`tenantProfiles.${field}`))
  const groups = numberGroups.map((group) => ({ ...group, fields: group.fields.filter(isShown) }))
  const rates = profileRates.filter(isShown)
  const limits = limitKeys.filter((key) => isNamed(key, limitOf(key).title))
  const defaults = useLimitDefaults()
  const hasNone = rates.length === 0 && limits.length === 0 && groups.every((group) => group.fields.length === 0)

  return (
    <>
      <DeclaredFields list={tenantProfileFields} fields={fields} />
      <div className="sd-checks">
        <CheckField
          label={t('tenantProfiles.isolatedTbCore')}
          isChecked={draft.isolatedTbCore}
          isDisabled={!isNew}
          onChange={(isolatedTbCore) => change({ isolatedTbCore })}
        />
        <CheckField
          label={t('tenantProfiles.isolatedTbRuleEngine')}
          help={t(isNew ? 'tenantProfiles.isolationHelp' : 'tenantProfiles.isolationFixed')}
          isChecked={draft.isolatedTbRuleEngine}
          isDisabled={!isNew}
          onChange={(isolatedTbRuleEngine) => change({ isolatedTbRuleEngine })}
        />
      </div>
      <div className="sd-limit-search">
        <SearchField label={t('tenantProfiles.searchLimits')} value={wanted} onChange={setWanted} />
      </div>
      {groups.map(
        ({ id, fields: shown }) =>
          shown.length > 0 && (
            <Group key={id} title={t(`tenantProfiles.${id}`)} text={t(`tenantProfiles.${id}Text`)}>
              {shown.map((field) => (
                <NumberField key={field} field={field} fields={fields} />
              ))}
            </Group>
          ),
      )}
      {rates.length > 0 && (
        <Group title={t('tenantProfiles.rates')} text={t('tenantProfiles.ratesText')} isWide>
          {rates.map((field) => (
            <RateField key={field} field={field} fields={fields} />
          ))}
        </Group>
      )}
      {limits.length > 0 && (
        <Group title={t('tenantProfiles.limits')} text={t('tenantProfiles.limitsText')} isBroad>
          {limits.map((key) => (
            <LimitField key={key} field={key} fields={fields} standard={defaults[key] ?? limitOf(key).default} />
          ))}
        </Group>
      )}
      {hasNone && (
        <p className="sd-text-2" role="status">
          {t('tenantProfiles.noLimit', { query: wanted })}
        </p>
      )}
    </>
  )
}

interface GroupProps {
  readonly title: string
  readonly text: string
  /** One field per line. */
  readonly isWide?: boolean
  /** For fields with long names and help texts. */
  readonly isBroad?: boolean
  readonly children: ReactNode
}

function Group({ title, text, isWide, isBroad, children }: GroupProps) {
  return (
    <FieldGroup title={title}>
      <p className="sd-limits-text">{text}</p>
      <div className="sd-limits" data-wide={isWide || undefined} data-broad={isBroad || undefined}>
        {children}
      </div>
    </FieldGroup>
  )
}

interface LimitProps<F extends ProfileNumber | ProfileRate | LimitKey> {
  readonly field: F
  readonly fields: TenantProfileFieldsState
}

function NumberField({ field, fields: { draft, change, touch, fieldErrors } }: LimitProps<ProfileNumber>) {
  const t = useText()
  const format = useFormat()
  const value = Number(draft[field])
  return (
    <TextField
      label={t(`tenantProfiles.${field}`)}
      inputMode="numeric"
      value={draft[field]}
      error={fieldErrors[field]}
      help={byteFields.includes(field) && value > 0 ? bytesText(value, format) : undefined}
      onBlur={() => touch(field)}
      onChange={(text) => change({ [field]: text })}
      autoComplete="off"
    />
  )
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const

function bytesText(bytes: number, format: Format): string {
  const step = Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  return format.number(bytes / 1000 ** step, { unit: byteUnits[step] })
}

interface LimitFieldProps extends LimitProps<LimitKey> {
  /** Used if the profile sets none. */
  readonly standard: number
}

/** Field for a server limit, which can't be disabled: empty means the default. */
function LimitField({ field, standard, fields: { draft, change, touch, fieldErrors } }: LimitFieldProps) {
  const t = useText()
  const format = useFormat()
  const { title, unit, seconds, max, atLimit } = limitOf(field)
  const text = (value: number) =>
    unit === 'bytes' ? fileSize(value, t, format) : format.number(value, { decimals: 0, ...(unit && { unit }) })
  const typed = Number(draft[field])
  const range = t('tenantProfiles.limitRange', { max: text(max) })
  const read = unit === 'bytes' && typed > 0 ? `${text(typed)}. ` : ''
  const label = seconds === undefined ? title : t('tenantProfiles.limitRate', { title, seconds })
  return (
    <TextField
      label={unit === 'bytes' ? t('tenantProfiles.limitBytes', { title: label }) : label}
      isOptional
      inputMode="numeric"
      placeholder={unit === 'bytes' ? `${standard} (${text(standard)})` : text(standard)}
      value={draft[field]}
      error={fieldErrors[field]}
      help={`${read}${range} ${atLimit}.`}
      onBlur={() => touch(field)}
      onChange={(value) => change({ [field]: value })}
      autoComplete="off"
    />
  )
}

function RateField({ field, fields: { draft, change, touch, fieldErrors } }: LimitProps<ProfileRate>) {
  const t = useText()
  const rates = parseRates(draft[field])
  return (
    <TextField
      label={t(`tenantProfiles.${field}`)}
      isOptional
      isMono
      placeholder={t('tenantProfiles.ratePlaceholder')}
      value={draft[field]}
      error={fieldErrors[field]}
      help={
        rates && rates.length > 0
          ? rates
              .map(({ count, seconds }) => t('tenantProfiles.rateText', { count, seconds }))
              .join(t('tenantProfiles.rateAnd'))
          : undefined
      }
      onBlur={() => touch(field)}
      onChange={(text) => change({ [field]: text })}
      autoComplete="off"
    />
  )
}
