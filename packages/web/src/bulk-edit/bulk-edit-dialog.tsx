/**
 * Dialog that selects the fields to change in the selected rows, and their new values. Fields that aren't ticked stay
 * unchanged.
 */

import './bulk-edit.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { ComboField } from '../ui/field/combo-field.tsx'
import { FormError } from '../ui/field/form-error.tsx'
import { CheckField, TextArea, TextField } from '../ui/field/text-field.tsx'
import {
  type EditableField,
  type EditableRoom,
  editErrors,
  type FieldValues,
  type RenderProfile,
  textLengthMax,
} from './bulk-edit.ts'

/** Maximum number of types offered at once. */
const typesMax = 50

interface BulkEditDialogProps extends Pick<EditableRoom<unknown>, 'kind' | 'fields' | 'types' | 'reservedType'> {
  readonly count: number
  readonly renderProfile: RenderProfile | undefined
  readonly onApply: (values: FieldValues) => void
  readonly onCancel: () => void
}

export default function BulkEditDialog(props: BulkEditDialogProps) {
  const { kind, fields, types, reservedType, count, renderProfile, onApply, onCancel } = props
  const t = useText()
  const [values, setValues] = useState<FieldValues>({})
  const [isTried, setTried] = useState(false)
  const fieldErrors = editErrors(values, reservedType)
  const isNothing = Object.keys(values).length === 0

  const set = (field: EditableField, value: string | undefined) => {
    const { [field]: _, ...others } = values
    setValues(value === undefined ? others : { ...others, [field]: value })
  }
  const errorOf = (field: EditableField) => {
    const fieldError = isTried ? fieldErrors[field] : undefined
    return fieldError && t(`bulkEdit.${fieldError}`, { length: values[field]?.trim().length, max: textLengthMax })
  }

  function apply() {
    setTried(true)
    if (isNothing || Object.keys(fieldErrors).length > 0) return
    const trimmed = Object.entries(values).map(([field, value]) => [field, value.trim()])
    onApply(Object.fromEntries(trimmed))
  }

  function fieldOf(field: EditableField, value: string): ReactNode {
    const label = t(`bulkEdit.${field}`)
    const shared = { label, error: errorOf(field), help: value.trim() === '' ? t('bulkEdit.empties') : undefined }
    switch (field) {
      case 'label':
        return <TextField {...shared} value={value} autoComplete="off" onChange={(next) => set(field, next)} />
      case 'description':
        return <TextArea {...shared} value={value} onChange={(next) => set(field, next)} />
      case 'type':
        return (
          <ComboField
            label={label}
            error={shared.error}
            source={[kind, 'types']}
            load={async (text, signal) =>
              ((await types?.(signal)) ?? [])
                .map(({ type }) => ({ value: type, label: type }))
                .filter((option) => option.label.toLowerCase().includes(text.toLowerCase()))
                .slice(0, typesMax)
            }
            ofText={(text) => ({ value: text, label: text })}
            value={value === '' ? null : { value, label: value }}
            onChange={(option) => set(field, option?.label ?? '')}
          />
        )
      case 'profile':
        return (
          <>
            {renderProfile?.(value, (next) => set(field, next))}
            <FormError text={shared.error ?? null} />
          </>
        )
    }
  }

  return (
    <FormDialog
      title={t(`bulkEdit.title_${kind}`, { count })}
      onClose={onCancel}
      onSubmit={apply}
      action={t(`bulkEdit.apply_${kind}`, { count })}
    >
      <p className="sd-text-2">{t('bulkEdit.intro')}</p>
      <FormError text={isTried && isNothing ? t('bulkEdit.nothing') : null} />
      {fields.map((field) => {
        const value = values[field]
        return (
          <div key={field} className="sd-bulk-edit-field">
            <CheckField
              label={t(`bulkEdit.change_${field}`)}
              isChecked={value !== undefined}
              onChange={(isOn) => set(field, isOn ? '' : undefined)}
            />
            {value !== undefined && <Revealed>{fieldOf(field, value)}</Revealed>}
          </div>
        )
      })}
    </FormDialog>
  )
}

/** Container of a field that the user has just ticked; moves the focus into it. */
function Revealed({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector<HTMLElement>('input, textarea, select')?.focus(), [])
  return (
    <div ref={place} className="sd-bulk-edit-value">
      {children}
    </div>
  )
}
