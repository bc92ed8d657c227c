/** Fields that a user has in its details and in the dialog that adds one. */

import type { ReactNode } from 'react'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import type { UserDraft, UserFaults } from './user-input.ts'

interface UserFieldsProps {
  readonly fields: EntityFields<UserDraft, UserFaults>
  readonly children?: ReactNode
}

export function UserFields({ fields: { draft, change, touch, faults }, children }: UserFieldsProps) {
  const t = useText()
  return (
    <>
      <TextField
        label={t('users.email')}
        help={t('users.emailHelp')}
        inputMode="email"
        value={draft.email}
        error={faults.email}
        onBlur={() => touch('email')}
        onChange={(email) => change({ email })}
        autoComplete="off"
      />
      <div className="sd-form-pair">
        <TextField
          label={t('users.firstName')}
          isOptional
          value={draft.firstName}
          error={faults.firstName}
          onBlur={() => touch('firstName')}
          onChange={(firstName) => change({ firstName })}
          autoComplete="off"
        />
        <TextField
          label={t('users.lastName')}
          isOptional
          value={draft.lastName}
          error={faults.lastName}
          onBlur={() => touch('lastName')}
          onChange={(lastName) => change({ lastName })}
          autoComplete="off"
        />
      </div>
      <TextArea
        label={t('users.description')}
        isOptional
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      {children}
    </>
  )
}
