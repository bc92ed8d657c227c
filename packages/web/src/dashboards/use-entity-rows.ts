/** React hook for a live page of entities. */

import { useClient } from '../session/use-session.tsx'
import { createEntityRows, type EntityRowsState, type RowsQuery } from './entity-rows.ts'
import { useLivePage } from './use-live-page.ts'

/** `query` null: the query is not known yet. */
export function useEntityRows(query: RowsQuery | null, isSeen: boolean): { state: EntityRowsState; retry: () => void } {
  const { live } = useClient()
  return useLivePage((first: RowsQuery) => createEntityRows(live, first), query, isSeen)
}
