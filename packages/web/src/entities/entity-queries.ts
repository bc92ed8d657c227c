/** Shared queries of entity modules: loads one entity, and invalidates caches after a change. */

import { type QueryClient, useQuery } from '@tanstack/react-query'

export interface EntityQuery<T> {
  /** Name of the module, first part of its query keys; changes invalidate by it. */
  readonly room: string
  readonly id: string
  readonly load: (id: string, signal: AbortSignal) => Promise<T>
  /** Entity as known from the list, shown until the request completes. */
  readonly known?: T
}

export function useEntity<T extends object>({ room, id, load, known }: EntityQuery<T>) {
  const { data, error, refetch } = useQuery({
    queryKey: [room, 'one', id],
    queryFn: ({ signal }): Promise<T> => load(id, signal),
  })
  return { data: data ?? known, error, refetch }
}

/** Invalidates lists, counts and single entities of a module. */
export const invalidateEntities = (queries: QueryClient, room: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: [room] })
