/**
 * Combo field whose value is known by id only: it loads the name. A value that is deleted or hidden is shown by its id.
 */

import { useQuery } from '@tanstack/react-query'
import { ComboField, type ComboFieldProps } from '../ui/field/combo-field.tsx'

export interface NamedFieldProps extends Omit<ComboFieldProps, 'value' | 'onChange' | 'isOptional'> {
  /** Id; empty: no value. */
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
