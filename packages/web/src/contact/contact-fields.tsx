/** The contact section of a tenant's or a customer's form. */

import { useLocale, useText } from '../locale/use-text.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { FieldGroup } from '../ui/field/field-group.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import type { ContactDraft, ContactErrors } from './contact-input.ts'
import { countryLabels, countryOf, matchingCountries } from './countries.ts'

interface ContactFieldsProps {
  readonly draft: ContactDraft
  readonly onChange: (part: Partial<ContactDraft>) => void
  readonly onBlur: (field: keyof ContactDraft) => void
  readonly fieldErrors: ContactErrors
}

export function ContactFields({ draft, onChange, onBlur, fieldErrors }: ContactFieldsProps) {
  const t = useText()
  const text = (
    field: Exclude<keyof ContactDraft, 'country'>,
    more: { type?: string; inputMode?: 'email' | 'tel' } = {},
  ) => (
    <TextField
      {...more}
      label={t(`contact.${field}`)}
      isOptional
      value={draft[field]}
      error={fieldErrors[field]}
      onBlur={() => onBlur(field)}
      onChange={(value) => onChange({ [field]: value })}
      // Contact data of the tenant or customer, not of the user: browsers would suggest the user’s own.
      autoComplete="off"
    />
  )
  return (
    <FieldGroup title={t('contact.title')}>
      <CountryField value={draft.country} onChange={(country) => onChange({ country })} onBlur={() => onBlur('zip')} />
      <div className="sd-form-pair">
        {text('city')}
        {text('zip')}
      </div>
      {text('state')}
      {text('address')}
      {text('address2')}
      <div className="sd-form-pair">
        {text('phone', { type: 'tel', inputMode: 'tel' })}
        {text('email', { type: 'text', inputMode: 'email' })}
      </div>
    </FieldGroup>
  )
}

interface CountryFieldProps {
  readonly value: string
  readonly onChange: (country: string) => void
  readonly onBlur: () => void
}

function CountryField({ value, onChange, onBlur }: CountryFieldProps) {
  const t = useText()
  const { language } = useLocale()
  const known = countryOf(value)
  return (
    <ComboField
      label={t('contact.country')}
      isOptional
      source={['countries', language]}
      load={async (text) => matchingCountries(text, language).map(({ name, label }) => ({ value: name, label }))}
      value={value === '' ? null : { value, label: known ? countryLabels(language)(known) : value }}
      onChange={(option) => onChange(option?.value ?? '')}
      onBlur={onBlur}
    />
  )
}
