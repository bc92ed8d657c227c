/** Field for a number of a draft: what isn't a number is NaN, which must not be stored. */

import { useState } from 'react'
import { PlacedText } from '../../../ui/field/field-places.tsx'
import type { TextFieldProps } from '../../../ui/field/text-field.tsx'

interface NumberFieldProps extends Pick<TextFieldProps, 'label' | 'help' | 'isOptional'> {
  readonly at: string
  readonly value: unknown
  /** null: the field is empty. */
  readonly onChange: (value: number | null) => void
}

export function NumberField({ at, value, onChange, ...field }: NumberFieldProps) {
  const [text, setText] = useState(() => shownText(value))
  // While the user types, the text may be longer than the number needs, such as 1.50.
  const shown = Object.is(numberOfText(text), value ?? null) ? text : shownText(value)
  return (
    <PlacedText
      {...field}
      at={at}
      inputMode="decimal"
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(numberOfText(next))
      }}
    />
  )
}

const shownText = (value: unknown): string =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(value)

/** null: empty; NaN: not a number. */
export function numberOfText(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  if (plain === '') return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : Number.NaN
}
