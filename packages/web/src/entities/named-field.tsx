/**
 * Combo field whose value is known by id only: it loads the name. A value that is deleted or hidden is shown by its id.
 */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ComboField, type ComboFieldProps, type ComboOption } from '../ui/field/combo-field.tsx'

export interface NamedFieldProps<O extends ComboOption = ComboOption>
  extends Omit<ComboFieldProps<string, O>, 'value' | 'onChange' | 'isOptional'> {
  /** Id; empty: no value. */
  readonly value: string
  /** Empty id and null: cleared. */
  readonly onChange: (id: string, option: O | null) => void
  readonly nameOf: (id: string, signal: AbortSignal) => Promise<string>
  /** A value whose name needs no request. */
  readonly known?: { readonly id: string; readonly name: string }
  /** A value can be replaced, but not cleared. */
  readonly isRequired?: boolean
}

export function NamedField<O extends ComboOption = ComboOption>(props: NamedFieldProps<O>) {
  const { value, onChange, nameOf, known, isRequired = false, ...rest } = props
  const queries = useQueryClient()
  const keyOf = (id: string) => [...rest.source, 'name', id]
  const isKnown = value === known?.id
  const { data: name } = useQuery({
    queryKey: keyOf(value),
    enabled: value !== '' && !isKnown,
    staleTime: 60_000,
    queryFn: ({ signal }) => nameOf(value, signal).catch(() => value),
  })
  return (
    <ComboField<string, O>
      {...rest}
      isOptional={!isRequired}
      value={value === '' ? null : { value, label: (isKnown ? known.name : name) ?? '…' }}
      onChange={(option) => {
        if (option) queries.setQueryData(keyOf(option.value), option.label)
        onChange(option?.value ?? '', option)
      }}
    />
  )
}
