/** Frame of a form field: label above, help text or error below, linked to the field for screen readers. */

import './field.css'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../locale/use-text.tsx'

export interface FieldParts {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldProps {
  readonly label: string
  readonly isOptional?: boolean
  readonly help?: ReactNode
  /** What to enter; replaces the help text. */
  readonly error?: string
  /** Content next to the label, at the right end. */
  readonly aside?: ReactNode
  readonly children: (parts: FieldParts) => ReactNode
}

export function Field({ label, isOptional, help, error, aside, children }: FieldProps) {
  const t = useText()
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error || help)
  return (
    <div className="sd-field">
      <div className="sd-field-label">
        <label htmlFor={id}>
          {label}
          {isOptional && <span className="sd-field-optional"> {t('ui.optional')}</span>}
        </label>
      </div>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': error ? true : undefined })}
      {/* After the field in the DOM, so that Tab reaches the field first. */}
      {aside && <div className="sd-field-aside">{aside}</div>}
      {hasNote && (
        <div id={noteId} className="sd-field-note" data-error={Boolean(error) || undefined}>
          {error && <TriangleAlert size={14} strokeWidth={2} aria-hidden />}
          {error ?? help}
        </div>
      )}
    </div>
  )
}
