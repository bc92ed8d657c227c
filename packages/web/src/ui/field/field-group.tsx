/** Fields that belong together, on screen and for screen readers. */

import './field.css'
import type { ReactNode } from 'react'

interface FieldGroupProps {
  /** Empty: it has none. */
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

/** Fields under their name. */
export function FieldGroup({ title, text, children }: FieldGroupProps) {
  return (
    <fieldset className="sd-form-group">
      {title !== '' && <legend>{title}</legend>}
      {text && <p className="sd-group-text">{text}</p>}
      {children}
    </fieldset>
  )
}

interface LabeledGroupProps {
  readonly label: string
  /** How it looks: of itself it has no frame and no room around it. */
  readonly className: string
  readonly children: ReactNode
}

/** A group whose name stands elsewhere, or is plain to see: screen readers alone get it. */
export function LabeledGroup({ label, className, children }: LabeledGroupProps) {
  return (
    <fieldset className={`sd-labeled-group ${className}`} aria-label={label}>
      {children}
    </fieldset>
  )
}
