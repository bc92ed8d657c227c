/** Check box with custom values for its two states, such as `Y` and `N`. Any other value counts as off. */

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
