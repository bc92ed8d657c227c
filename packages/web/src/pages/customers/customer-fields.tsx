/** Customer fields, used in the details and in the dialog that adds a customer. */

import type { ReactNode } from 'react'
import { ContactFields } from '../../contact/contact-fields.tsx'
import { DeclaredFields } from '../../entities/declared-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { type CustomerDraft, type CustomerErrors, customerFields } from './customer-input.ts'

interface CustomerFieldsProps {
  readonly fields: EntityFields<CustomerDraft, CustomerErrors>
  /** Content before the contact fields. */
  readonly children?: ReactNode
}

export function CustomerFields({ fields, children }: CustomerFieldsProps) {
  const { draft, change, touch, fieldErrors } = fields
  return (
    <>
      <DeclaredFields list={customerFields} fields={fields} />
      {children}
      <ContactFields draft={draft} onChange={change} onBlur={touch} fieldErrors={fieldErrors} />
    </>
  )
}
