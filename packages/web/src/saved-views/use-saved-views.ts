/** Saved views of one table, and functions to change them. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount, useClient } from '../session/use-session.tsx'
import { isFull, storedViewsOf, type TableViews, type ViewChange, viewsOfTable } from './stored-views.ts'
import { writeViews } from './write-views.ts'

export interface SavedViews extends TableViews {
  /** False for visitors without an account. */
  readonly canSave: boolean
  /** The account has the maximum number of views. */
  readonly isFull: boolean
  /**
   * Resolves to true when all changes are stored; false: concurrent changes kept overwriting them. Throws if a request
   * fails.
   */
  readonly change: (...changes: readonly ViewChange[]) => Promise<boolean>
  /** Reloads the views, which may have changed on another device. */
  readonly refresh: () => void
}

export function useSavedViews(table: string): SavedViews {
  const client = useClient()
  const queries = useQueryClient()
  const account = useAccount()
  const userId = account?.auth.userId
  const queryKey = useMemo(() => ['savedViews', userId], [userId])
  const { data, refetch } = useQuery({
    queryKey,
    enabled: false,
    queryFn: async ({ signal }) =>
      storedViewsOf(await client.auth.user({ signal, ignoreErrors: true, ignoreLoading: true })),
    // The views come with the session, so that the first render knows the default view.
    initialData: () => storedViewsOf(account?.user ?? null),
  })
  return {
    ...viewsOfTable(data, table),
    isFull: isFull(data, table),
    canSave: account !== null && account.user !== null && !account.auth.isPublic,
    change: async (...changes) => {
      const stored = await writeViews(client, table, changes)
      if (stored) queries.setQueryData(queryKey, stored)
      return stored !== null
    },
    refresh: () => void refetch(),
  }
}
