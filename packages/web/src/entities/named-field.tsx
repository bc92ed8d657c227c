/** A field of which only the id is known at first: the name is asked for. One that is gone or hidden stands by its id. */

import { useQuery } from '@tanstack/react-query'
import { ComboField, type ComboFieldProps } from '../ui/field/combo-field.tsx'

export interface NamedFieldProps extends Omit<ComboFieldProps, 'value' | 'onChange' | 'isOptional'> {
  /** An id; empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly nameOf: (id: string, signal: AbortSignal) => Promise<string>
}

export function NamedField({ value, onChange, nameOf, ...rest }: NamedFieldProps) {
  const { data: name } = useQuery({
    queryKey: [...rest.source, 'name', value],
    enabled: value !== '',
    staleTime: 60_000,
    queryFn: ({ signal }) => nameOf(value, signal).catch(() => value),
  })
  return (
    <ComboField
      {...rest}
      isOptional
      value={value === '' ? null : { value, label: name ?? '…' }}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}
