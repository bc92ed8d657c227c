/** The rows of an entity page: loaded as the address says, counted again when the live count changes. */

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useEntityCount } from '../live/use-live.ts'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { pageLinkOf } from '../ui/entity-table/table-query.ts'
import { usePagedQuery } from './use-paged-query.ts'
import type { TableQueryState } from './use-table-query.ts'

export interface EntityListState<T> {
  readonly rows: readonly T[] | undefined
  /** On all pages. */
  readonly total: number
  /** Position of the first of these rows: while others are on their way, the address is ahead of them. */
  readonly from: number
  /** What these rows are, as a key. */
  readonly of: string | undefined
  readonly error: Error | null
  /** When a failed list is asked for again, epoch ms. */
  readonly retryAt: number
  readonly retry: () => void
  /** List and counts. */
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
