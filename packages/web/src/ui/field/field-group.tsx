/** Groups of related fields, visually and for screen readers. */

import './field.css'
import type { ReactNode } from 'react'

interface FieldGroupProps {
  /** Empty: no title. */
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

/** Group of fields with a visible title. */
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
  /** CSS class for the layout: the group itself has no frame and no padding. */
  readonly className: string
  readonly children: ReactNode
}

/** Group whose name is visible elsewhere or obvious: only screen readers announce it. */
export function LabeledGroup({ label, className, children }: LabeledGroupProps) {
  return (
    <fieldset className={`sd-labeled-group ${className}`} aria-label={label}>
      {children}
    </fieldset>
  )
}
