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

/** `invited`: no password is set yet, so the account can't be used, enabled or disabled. */
export type AccountState = 'enabled' | 'disabled' | 'invited'

export function accountState(user: User): AccountState {
  const { userCredentialsEnabled } = additionalInfoOf(user)
  return userCredentialsEnabled === undefined ? 'invited' : userCredentialsEnabled === true ? 'enabled' : 'disabled'
}

/** True if administrators may sign in as their users; false while loading. */
export function useTokenAccess(): boolean {
  const users = useUserCalls()
  const { data } = useQuery({
    queryKey: ['session', 'tokenAccess'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => users.tokenAccessEnabled({ signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return data ?? false
}
