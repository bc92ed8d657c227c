/** Description of the list of users of a tenant or customer, and of the page of a user. */

import { createUserCalls, type User, type UserCalls } from '@sonde/client/users/user-calls'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { defineRoom, type Room } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { usePageLabel } from '../../ui/page-label.ts'
import { AccountStateMark } from './account-state.tsx'
import { useUserActions } from './user-actions.tsx'
import { accountState, userRoom } from './user-calls.ts'
import { userForm } from './user-form.tsx'
import { addTitle, scopePath, type UserScope, useScopeTitle } from './user-scope.ts'
import { userTable } from './user-table.tsx'

const kinds = {
  SYS_ADMIN: 'users.kindSystem',
  TENANT_ADMIN: 'users.kindTenant',
  CUSTOMER_USER: 'users.kindCustomer',
} as const

const textsOfAdministrators = {
  title: 'users.administrators',
  add: addTitle('tenant'),
  emptyTitle: 'users.emptyTitleTenant',
  emptyText: 'users.emptyTextTenant',
} as const

function Status({ row }: { readonly row: User }) {
  return (
    <>
      <AccountStateMark state={accountState(row)} />
      <span>{[row.firstName, row.lastName].filter(Boolean).join(' ')}</span>
    </>
  )
}

function useHeading(scope: UserScope): string {
  const t = useText()
  const owner = useScopeTitle(scope)
  const title = t(scope.kind === 'tenant' ? textsOfAdministrators.title : 'users.title')
  // The breadcrumb before it names the owner.
  usePageLabel(title)
  return owner === undefined ? title : t('users.titleOf', { owner, title })
}

function listOf(calls: UserCalls, scope: UserScope | undefined): UserCalls['list'] {
  if (!scope) return calls.list
  return (link, options) =>
    scope.kind === 'tenant'
      ? calls.listOfTenant(scope.tenantId, link, options)
      : calls.listOfCustomer(scope.customerId, link, options)
}

/** Without a scope, only the page of a user opened by its own URL exists. */
function roomOf(scope: UserScope | undefined): Room<User> {
  const table = userTable(scope)
  return defineRoom<User>({
    kind: 'USER',
    name: userRoom,
    words: 'users',
    path: '/users',
    scopedPath: scope && scopePath(scope),
    deleteManyText: 'users.deleteManyText',
    oneFailed: 'users.userFailed',
    nameOf: ({ email }) => email,
    kindOf: ({ authority }, t) => t(kinds[authority]),
    createCalls(rest) {
      const calls = createUserCalls(rest)
      return { info: calls.get, list: listOf(calls, scope), delete: calls.delete }
    },
    mayDelete: ({ id }, _, userId) => id.id !== userId,
    opensQuickly: true,
    useActions: () => useUserActions(scope),
    useTable: () => table,
    useHeading: scope && (() => useHeading(scope)),
    Status,
    form: userForm,
    texts: scope?.kind === 'tenant' ? textsOfAdministrators : undefined,
  })
}

export function UsersPage({ scope }: { readonly scope: UserScope }) {
  const room = useMemo(() => roomOf(scope), [scope])
  return <RoomListPage room={room} />
}

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

/** Page of a user, with a URL below its tenant or customer, or with only its ID. */
export function UserPage() {
  const { tenantId, customerId } = useParams({ strict: false })
  const room = useMemo(
    () => roomOf(tenantId ? { kind: 'tenant', tenantId } : customerId ? { kind: 'customer', customerId } : undefined),
    [tenantId, customerId],
  )
  return <RoomOwnPage room={room} />
}
