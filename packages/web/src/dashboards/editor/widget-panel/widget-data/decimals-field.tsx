/** Number of decimals, 0 to 15, or none. */

import { numberOf } from '@sonde/model/dashboards/json-parts'
import { useState } from 'react'
import { useText } from '../../../../locale/use-text.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'

interface DecimalsFieldProps {
  readonly value: unknown
  /** Decimals that are shown without a value. */
  readonly placeholder?: string
  readonly onChange: (decimals: number | null) => void
}

export function DecimalsField({ value, placeholder, onChange }: DecimalsFieldProps) {
  const t = useText()
  /** Text that is no number of decimals; null: the value is shown. */
  const [wrong, setWrong] = useState<string | null>(null)
  return (
    <TextField
      label={t('widgetData.decimals')}
      isOptional
      inputMode="numeric"
      placeholder={placeholder}
      value={wrong ?? String(numberOf(value) ?? '')}
      error={wrong === null ? undefined : t('widgetData.decimalsInvalid')}
      onChange={(text) => {
        const trimmed = text.trim()
        const isValid = /^\d*$/.test(trimmed) && Number(trimmed) <= 15
        setWrong(isValid ? null : text)
        if (isValid) onChange(trimmed === '' ? null : Number(trimmed))
      }}
      onBlur={() => setWrong(null)}
    />
  )
}
