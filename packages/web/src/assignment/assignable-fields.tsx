/** Fields shared by the details and add forms of assets, entity views and edges. */

import { loadSubtypes, type TypedEntity } from '../entities/entity-subtype-field.tsx'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { TextArea, TextField } from '../ui/field/text-field.tsx'
import {
  type AssignableDraft,
  type AssignableErrors,
  errorWords,
  type LabeledDraft,
  labelError,
} from './assignable-input.ts'
import type { AssignableKind } from './assignable-kind.ts'

/** Maximum number of types offered at once. */
const typesMax = 50

export interface AssignableFieldsProps {
  readonly draft: AssignableDraft
  readonly onChange: (change: Partial<AssignableDraft>) => void
  readonly onBlur: (field: 'name' | 'type') => void
  readonly fieldErrors: AssignableErrors
}

interface NameFieldsProps extends AssignableFieldsProps {
  readonly kind: AssignableKind & TypedEntity
}

export function NameAndTypeFields({ kind, draft, onChange, onBlur, fieldErrors }: NameFieldsProps) {
  const t = useText()
  const { rest } = useClient()
  return (
    <>
      <TextField
        label={t('assignment.name')}
        help={t('assignment.nameHelp', { kind })}
        value={draft.name}
        error={errorWords(t, fieldErrors.name, draft.name)}
        onChange={(name) => onChange({ name })}
        onBlur={() => onBlur('name')}
        autoComplete="off"
      />
      <ComboField
        label={t('assignment.type')}
        help={t('assignment.typeHelp')}
        source={[kind, 'types']}
        load={async (text, signal) =>
          (await loadSubtypes(rest, kind, signal))
            .map(({ type }) => ({ value: type, label: type }))
            .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
            .slice(0, typesMax)
        }
        ofText={(text) => ({ value: text, label: text })}
        value={draft.type ? { value: draft.type, label: draft.type } : null}
        error={errorWords(t, fieldErrors.type, draft.type)}
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
      error={errorWords(t, labelError(value), value)}
      onChange={onChange}
      autoComplete="off"
    />
  )
}

export function DescriptionField({ value, onChange }: { value: string; onChange: (description: string) => void }) {
  const t = useText()
  return <TextArea label={t('assignment.description')} isOptional value={value} onChange={onChange} />
}

interface LabeledFieldsProps extends Pick<NameFieldsProps, 'kind'> {
  readonly fields: {
    readonly draft: LabeledDraft
    readonly change: (part: Partial<LabeledDraft>) => void
    readonly touch: (field: 'name' | 'type') => void
    readonly fieldErrors: AssignableErrors
  }
}

/** All fields of entity kinds that have a label. */
export function LabeledFields({ kind, fields: { draft, change, touch, fieldErrors } }: LabeledFieldsProps) {
  return (
    <>
      <NameAndTypeFields kind={kind} draft={draft} fieldErrors={fieldErrors} onChange={change} onBlur={touch} />
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

/** Customer of the entity, as a fact. */
export function CustomerFact({ row }: { row: OwnedRow }) {
  const t = useText()
  return (
    <>
      <dt>{t('assignment.customer')}</dt>
      <dd>{row.customerIsPublic ? t('assignment.public') : row.customerTitle || t('ui.none')}</dd>
    </>
  )
}

interface ReadOnlyProps extends Pick<AssignableDraft, 'description'> {
  readonly row: { readonly name: string; readonly type: string }
  readonly label?: string
}

/** Read-only view for users without edit permission. */
export function AssignableReadOnly({ row, label, description }: ReadOnlyProps) {
  const t = useText()
  return (
    <dl className="sd-facts">
      <dt>{t('assignment.name')}</dt>
      <dd>{row.name}</dd>
      <dt>{t('assignment.type')}</dt>
      <dd>{row.type}</dd>
      <dt>{t('assignment.label')}</dt>
      <dd>{label || t('ui.none')}</dd>
      <dt>{t('assignment.description')}</dt>
      <dd>{description || t('ui.none')}</dd>
    </dl>
  )
}

/** Content below the name: the customer, or that the entity is public. */
export function AssignableStatus({ row }: { row: Pick<OwnedRow, 'customerTitle' | 'customerIsPublic'> }) {
  const t = useText()
  if (row.customerIsPublic) return <span>{t('assignment.public')}</span>
  return row.customerTitle ? <span>{row.customerTitle}</span> : null
}
