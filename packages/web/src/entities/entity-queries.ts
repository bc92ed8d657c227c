/** What entity rooms ask of the platform, in one way: one entity, and everything again after a change. */

import { type QueryClient, useQuery } from '@tanstack/react-query'

export interface EntityQuery<T> {
  /** The room's name, first part of its keys in the query cache: what a change refreshes. */
  readonly room: string
  readonly id: string
  readonly load: (id: string, signal: AbortSignal) => Promise<T>
  /** What the list knows of it, shown until the answer comes. */
  readonly known?: T
}

export function useEntity<T extends object>({ room, id, load, known }: EntityQuery<T>) {
  const { data, error, refetch } = useQuery({
    queryKey: [room, 'one', id],
    queryFn: ({ signal }): Promise<T> => load(id, signal),
  })
  return { data: data ?? known, error, refetch }
}

/** Lists, counts and single entities of a room are asked for again. */
export const invalidateEntities = (queries: QueryClient, room: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: [room] })
