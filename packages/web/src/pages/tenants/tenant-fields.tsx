/** Fields that a tenant has in its details and in the dialog that adds one. */

import type { ReactNode } from 'react'
import { ContactFields } from '../../contact/contact-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import type { TenantDraft, TenantFaults } from './tenant-input.ts'

export type TenantFieldsParts = EntityFields<TenantDraft, TenantFaults>

interface TenantFieldsProps {
  readonly fields: TenantFieldsParts
  /** The profile, between title and description. */
  readonly profile: ReactNode
  /** Before the contact. */
  readonly children?: ReactNode
}

export function TenantFields({ fields: { draft, change, touch, faults }, profile, children }: TenantFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('tenants.name')}
        value={draft.title}
        error={faults.title}
        onBlur={() => touch('title')}
        onChange={(title) => change({ title })}
        autoComplete="off"
      />
      {profile}
      <TextArea
        label={t('tenants.description')}
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      {children}
      <ContactFields draft={draft} onChange={change} onBlur={touch} faults={faults} />
    </>
  )
}
