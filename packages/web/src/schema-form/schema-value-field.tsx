/** Field for one value of a schema form, by its kind. */

import { CodeEditor } from '../editors/code-editor.tsx'
import { MarkdownEditor } from '../editors/markdown-editor.tsx'
import { useText } from '../locale/use-text.tsx'
import { KeyListField } from '../ui/chips/key-list-field.tsx'
import { ColorField } from '../ui/color/color-field.tsx'
import { DateTimeField } from '../ui/date-time/date-time-field.tsx'
import { ImageField } from '../ui/field/image-field.tsx'
import { CheckField, PasswordField, Select, TextArea, TextField } from '../ui/field/text-field.tsx'
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
  const shared = { label, isOptional, help, error }
  const text = textOf(value)
  const setText = (next: string) => onChange(next === '' ? undefined : next)

  switch (kind) {
    case 'help':
      return <p className="sd-text-2">{entry.title ?? schema.description}</p>
    case 'checkbox':
      return (
        <CheckField label={label} help={help} isChecked={value === true} isDisabled={isDisabled} onChange={onChange} />
      )
    case 'number':
      return (
        <TextField
          {...shared}
          inputMode="decimal"
          disabled={isDisabled}
          value={text}
          onChange={(next) =>
            onChange(
              next.trim() === '' ? undefined : Number.isFinite(Number(next)) && !/\.$/.test(next) ? Number(next) : next,
            )
          }
        />
      )
    case 'select':
    case 'radios': {
      // Choices may be numbers or booleans, but `select` elements only support strings.
      const at = choices.findIndex((choice) => choice.value === value)
      const options = choices.map((choice, index) => ({ value: String(index), label: choice.label }))
      return (
        <Select
          {...shared}
          isDisabled={isDisabled}
          value={at < 0 ? '' : String(at)}
          options={at < 0 || isOptional ? [{ value: '', label: t('ui.none') }, ...options] : options}
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
      return (
        <KeyListField
          {...shared}
          isDisabled={isDisabled}
          placeholder={entry.placeholder}
          value={chosen}
          suggest={async (wanted) => choices.map(({ value: one }) => String(one)).filter((one) => one.includes(wanted))}
          onChange={(keys) => onChange(keys === null ? undefined : keys)}
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
      return <ColorField {...shared} isDisabled={isDisabled} value={text} onChange={setText} />
    case 'icon':
      return <IconField {...shared} isDisabled={isDisabled} value={text} onChange={setText} />
    case 'code':
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
      return (
        <TextArea {...shared} isReadOnly={isDisabled} placeholder={entry.placeholder} value={text} onChange={setText} />
      )
    default:
      return (
        <TextField {...shared} disabled={isDisabled} placeholder={entry.placeholder} value={text} onChange={setText} />
      )
  }
}
