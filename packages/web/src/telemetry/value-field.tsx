/** Field for a typed value: string, integer, double, boolean or JSON. */

import { useText } from '../locale/use-text.tsx'
import { Select, TextArea, TextField } from '../ui/field/text-field.tsx'
import { type InputType, inputOfType, inputTypes, type TypedInput, type ValueError } from './typed-value.ts'

const labels = {
  string: 'telemetry.typeString',
  integer: 'telemetry.typeInteger',
  double: 'telemetry.typeDouble',
  boolean: 'telemetry.typeBoolean',
  json: 'telemetry.typeJson',
} as const

interface ValueFieldProps {
  readonly input: TypedInput
  readonly onChange: (input: TypedInput) => void
  readonly onBlur: () => void
  readonly fieldError: ValueError | undefined
}

export function ValueField({ input, onChange, onBlur, fieldError }: ValueFieldProps) {
  const t = useText()
  const error = fieldError && t(`telemetry.${fieldError}`)
  const label = t('telemetry.value')
  const change = (text: string) => onChange({ ...input, text })
  return (
    <>
      <Select<InputType>
        label={t('telemetry.type')}
        value={input.type}
        options={inputTypes.map((type) => ({ value: type, label: t(labels[type]) }))}
        onChange={(type) => onChange(inputOfType(type))}
      />
      {input.type === 'boolean' ? (
        <Select
          label={label}
          value={input.text === 'true' ? 'true' : 'false'}
          options={[
            { value: 'true', label: 'true' },
            { value: 'false', label: 'false' },
          ]}
          onChange={change}
        />
      ) : input.type === 'json' ? (
        <TextArea label={label} value={input.text} onChange={change} onBlur={onBlur} error={error} rows={6} isMono />
      ) : (
        <TextField
          label={label}
          value={input.text}
          onChange={change}
          onBlur={onBlur}
          error={error}
          inputMode={input.type === 'string' ? undefined : 'decimal'}
        />
      )}
    </>
  )
}
