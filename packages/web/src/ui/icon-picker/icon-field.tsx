/** Form field for an icon: shows it with its name, picks one in a dialog, clears it. */

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
  /** Icon name, from the Material set if it has no prefix; empty: no icon. */
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
