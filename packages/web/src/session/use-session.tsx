/** The client and the account in components: `useClient()`, `useAccount()`. */

import { createContext, type ReactNode, useContext } from 'react'
import { useObservable } from '../ui/observable.ts'
import type { Account, SignedIn } from './account.ts'
import type { Client } from './page-client.ts'

interface SessionParts {
  readonly client: Client
  readonly account: Account
}

const SessionContext = createContext<SessionParts | null>(null)

export function SessionProvider({ client, account, children }: SessionParts & { children: ReactNode }) {
  return <SessionContext value={{ client, account }}>{children}</SessionContext>
}

function useParts(): SessionParts {
  const parts = useContext(SessionContext)
  if (!parts) throw new Error('useClient is called outside of SessionProvider.')
  return parts
}

/** REST, live subscriptions and session of the signed-in user. */
export const useClient = (): Client => useParts().client

/** Loads the account anew, after its own profile was changed. */
export const useReloadAccount = (): (() => Promise<void>) => useParts().account.reload

/** The signed-in user, or null while nobody is. */
export function useAccount(): SignedIn | null {
  const state = useObservable(useParts().account.state)
  return state.kind === 'signedIn' ? state : null
}
