/** One page of a list, shown until the next one is loaded. A failed list is requested again after a while. */

import type { PageData } from '@sonde/model/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { TableQueryState } from './use-table-query.ts'

/** Ms until a failed list is requested again. */
const retryMs = 10_000

interface PagedQuery<T> extends Pick<TableQueryState, 'query' | 'change'> {
  readonly queryKey: readonly unknown[]
  readonly load: (signal: AbortSignal) => Promise<PageData<T>>
  /** Ms until these rows are requested again; null: only when something changes them here. */
  readonly refreshMs?: ((rows: readonly T[]) => number | null) | undefined
}

export function usePagedQuery<T>({ query, change, queryKey, load, refreshMs }: PagedQuery<T>) {
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({
      page: await load(signal),
      /** Position of the first of these rows: while others load, the address is ahead of them. */
      from: query.page * query.pageSize,
      /** What these rows are, as a key. */
      of: JSON.stringify(queryKey),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.status === 'error' ? retryMs : ((state.data && refreshMs?.(state.data.page.data)) ?? false),
  })
  const rows = list.data?.page.data
  /** On all pages. */
  const total = list.data?.page.totalElements ?? 0

  // The page is empty after a deletion, or because the address is of another entity.
  const lastPage = Math.max(0, Math.ceil(total / query.pageSize) - 1)
  const isBeyond = !list.isPlaceholderData && rows?.length === 0 && query.page > lastPage
  const goBack = useEffectEvent(() => change({ page: lastPage }, { replace: true }))
  useEffect(() => {
    if (isBeyond) goBack()
  }, [isBeyond])

  /** When a failed list is requested again, epoch ms. */
  const retryAt = list.errorUpdatedAt + retryMs
  return { list, rows, total, retryAt }
}
