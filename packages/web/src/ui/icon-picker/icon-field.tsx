/** An icon in a form: shown with its name, picked in a dialog, cleared. */

import './icon-picker.css'
import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../button/button.tsx'
import { Field } from '../field/field.tsx'
import { MaterialIcon } from './material-icon.tsx'

const IconDialog = lazy(() => import('./icon-dialog.tsx').then((module) => ({ default: module.IconDialog })))

interface IconFieldProps {
  readonly label: string
  /** Name of the Material set; empty: none. */
  readonly value: string
  readonly onChange: (icon: string) => void
  readonly isOptional?: boolean
  readonly help?: string
  readonly error?: string
  readonly isDisabled?: boolean
}

export function IconField({ value, onChange, isDisabled = false, ...frame }: IconFieldProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Field {...frame}>
      {(parts) => (
        <div className="sd-icon-field">
          <Button
            {...parts}
            aria-label={`${frame.label}: ${value === '' ? t('inputs.selectIcon') : value}`}
            disabled={isDisabled}
            icon={value === '' ? undefined : <MaterialIcon name={value} />}
            onClick={() => setOpen(true)}
          >
            {value === '' ? t('inputs.selectIcon') : value}
          </Button>
          {value !== '' && frame.isOptional && !isDisabled && (
            <IconButton
              size="sm"
              label={t('ui.clearField', { name: frame.label })}
              icon={<X size={16} strokeWidth={2} />}
              onClick={() => onChange('')}
            />
          )}
          {isOpen && (
            <Suspense>
              <IconDialog
                icon={value}
                onClose={(icon) => {
                  setOpen(false)
                  if (icon !== null) onChange(icon)
                }}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  )
}
