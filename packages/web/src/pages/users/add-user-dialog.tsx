/** Adds a tenant administrator or customer user, who is invited by link or email. */

import type { User } from '@sonde/client/users/user-calls'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { Field } from '../../ui/field/field.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { userRoom, useUserCalls } from './user-calls.ts'
import { UserFields } from './user-fields.tsx'
import { emptyUser, type UserDraft, userFields, wireNewUser } from './user-input.ts'
import { addTitle, type UserScope } from './user-scope.ts'

interface AddUserDialogProps {
  readonly scope: UserScope
  readonly onClose: () => void
  /** Called after the user was created, to show the activation link. */
  readonly onInvited: (user: User) => void
}

export default function AddUserDialog({ scope, onClose, onInvited }: AddUserDialogProps) {
  const t = useText()
  const users = useUserCalls()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toasts = useToasts()
  const [way, setWay] = useState<'link' | 'mail'>('link')

  async function create(draft: UserDraft) {
    const sendActivationMail = way === 'mail'
    const user = await users.save(wireNewUser(draft, scope), { sendActivationMail }, { ignoreErrors: true })
    void invalidateEntities(queries, userRoom)
    await navigate({ to: '.', search: (now) => ({ ...now, add: undefined }), replace: true })
    if (sendActivationMail) toasts.show({ kind: 'success', text: t('users.mailSent', { email: user.email }) })
    else onInvited(user)
  }

  return (
    <NewEntityDialog
      title={t(addTitle(scope.kind))}
      initial={emptyUser}
      fieldErrorsOf={(draft) => userFields.fieldErrorsOf(draft, t)}
      create={create}
      onClose={onClose}
    >
      {(fields) => (
        <UserFields fields={fields}>
          <Field label={t('users.activation')} help={t(way === 'link' ? 'users.byLinkHelp' : 'users.byMailHelp')}>
            {() => (
              <Segmented
                label={t('users.activation')}
                options={[
                  { value: 'link', label: t('users.byLink') },
                  { value: 'mail', label: t('users.byMail') },
                ]}
                value={way}
                onChange={setWay}
              />
            )}
          </Field>
        </UserFields>
      )}
    </NewEntityDialog>
  )
}
