/**
 * Payload format: JSON. A stored profile can have Protobuf, which the server rejects from devices: the form explains
 * this, shows the schemas and offers JSON.
 */

import { CodeEditor } from '../../../editors/code-editor.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { useFieldPath } from '../../../ui/field/field-places.tsx'
import { FormError } from '../../../ui/field/form-error.tsx'
import { CheckField } from '../../../ui/field/text-field.tsx'
import { type PayloadDraft, type SchemaField, schemaFields } from './payload-input.ts'

interface PayloadFieldsProps {
  readonly payload: PayloadDraft
  readonly onChange: (payload: PayloadDraft) => void
  /** Shows the options that allow JSON in addition to Protobuf. */
  readonly hasFlags?: boolean
}

export function PayloadFields({ payload, onChange, hasFlags = false }: PayloadFieldsProps) {
  const t = useText()
  const place = useFieldPath('payload.kind')
  if (!payload.isProtobuf) return <FieldGroup title={t('deviceProfiles.payload')} text={t('deviceProfiles.jsonText')} />
  return (
    <FieldGroup title={t('deviceProfiles.payload')} text={t('deviceProfiles.protobufText')}>
      {place.error && <FormError text={place.error} />}
      <div>
        <Button size="sm" onClick={() => onChange({ ...payload, isProtobuf: false })}>
          {t('deviceProfiles.useJson')}
        </Button>
      </div>
      {hasFlags && (
        <CheckField
          label={t('deviceProfiles.acceptsJson')}
          isChecked={payload.acceptsJson}
          onChange={(acceptsJson) => onChange({ ...payload, acceptsJson })}
        />
      )}
      {schemaFields.map((field) => (
        <SchemaEditor
          key={field}
          field={field}
          value={payload[field]}
          onChange={(schema) => onChange({ ...payload, [field]: schema })}
        />
      ))}
    </FieldGroup>
  )
}

interface SchemaEditorProps {
  readonly field: SchemaField
  readonly value: string
  readonly onChange: (schema: string) => void
}

function SchemaEditor({ field, value, onChange }: SchemaEditorProps) {
  const t = useText()
  const place = useFieldPath(`payload.${field}`)
  return (
    <CodeEditor
      label={t(`deviceProfiles.${field}`)}
      language="protobuf"
      value={value}
      onChange={onChange}
      error={place.error}
      onBlur={place.onBlur}
    />
  )
}
