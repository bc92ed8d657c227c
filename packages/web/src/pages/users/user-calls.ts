/** Queries and calls shared by the user pages. */

import { createUserCalls, type User, type UserCalls } from '@sonde/client/users/user-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { additionalInfoOf } from '../../entities/additional-info.ts'
import { useClient } from '../../session/use-session.tsx'

export const userRoom = 'users'

export function useUserCalls(): UserCalls {
  const { rest } = useClient()
  return useMemo(() => createUserCalls(rest), [rest])
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
