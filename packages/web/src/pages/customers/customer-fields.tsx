/** Fields that a customer has in its details and in the dialog that adds one. */

import type { ReactNode } from 'react'
import { ContactFields } from '../../contact/contact-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import type { CustomerDraft, CustomerFaults } from './customer-input.ts'

interface CustomerFieldsProps {
  readonly fields: EntityFields<CustomerDraft, CustomerFaults>
  /** Before the contact. */
  readonly children?: ReactNode
}

export function CustomerFields({ fields: { draft, change, touch, faults }, children }: CustomerFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('customers.name')}
        help={t('customers.nameHelp')}
        value={draft.title}
        error={faults.title}
        onBlur={() => touch('title')}
        onChange={(title) => change({ title })}
        autoComplete="off"
      />
      <TextArea
        label={t('customers.description')}
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      {children}
      <ContactFields draft={draft} onChange={change} onBlur={touch} faults={faults} />
    </>
  )
}
