/** Details of a user, for the drawer and the page. */

import type { User } from '@sonde/client/users/user-calls'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { AccountStateMark } from './account-state.tsx'
import { accountState } from './user-calls.ts'
import { UserForm } from './user-form.tsx'

interface UserDetailsProps {
  readonly user: User
  readonly actions: readonly EntityAction<User>[]
  /** What is done most often. */
  readonly links: readonly EntityAction<User>[]
  readonly openPage?: EntityAction<User>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

const kinds = {
  SYS_ADMIN: 'users.kindSystem',
  TENANT_ADMIN: 'users.kindTenant',
  CUSTOMER_USER: 'users.kindCustomer',
} as const

export function UserDetails({ user, actions, links, openPage, onClose, onStep }: UserDetailsProps) {
  const t = useText()
  const authority = useAccount()?.auth.authority
  return (
    <EntityDetails<User>
      description={{
        nameOf: ({ email }) => email,
        kindOf: (row) => t(kinds[row.authority]),
        icon: <EntityKindIcon entityType="USER" size={14} />,
        status: (row) => (
          <>
            <AccountStateMark state={accountState(row)} />
            <span>{[row.firstName, row.lastName].filter(Boolean).join(' ')}</span>
          </>
        ),
        actions,
        openPage,
        tabs: [
          {
            id: 'details',
            label: 'ui.tabDetails',
            render: (row) => <UserForm key={row.id.id} user={row} links={links} />,
          },
          ...standardTabs({ entity: user.id, authority }),
        ],
      }}
      row={user}
      onClose={onClose}
      onStep={onStep}
    />
  )
}
