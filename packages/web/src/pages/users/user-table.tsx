/** Table of users: columns and filters for the entity page. */

import type { User, UserCalls } from '@sonde/client/users/user-calls'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { deleteMany } from '../../ui/entity-table/delete-many.tsx'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { createdColumn, momentCell } from '../../ui/entity-table/standard-columns.tsx'
import { lastLoginOf } from '../../users/last-login.ts'
import { AccountStateMark } from './account-state.tsx'
import { accountState, listUsers, userRoom } from './user-calls.ts'
import { scopeId, type UserScope } from './user-scope.ts'

interface UserTableParts {
  readonly users: UserCalls
  readonly scope: UserScope
  /** Of who looks: one's own account is not deleted here. */
  readonly ownId: string | undefined
  readonly quickAction: EntityAction<User>
  readonly actions: readonly EntityAction<User>[]
}

export function userTable({ users, scope, ownId, quickAction, actions }: UserTableParts): EntityTableDescription<User> {
  const isOther = ({ id }: User) => id.id !== ownId
  return {
    name: userRoom,
    entityType: 'USER',
    owner: scopeId(scope),
    title: scope.kind === 'tenant' ? 'users.administrators' : 'users.customerUsers',
    icon: <EntityKindIcon entityType="USER" size={24} />,
    idOf: ({ id }) => id.id,
    nameOf: ({ email }) => email,
    defaultSort: { property: 'createdTime', direction: 'DESC' },
    load: (link, _, signal) => listUsers(users, scope, link, signal),
    columns: [
      {
        id: 'email',
        title: 'users.email',
        priority: 1,
        minWidth: 220,
        sortProperty: 'email',
        cell: ({ email }) => email,
      },
      {
        id: 'firstName',
        title: 'users.firstName',
        priority: 3,
        minWidth: 120,
        sortProperty: 'firstName',
        underName: ({ firstName }) => firstName,
        cell: ({ firstName }, { t }) => firstName || t('ui.none'),
      },
      {
        id: 'lastName',
        title: 'users.lastName',
        priority: 4,
        minWidth: 120,
        sortProperty: 'lastName',
        underName: ({ lastName }) => lastName,
        cell: ({ lastName }, { t }) => lastName || t('ui.none'),
      },
      {
        id: 'state',
        title: 'users.state',
        priority: 2,
        minWidth: 140,
        cell: (user) => <AccountStateMark state={accountState(user)} />,
        text: (user, { t }) => t(`users.${accountState(user)}`),
      },
      createdColumn<User>(5),
      {
        id: 'lastLogin',
        title: 'users.lastLogin',
        priority: 6,
        minWidth: 120,
        isExtra: true,
        cell: (user, context) => {
          const ms = lastLoginOf(user)
          return ms === undefined ? context.t('ui.none') : momentCell(ms, context)
        },
      },
    ],
    quickAction,
    rowActions: actions,
    isSelectable: isOther,
    bulkActions: [
      deleteMany<User>({
        room: 'users',
        isUndoable: true,
        isAllowed: isOther,
        run: ({ id }) => users.delete(id.id, { ignoreErrors: true }),
      }),
    ],
    phone: {
      mark: (user) => <AccountStateMark state={accountState(user)} hidesText />,
      line: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '),
    },
    texts: {
      search: 'users.search',
      emptyTitle: scope.kind === 'tenant' ? 'users.emptyTitleTenant' : 'users.emptyTitle',
      emptyText: scope.kind === 'tenant' ? 'users.emptyTextTenant' : 'users.emptyText',
      noMatch: 'users.noMatch',
      noFilterMatch: 'users.noMatch',
      failed: 'users.listFailed',
    },
  }
}
