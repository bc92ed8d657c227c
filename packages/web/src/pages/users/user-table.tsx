/** Table of users: columns and phone layout. */

import type { User } from '@sonde/client/users/user-calls'
import type { RoomTable } from '../../entity-room/room.ts'
import { createdColumn, momentCell } from '../../ui/entity-table/standard-columns.tsx'
import { lastLoginOf } from '../../users/last-login.ts'
import { AccountStateMark } from './account-state.tsx'
import { accountState } from './user-calls.ts'
import { scopeId, type UserScope } from './user-scope.ts'

const nameOf = ({ firstName, lastName }: User): string => [firstName, lastName].filter(Boolean).join(' ')

const table: RoomTable<User> = {
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
      underName: nameOf,
      cell: ({ firstName }, { t }) => firstName || t('ui.none'),
    },
    {
      id: 'lastName',
      title: 'users.lastName',
      priority: 4,
      minWidth: 120,
      sortProperty: 'lastName',
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
  phone: {
    mark: (user) => <AccountStateMark state={accountState(user)} hidesText />,
    line: nameOf,
  },
}

export const userTable = (scope: UserScope | undefined): RoomTable<User> => ({
  ...table,
  owner: scope && scopeId(scope),
})
