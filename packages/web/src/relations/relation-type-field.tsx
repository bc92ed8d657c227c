/** Relation type: a suggested one or any text. */

import { useText } from '../locale/use-text.tsx'
import { ComboField, type ComboFieldProps } from '../ui/field/combo-field.tsx'
import { relationTypeError } from './relation-input.ts'

/** Relation types that rule chains and dashboards commonly use. */
const suggestions = ['Contains', 'Manages']
const option = (text: string) => ({ value: text, label: text })

interface RelationTypeFieldProps extends Pick<ComboFieldProps, 'help' | 'isOptional' | 'isDisabled' | 'onBlur'> {
  /** Empty: no type. */
  readonly value: string
  readonly onChange: (type: string) => void
  readonly isTouched?: boolean
}

export function RelationTypeField({ value, onChange, isTouched, isOptional, ...rest }: RelationTypeFieldProps) {
  const t = useText()
  const fieldError = relationTypeError(value)
  const isWrong = fieldError !== undefined && !(isOptional && value.trim() === '')
  return (
    <ComboField
      {...rest}
      label={t('relations.type')}
      isOptional={isOptional}
      error={
        isWrong && (isTouched || value !== '')
          ? t(`relations.${fieldError}`, { length: value.trim().length })
          : undefined
      }
      source={['relationTypes']}
      load={async (text) => suggestions.filter((type) => type.toLowerCase().includes(text.toLowerCase())).map(option)}
      ofText={option}
      value={value === '' ? null : option(value)}
      onChange={(chosen) => onChange(chosen?.value ?? '')}
    />
  )
}
