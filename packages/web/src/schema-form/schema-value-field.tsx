/** Field for one value of a schema form, by its kind. */

import { useState } from 'react'
import { CodeEditor } from '../editors/code-editor.tsx'
import { JsonEditor } from '../editors/json-editor.tsx'
import { MarkdownEditor } from '../editors/markdown-editor.tsx'
import { useText } from '../locale/use-text.tsx'
import { KeyListField } from '../ui/chips/key-list-field.tsx'
import { ColorField } from '../ui/color/color-field.tsx'
import { DateTimeField } from '../ui/date-time/date-time-field.tsx'
import { ImageField } from '../ui/field/image-field.tsx'
import { CheckField, PasswordField, Select, TextArea, TextField, type TextFieldProps } from '../ui/field/text-field.tsx'
import { IconField } from '../ui/icon-picker/icon-field.tsx'
import type { FormField } from './schema-model.ts'

interface SchemaValueFieldProps {
  readonly field: FormField
  readonly value: unknown
  readonly error: string | undefined
  readonly isDisabled: boolean
  /** Undefined: unset. */
  readonly onChange: (value: unknown) => void
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value, null, 2)
      : String(value)

export function SchemaValueField({ field, value, error, isDisabled, onChange }: SchemaValueFieldProps) {
  const t = useText()
  const { kind, label, choices, entry, schema } = field
  const isOptional = !field.isRequired
  const help = schema.description
  // Settings are optional as a rule, so that it isn't said at each of them.
  const shared = { label, help, error }
  const text = textOf(value)
  const placeholder = entry.placeholder ?? textOf(schema.default)
  const setText = (next: string) => onChange(next === '' ? undefined : next)

  switch (kind) {
    case 'help':
      return <p className="sd-text-2">{entry.description ?? entry.title ?? schema.description}</p>
    case 'checkbox':
      return (
        <CheckField label={label} help={help} isChecked={value === true} isDisabled={isDisabled} onChange={onChange} />
      )
    case 'number':
      return (
        <NumberField
          {...shared}
          inputMode="decimal"
          disabled={isDisabled}
          placeholder={placeholder}
          value={value}
          onChange={onChange}
        />
      )
    case 'select':
    case 'radios': {
      // Choices may be numbers or booleans, but `select` elements only support strings.
      const at = choices.findIndex((choice) => choice.value === value)
      const canClear = entry.allowClear || (isOptional && schema.default === undefined)
      const options = choices.map((choice, index) => ({ value: String(index), label: choice.label }))
      return (
        <Select
          {...shared}
          isDisabled={isDisabled}
          value={at < 0 ? '' : String(at)}
          options={at < 0 || canClear ? [{ value: '', label: t('ui.none') }, ...options] : options}
          onChange={(next) => onChange(next === '' ? undefined : choices[Number(next)]?.value)}
        />
      )
    }
    case 'checkboxes': {
      const chosen: readonly unknown[] = Array.isArray(value) ? value : []
      return (
        <fieldset className="sd-schema-checks">
          <legend className="sd-field-label">{label}</legend>
          {choices.map((choice) => (
            <CheckField
              key={choice.label}
              label={choice.label}
              isDisabled={isDisabled}
              isChecked={chosen.includes(choice.value)}
              onChange={(isOn) =>
                onChange(isOn ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value))
              }
            />
          ))}
        </fieldset>
      )
    }
    case 'tags': {
      const chosen = Array.isArray(value) ? value.map(String) : null
      const choiceOf = (key: string) => choices.find(({ value: one }) => String(one) === key)?.value ?? key
      return (
        <KeyListField
          {...shared}
          isDisabled={isDisabled}
          placeholder={entry.placeholder}
          value={chosen}
          suggest={async (wanted) => choices.map(({ value: one }) => String(one)).filter((one) => one.includes(wanted))}
          onChange={(keys) => onChange(keys === null ? undefined : keys.map(choiceOf))}
        />
      )
    }
    case 'date':
      return (
        <DateTimeField
          {...shared}
          isDisabled={isDisabled}
          value={typeof value === 'number' ? value : value ? Date.parse(text) || null : null}
          onChange={(ms) =>
            onChange(ms === null ? undefined : schema.type === 'string' ? new Date(ms).toISOString() : ms)
          }
        />
      )
    case 'image':
      return <ImageField label={label} help={help} value={text} onChange={setText} />
    case 'color':
      return (
        <ColorField {...shared} placeholder={placeholder} isDisabled={isDisabled} value={text} onChange={setText} />
      )
    case 'icon':
      return <IconField {...shared} isOptional={isOptional} isDisabled={isDisabled} value={text} onChange={setText} />
    case 'code':
      if (field.language === 'json' && schema.type !== undefined && schema.type !== 'string')
        return <JsonField {...shared} isDisabled={isDisabled} value={value} onChange={onChange} />
      return field.language === 'markdown' ? (
        <MarkdownEditor {...shared} isDisabled={isDisabled} value={text} onChange={setText} />
      ) : (
        <CodeEditor
          {...shared}
          language={field.language ?? 'text'}
          isDisabled={isDisabled}
          value={text}
          onChange={setText}
        />
      )
    case 'password':
      return <PasswordField {...shared} autoComplete="off" disabled={isDisabled} value={text} onChange={setText} />
    case 'textarea':
      return <TextArea {...shared} isReadOnly={isDisabled} placeholder={placeholder} value={text} onChange={setText} />
    default:
      return <TextField {...shared} disabled={isDisabled} placeholder={placeholder} value={text} onChange={setText} />
  }
}

interface ValueFieldProps {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

type NumberFieldProps = Omit<TextFieldProps, keyof ValueFieldProps> & ValueFieldProps

/** Shows the number as it was typed, such as `1.50`. Other text is reported as text. */
function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  const numberOf = (text: string): unknown =>
    text.trim() === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text
  return (
    <TextField
      {...rest}
      value={Object.is(numberOf(typed), value) ? typed : textOf(value)}
      onChange={(text) => {
        setTyped(text)
        onChange(numberOf(text))
      }}
    />
  )
}

interface JsonFieldProps extends ValueFieldProps {
  readonly label: string
  readonly help?: string
  readonly error?: string
  readonly isDisabled: boolean
}

/** JSON of a setting that isn't a text. A text with errors isn't reported. */
function JsonField({ value, onChange, ...rest }: JsonFieldProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly over: unknown } | null>(null)
  const text = typed && Object.is(typed.over, value) ? typed.text : textOf(value)
  return (
    <JsonEditor
      {...rest}
      isEager
      value={text}
      onChange={(next) => {
        const parsed = parsedJson(next)
        setTyped({ text: next, over: parsed ? parsed.value : value })
        if (parsed) onChange(parsed.value)
      }}
    />
  )
}

/** Null: not JSON. */
export function parsedJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: text.trim() === '' ? undefined : JSON.parse(text) }
  } catch {
    return null
  }
}
