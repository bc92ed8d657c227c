/** Rows of an entity page: loads the page in the URL, and reloads list and counts when the watched count changes. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useEntityCount } from '../live/use-live.ts'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { pageLinkOf } from '../ui/entity-table/table-query.ts'
import { usePagedQuery } from './use-paged-query.ts'
import type { TableQueryState } from './use-table-query.ts'

export interface EntityListState<T> {
  readonly rows: readonly T[] | undefined
  /** Number of rows on all pages. */
  readonly total: number
  /** Index of the first of these rows. While a new page loads, the URL is already ahead of them. */
  readonly from: number
  /** Key that identifies the shown page. */
  readonly of: string | undefined
  readonly error: Error | null
  /** Time of the next retry after a failure, epoch ms. */
  readonly retryAt: number
  readonly retry: () => void
  /** Reloads list and counts. */
  readonly refresh: () => void
}

export function useEntityList<T>(
  description: EntityTableDescription<T>,
  { query, change }: Pick<TableQueryState, 'query' | 'change'>,
): EntityListState<T> {
  const queries = useQueryClient()
  const { list, rows, total, retryAt } = usePagedQuery({
    query,
    change,
    queryKey: [description.name, 'list', description.owner, pageLinkOf(query), query.filters],
    load: (signal) => description.load(pageLinkOf(query), query.filters, signal),
  })
  const refresh = () => void queries.invalidateQueries({ queryKey: [description.name] })
  useChangedCount(description, refresh)

  return {
    rows,
    total,
    from: list.data?.from ?? 0,
    of: list.data?.of,
    error: list.error,
    retryAt,
    retry: () => void list.refetch(),
    refresh,
  }
}

function useChangedCount<T>({ segments }: EntityTableDescription<T>, refresh: () => void) {
  const watched = useEntityCount(segments?.watch ?? null)
  const counted = useRef<number>(undefined)
  const onChange = useEffectEvent(refresh)
  useEffect(() => {
    if (counted.current !== undefined && watched !== undefined && counted.current !== watched) onChange()
    counted.current = watched ?? counted.current
  }, [watched])
}
