/** The saved views of one table, and what changes them. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount, useClient } from '../session/use-session.tsx'
import { isFull, storedViewsOf, type TableViews, type ViewChange, viewsOfTable } from './stored-views.ts'
import { writeViews } from './write-views.ts'

export interface SavedViews extends TableViews {
  /** Visitors without an account save nothing. */
  readonly canSave: boolean
  /** There are as many as an account holds. */
  readonly isFull: boolean
  /** Resolves when all of them are stored; false: somebody else writes over them. Throws when the platform refuses. */
  readonly change: (...changes: readonly ViewChange[]) => Promise<boolean>
  /** Asks for what was stored elsewhere. */
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
    // What came with the session: the first drawing knows which view the table opens with.
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
