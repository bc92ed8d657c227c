/** Tenant fields, used in the details and in the dialog that adds a tenant. */

import type { ReactNode } from 'react'
import { ContactFields } from '../../contact/contact-fields.tsx'
import { DeclaredFields } from '../../entities/declared-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { type TenantDraft, type TenantErrors, tenantFields } from './tenant-input.ts'

export type TenantFieldsState = EntityFields<TenantDraft, TenantErrors>

interface TenantFieldsProps {
  readonly fields: TenantFieldsState
  /** Profile field, between title and description. */
  readonly profile: ReactNode
  /** Content before the contact fields. */
  readonly children?: ReactNode
}

export function TenantFields({ fields, profile, children }: TenantFieldsProps) {
  const { draft, change, touch, fieldErrors } = fields
  return (
    <>
      <DeclaredFields list={tenantFields} fields={fields} only={['title']} />
      {profile}
      <DeclaredFields list={tenantFields} fields={fields} only={['description']} />
      {children}
      <ContactFields draft={draft} onChange={change} onBlur={touch} fieldErrors={fieldErrors} />
    </>
  )
}
