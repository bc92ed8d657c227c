/** A user as a page of its own: below its tenant, below its customer, or by its id alone. */

import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useUserActions } from './user-actions.tsx'
import { useUser } from './user-calls.ts'
import { UserDetails } from './user-details.tsx'
import type { UserScope } from './user-scope.ts'

export function UserPage() {
  const t = useText()
  const { entityId = '', tenantId, customerId } = useParams({ strict: false })
  const scope = useMemo(
    (): UserScope | undefined =>
      tenantId ? { kind: 'tenant', tenantId } : customerId ? { kind: 'customer', customerId } : undefined,
    [tenantId, customerId],
  )
  const { all, links, dialogs } = useUserActions(scope)
  return (
    <EntityOwnPage
      entity={useUser(entityId)}
      nameOf={({ email }) => email}
      kind={t('entityTypes.USER')}
      failed={t('users.userFailed')}
    >
      {(user) => (
        <>
          <UserDetails user={user} actions={all.filter(({ id }) => id !== 'open')} links={links} />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
