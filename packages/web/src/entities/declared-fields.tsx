/** Renders the fields of a form from their declarations. */

import { useText } from '../locale/use-text.tsx'
import { ImageField } from '../ui/field/image-field.tsx'
import { CheckField, TextArea, TextField } from '../ui/field/text-field.tsx'
import type { DraftOf, FieldDeclaration, FieldDeclarations, FieldErrorsOf, FieldList } from './field-list.ts'

interface DeclaredFieldsProps<L extends FieldDeclarations> {
  readonly list: FieldList<L>
  readonly fields: {
    readonly draft: DraftOf<L>
    readonly change: (part: Partial<DraftOf<L>>) => void
    readonly touch: (field: keyof L) => void
    readonly fieldErrors: FieldErrorsOf<L>
  }
  /** Subset to render, for forms with other content in between; absent: all fields. */
  readonly only?: readonly (keyof L & string)[]
}

export function DeclaredFields<L extends FieldDeclarations>({ list, fields, only }: DeclaredFieldsProps<L>) {
  const { draft, change, touch, fieldErrors } = fields
  const { declarations } = list
  const names: readonly (keyof L & string)[] = only ?? Object.keys(declarations)
  return names.map((name) => (
    <DeclaredField
      key={name}
      field={declarations[name]}
      value={draft[name]}
      error={fieldErrors[name]}
      onBlur={() => touch(name)}
      onChange={(value) => change({ [name]: value } as Partial<DraftOf<L>>)}
    />
  ))
}

interface DeclaredFieldProps {
  readonly field: FieldDeclaration | undefined
  readonly value: string | boolean
  readonly error: string | undefined
  readonly onBlur: () => void
  readonly onChange: (value: string | boolean) => void
}

function DeclaredField({ field, value, ...props }: DeclaredFieldProps) {
  const t = useText()
  if (!field) return null
  const text = String(value)
  const max = field.kind === 'check' ? undefined : field.lengthMax
  const label = t(field.label)
  const help = field.help && t(field.help, { count: text.trim().length, max })
  switch (field.kind) {
    case 'check':
      return <CheckField label={label} help={help} isChecked={value === true} onChange={props.onChange} />
    case 'image':
      return <ImageField label={label} help={help} value={text} onChange={props.onChange} />
    case 'area':
      return <TextArea {...props} label={label} help={help} isOptional={field.isOptional} value={text} />
    case 'line':
      return (
        <TextField
          {...props}
          label={label}
          help={help}
          isOptional={field.isOptional}
          inputMode={field.inputMode}
          value={text}
          autoComplete="off"
        />
      )
  }
}
