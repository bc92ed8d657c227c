/** A check box whose two states are values of one's own, such as `Y` and `N`. What is neither is off. */

import { CheckField } from './text-field.tsx'

interface ValueCheckFieldProps<V> {
  readonly label: string
  readonly help?: string
  readonly value: V | null | undefined
  readonly onValue: V
  readonly offValue: V
  readonly onChange: (value: V) => void
  readonly isDisabled?: boolean
}

export function ValueCheckField<V>({ value, onValue, offValue, onChange, ...rest }: ValueCheckFieldProps<V>) {
  return (
    <CheckField
      {...rest}
      isChecked={Object.is(value, onValue)}
      onChange={(isOn) => onChange(isOn ? onValue : offValue)}
    />
  )
}
