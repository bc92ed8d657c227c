/** User fields, used in the details and in the dialog that adds a user. */

import type { ReactNode } from 'react'
import { DeclaredFields } from '../../entities/declared-fields.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { type UserDraft, type UserErrors, userFields } from './user-input.ts'

interface UserFieldsProps {
  readonly fields: EntityFields<UserDraft, UserErrors>
  readonly children?: ReactNode
}

export function UserFields({ fields, children }: UserFieldsProps) {
  return (
    <>
      <DeclaredFields list={userFields} fields={fields} only={['email']} />
      <div className="sd-form-pair">
        <DeclaredFields list={userFields} fields={fields} only={['firstName', 'lastName']} />
      </div>
      <DeclaredFields list={userFields} fields={fields} only={['description']} />
      {children}
    </>
  )
}
