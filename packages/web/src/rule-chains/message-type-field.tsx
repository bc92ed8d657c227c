/** Field for a message type of the rule engine: a type that the server sends, by name, or any text. */

import { messageTypeLabels } from '@sonde/model/rule-chains/message-types'
import { useText } from '../locale/use-text.tsx'
import { ComboField, type ComboFieldProps, type ComboOption } from '../ui/field/combo-field.tsx'

const known: readonly ComboOption[] = Object.entries(messageTypeLabels).map(([value, label]) => ({ value, label }))

/** Finds the type by its name or code; any other text is a custom type. */
export const messageTypeOption = (text: string): ComboOption =>
  known.find(({ value, label }) => value === text || label.toLowerCase() === text.toLowerCase()) ?? {
    value: text,
    label: text,
  }

interface MessageTypeFieldProps extends Pick<ComboFieldProps, 'isOptional' | 'help' | 'isDisabled' | 'onBlur'> {
  /** Empty: no type. */
  readonly value: string
  readonly onChange: (type: string) => void
  readonly isTouched?: boolean
}

export function MessageTypeField({ value, onChange, isTouched, isOptional, ...rest }: MessageTypeFieldProps) {
  const t = useText()
  return (
    <ComboField
      {...rest}
      label={t('inputs.messageType')}
      isOptional={isOptional}
      error={isTouched && !isOptional && value.trim() === '' ? t('inputs.messageTypeRequired') : undefined}
      source={['messageTypes']}
      load={async (text) => known.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))}
      ofText={messageTypeOption}
      value={value === '' ? null : messageTypeOption(value)}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}
