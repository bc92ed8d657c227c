/** Queries and calls shared by the user pages. */

import { createUserCalls, type User, type UserCalls } from '@sonde/client/users/user-calls'
import type { PageData, PageLink } from '@sonde/model/paging'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { additionalInfoOf } from '../../entities/additional-info.ts'
import { useEntity } from '../../entities/entity-queries.ts'
import { useClient } from '../../session/use-session.tsx'
import type { UserScope } from './user-scope.ts'

export const userRoom = 'users'

export function useUserCalls(): UserCalls {
  const { rest } = useClient()
  return useMemo(() => createUserCalls(rest), [rest])
}

/** Query of one user; the list's copy is shown while it loads. */
export function useUser(userId: string, known?: User) {
  const users = useUserCalls()
  return useEntity({
    room: userRoom,
    id: userId,
    load: (id, signal) => users.get(id, { signal, ignoreErrors: true }),
    known,
  })
}

export function listUsers(
  users: UserCalls,
  scope: UserScope,
  link: PageLink,
  signal: AbortSignal,
): Promise<PageData<User>> {
  const options = { signal, ignoreErrors: true }
  return scope.kind === 'tenant'
    ? users.listOfTenant(scope.tenantId, link, options)
    : users.listOfCustomer(scope.customerId, link, options)
}

/** `invited`: there is no password yet, so the account can be neither used nor switched. */
export type AccountState = 'enabled' | 'disabled' | 'invited'

export function accountState(user: User): AccountState {
  const { userCredentialsEnabled } = additionalInfoOf(user)
  return userCredentialsEnabled === undefined ? 'invited' : userCredentialsEnabled === true ? 'enabled' : 'disabled'
}

/** Whether administrators may sign in as their users; false until it is known. */
export function useTokenAccess(): boolean {
  const users = useUserCalls()
  const { data } = useQuery({
    queryKey: ['session', 'tokenAccess'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => users.tokenAccessEnabled({ signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return data ?? false
}
