/** How payloads are written: JSON, or protobuf with a schema of each kind. */

import { CodeEditor } from '../../../editors/code-editor.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { FieldGroup } from '../../../ui/field/field-group.tsx'
import { CheckField } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { usePlace } from '../places.tsx'
import { type PayloadDraft, type SchemaField, schemaFields } from './payload-input.ts'

interface PayloadFieldsProps {
  readonly payload: PayloadDraft
  readonly onChange: (payload: PayloadDraft) => void
  /** JSON may be let through beside protobuf. */
  readonly hasFlags?: boolean
}

export function PayloadFields({ payload, onChange, hasFlags = false }: PayloadFieldsProps) {
  const t = useText()
  return (
    <FieldGroup title={t('deviceProfiles.payload')}>
      <Segmented
        label={t('deviceProfiles.payload')}
        options={[
          { value: 'JSON', label: t('deviceProfiles.json') },
          { value: 'PROTOBUF', label: t('deviceProfiles.protobuf') },
        ]}
        value={payload.isProtobuf ? 'PROTOBUF' : 'JSON'}
        onChange={(kind) => onChange({ ...payload, isProtobuf: kind === 'PROTOBUF' })}
      />
      {payload.isProtobuf && (
        <>
          {hasFlags && (
            <>
              <CheckField
                label={t('deviceProfiles.acceptsJson')}
                help={t('deviceProfiles.acceptsJsonHelp')}
                isChecked={payload.acceptsJson}
                onChange={(acceptsJson) => onChange({ ...payload, acceptsJson })}
              />
              {payload.acceptsJson && (
                <CheckField
                  label={t('deviceProfiles.answersJson')}
                  isChecked={payload.answersJson}
                  onChange={(answersJson) => onChange({ ...payload, answersJson })}
                />
              )}
            </>
          )}
          <p className="sd-xs sd-text-3">{t('deviceProfiles.protobufText')}</p>
          {schemaFields.map((field) => (
            <SchemaEditor
              key={field}
              field={field}
              value={payload[field]}
              onChange={(schema) => onChange({ ...payload, [field]: schema })}
            />
          ))}
        </>
      )}
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
  const place = usePlace(`payload.${field}`)
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
