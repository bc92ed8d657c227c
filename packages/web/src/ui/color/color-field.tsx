/** Form field for a color that is typed, picked in a dialog or cleared. */

import './color.css'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { IconButton } from '../button/button.tsx'
import { TextField } from '../field/text-field.tsx'
import { readColor } from './color.ts'
import { ColorDialog } from './color-dialog.tsx'
import { Swatch } from './color-picker.tsx'

interface ColorFieldProps {
  readonly label: string
  /** CSS color; empty: no color. */
  readonly value: string
  readonly onChange: (color: string) => void
  readonly onBlur?: () => void
  readonly isOptional?: boolean
  /** Shown while there is no color. */
  readonly placeholder?: string
  readonly help?: string
  /** Error text of the caller, such as for a missing required color. */
  readonly error?: string
  readonly isDisabled?: boolean
}

export function ColorField({ value, onChange, isDisabled = false, error, ...rest }: ColorFieldProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const isUnreadable = value.trim() !== '' && readColor(value) === null && !globalThis.CSS?.supports('color', value)
  return (
    <>
      <TextField
        {...rest}
        isMono
        value={value}
        onChange={onChange}
        error={error ?? (isUnreadable ? t('inputs.colorInvalid') : undefined)}
        disabled={isDisabled}
        icon={
          <button
            type="button"
            className="sd-swatch-button"
            aria-label={t('inputs.pickColorOf', { name: rest.label })}
            disabled={isDisabled}
            onClick={() => setOpen(true)}
          >
            <Swatch color={value} />
          </button>
        }
        end={
          value !== '' &&
          !isDisabled && (
            <IconButton
              size="sm"
              label={t('ui.clearField', { name: rest.label })}
              icon={<X size={16} strokeWidth={2} />}
              onClick={() => onChange('')}
            />
          )
        }
      />
      {isOpen && (
        <ColorDialog
          color={value}
          onClose={(color) => {
            setOpen(false)
            if (color !== null) onChange(color)
          }}
        />
      )}
    </>
  )
}
