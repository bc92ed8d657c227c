/** Users of a tenant or of a customer: list, details beside it, the dialog that adds one. */

import type { User } from '@sonde/client/users/user-calls'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import { usePageLabel } from '../../shell/page-label.ts'
import { useUserActions } from './user-actions.tsx'
import { userRoom, useUser, useUserCalls } from './user-calls.ts'
import { UserDetails } from './user-details.tsx'
import { type UserScope, useScopeTitle } from './user-scope.ts'
import { userTable } from './user-table.tsx'

const AddUserDialog = lazy(() => import('./add-user-dialog.tsx'))

export function TenantUsersPage() {
  const { tenantId } = useParams({ from: '/guarded/shell/tenants/$tenantId/users' })
  const scope = useMemo((): UserScope => ({ kind: 'tenant', tenantId }), [tenantId])
  return <UsersPage key={tenantId} scope={scope} />
}

export function CustomerUsersPage() {
  const { customerId } = useParams({ from: '/guarded/shell/customers/$customerId/users' })
  const scope = useMemo((): UserScope => ({ kind: 'customer', customerId }), [customerId])
  return <UsersPage key={customerId} scope={scope} />
}

export function UsersPage({ scope }: { scope: UserScope }) {
  const t = useText()
  const users = useUserCalls()
  const addTitle = scope.kind === 'tenant' ? 'users.addAdministrator' : 'users.add'
  const adding = useListDialogs({ room: userRoom, add: addTitle })
  const ownId = useAccount()?.auth.userId
  const actions = useUserActions(scope)
  const { openPage, all } = actions
  const description = useMemo(
    () => userTable({ users, scope, ownId, quickAction: openPage, actions: all }),
    [users, scope, ownId, openPage, all],
  )
  const owner = useScopeTitle(scope)
  const title = t(description.title)
  const heading = owner === undefined ? title : t('users.titleOf', { owner, title })
  usePageLabel(heading)
  return (
    <EntityPage<User>
      description={description}
      heading={heading}
      primary={adding.primary}
      renderOpen={(open) => <UserDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {adding.open && (
          <AddUserDialog
            scope={scope}
            title={t(addTitle)}
            onInvited={actions.showActivationLink}
            onClose={adding.close}
          />
        )}
      </Suspense>
    </EntityPage>
  )
}

interface UserDrawerProps {
  readonly open: OpenEntity<User>
  readonly parts: ReturnType<typeof useUserActions>
}

function UserDrawer({ open: { id, row, onClose, onStep }, parts: { all, links, openPage } }: UserDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useUser(id, row)}
      nameOf={({ email }) => email}
      kind={t('entityTypes.USER')}
      failed={t('users.userFailed')}
      onClose={onClose}
    >
      {(user) => (
        <UserDetails user={user} actions={all} links={links} openPage={openPage} onClose={onClose} onStep={onStep} />
      )}
    </EntityDrawer>
  )
}
