/** Hooks for the client and the account: `useClient()`, `useAccount()`. */

import { createContext, type ReactNode, useContext } from 'react'
import { useObservable } from '../ui/observable.ts'
import type { Account, LoadFailure, SignedIn } from './account.ts'
import type { Client } from './page-client.ts'

interface SessionContextValue {
  readonly client: Client
  readonly account: Account
}

const SessionContext = createContext<SessionContextValue | null>(null)

export function SessionProvider({ client, account, children }: SessionContextValue & { children: ReactNode }) {
  return <SessionContext value={{ client, account }}>{children}</SessionContext>
}

function useSessionContext(): SessionContextValue {
  const parts = useContext(SessionContext)
  if (!parts) throw new Error('useClient is called outside of SessionProvider.')
  return parts
}

/** REST, live subscriptions and session of the signed-in user. */
export const useClient = (): Client => useSessionContext().client

/** Reloads the account after the user's profile was changed. */
export const useReloadAccount = (): (() => Promise<void>) => useSessionContext().account.reload

/** The signed-in user, or null. */
export function useAccount(): SignedIn | null {
  const state = useObservable(useSessionContext().account.state)
  return state.kind === 'signedIn' ? state : null
}

/** Error of the last attempt to load the account, or null, and a function to retry immediately. */
export function useAccountFailure(): { readonly failure: LoadFailure | null; readonly retry: () => void } {
  const { state, retry } = useSessionContext().account
  const now = useObservable(state)
  return { failure: (now.kind === 'loading' && now.failure) || null, retry }
}
