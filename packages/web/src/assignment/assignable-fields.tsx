/** Fields that assets, entity views and edges share in their details and when they are added. */

import type { EntitySubtype } from '@sonde/model/devices/device'
import { EntityFacts } from '../entities/entity-facts.tsx'
import { useText } from '../locale/use-text.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { TextArea, TextField } from '../ui/field/text-field.tsx'
import { type AssignableDraft, type AssignableFaults, faultWords, labelFault } from './assignable-input.ts'
import type { AssignableKind } from './assignable-kind.ts'

/** Types that are offered at once. */
const typesMax = 50

export interface AssignableFieldsProps {
  readonly draft: AssignableDraft
  readonly onChange: (change: Partial<AssignableDraft>) => void
  readonly onBlur: (field: 'name' | 'type') => void
  readonly faults: AssignableFaults
}

interface NameFieldsProps extends AssignableFieldsProps {
  readonly kind: AssignableKind
  /** Types in use. */
  readonly types: (signal: AbortSignal) => Promise<readonly EntitySubtype[]>
}

export function NameAndTypeFields({ kind, types, draft, onChange, onBlur, faults }: NameFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('assignment.name')}
        help={t('assignment.nameHelp', { kind })}
        value={draft.name}
        error={faultWords(t, faults.name, draft.name)}
        onChange={(name) => onChange({ name })}
        onBlur={() => onBlur('name')}
        autoComplete="off"
      />
      <ComboField
        label={t('assignment.type')}
        help={t('assignment.typeHelp')}
        source={[kind, 'types']}
        load={async (text, signal) =>
          (await types(signal))
            .map(({ type }) => ({ value: type, label: type }))
            .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
            .slice(0, typesMax)
        }
        ofText={(text) => ({ value: text, label: text })}
        value={draft.type ? { value: draft.type, label: draft.type } : null}
        error={faultWords(t, faults.type, draft.type)}
        onChange={(option) => onChange({ type: option?.label ?? '' })}
        onBlur={() => onBlur('type')}
      />
    </>
  )
}

interface LabelFieldProps {
  readonly value: string
  readonly onChange: (label: string) => void
}

export function LabelField({ value, onChange }: LabelFieldProps) {
  const t = useText()
  return (
    <TextField
      label={t('assignment.label')}
      isOptional
      value={value}
      error={faultWords(t, labelFault(value), value)}
      onChange={onChange}
      autoComplete="off"
    />
  )
}

export function DescriptionField({ value, onChange }: { value: string; onChange: (description: string) => void }) {
  const t = useText()
  return <TextArea label={t('assignment.description')} isOptional value={value} onChange={onChange} />
}

interface LabeledFieldsProps extends Pick<NameFieldsProps, 'kind' | 'types' | 'faults'> {
  readonly draft: AssignableDraft & { readonly label: string }
  readonly change: (part: Partial<AssignableDraft & { readonly label: string }>) => void
  readonly touch: (field: 'name' | 'type') => void
}

/** All fields of kinds that have a label. */
export function LabeledFields({ draft, change, touch, ...name }: LabeledFieldsProps) {
  return (
    <>
      <NameAndTypeFields {...name} draft={draft} onChange={change} onBlur={touch} />
      <LabelField value={draft.label} onChange={(label) => change({ label })} />
      <DescriptionField value={draft.description} onChange={(description) => change({ description })} />
    </>
  )
}

export interface OwnedRow {
  readonly id: { readonly id: string }
  readonly createdTime: number
  readonly customerTitle: string | null
  readonly customerIsPublic: boolean
}

/** What nobody changes here. */
export function AssignableFacts({ row }: { row: OwnedRow }) {
  const t = useText()
  return (
    <EntityFacts id={row.id.id} createdTime={row.createdTime}>
      <dt>{t('assignment.customer')}</dt>
      <dd>{row.customerIsPublic ? t('assignment.public') : row.customerTitle || t('ui.none')}</dd>
    </EntityFacts>
  )
}

/** The line under the name: whose it is. */
export function AssignableStatus({ row }: { row: Pick<OwnedRow, 'customerTitle' | 'customerIsPublic'> }) {
  const t = useText()
  if (row.customerIsPublic) return <span>{t('assignment.public')}</span>
  return row.customerTitle ? <span>{row.customerTitle}</span> : null
}
