/** Field for several of many options; the chosen ones are shown as chips above the search field. */

import '../chips/chips.css'
import { X } from 'lucide-react'
import { useText } from '../../locale/use-text.tsx'
import { ComboField, type ComboFieldProps, type ComboOption } from './combo-field.tsx'

export interface ComboListFieldProps<V extends string = string>
  extends Omit<ComboFieldProps<V>, 'value' | 'onChange' | 'staysOpen'> {
  readonly values: readonly ComboOption<V>[]
  readonly onChange: (values: readonly ComboOption<V>[]) => void
}

export function ComboListField<V extends string = string>({ values, onChange, load, ...rest }: ComboListFieldProps<V>) {
  const t = useText()
  const chosen = new Set(values.map(({ value }) => value))
  return (
    <div className="sd-combo-many">
      <ComboField
        {...rest}
        load={load}
        value={null}
        isOptional={rest.isOptional}
        onChange={(option) => option && !chosen.has(option.value) && onChange([...values, option])}
      />
      {values.length > 0 && (
        <ul className="sd-combo-chips" aria-label={rest.label}>
          {values.map((option) => (
            <li key={option.value} className="sd-chip" data-on>
              <span className="sd-chip-main">{option.label}</span>
              <button
                type="button"
                className="sd-chip-clear"
                aria-label={t('ui.dropChoice', { name: option.label })}
                disabled={rest.isDisabled}
                onClick={() => onChange(values.filter(({ value }) => value !== option.value))}
              >
                <X size={14} strokeWidth={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
