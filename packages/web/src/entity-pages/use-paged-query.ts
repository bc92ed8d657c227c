/** One page of a list, shown until the next one is loaded. Retries a failed request after a delay. */

import type { PageData } from '@sonde/model/paging'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { TableQueryState } from './use-table-query.ts'

/** Ms until a failed list is requested again. */
const retryMs = 10_000

interface PagedQuery<T> extends Pick<TableQueryState, 'query' | 'change'> {
  readonly queryKey: readonly unknown[]
  readonly load: (signal: AbortSignal) => Promise<PageData<T>>
  /** Ms until these rows are reloaded; null: no polling. */
  readonly refreshMs?: ((rows: readonly T[]) => number | null) | undefined
}

export function usePagedQuery<T>({ query, change, queryKey, load, refreshMs }: PagedQuery<T>) {
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => ({
      page: await load(signal),
      /** Index of the first of these rows. While a new page loads, the URL is already ahead of them. */
      from: query.page * query.pageSize,
      /** Key that identifies the shown page. */
      of: JSON.stringify(queryKey),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.status === 'error' ? retryMs : ((state.data && refreshMs?.(state.data.page.data)) ?? false),
  })
  const rows = list.data?.page.data
  /** Number of rows on all pages. */
  const total = list.data?.page.totalElements ?? 0

  // The page can be empty after a deletion, or because the URL's page number belongs to another entity.
  const lastPage = Math.max(0, Math.ceil(total / query.pageSize) - 1)
  const isBeyond = !list.isPlaceholderData && rows?.length === 0 && query.page > lastPage
  const goBack = useEffectEvent(() => change({ page: lastPage }, { replace: true }))
  useEffect(() => {
    if (isBeyond) goBack()
  }, [isBeyond])

  /** Time of the next retry after a failure, epoch ms. */
  const retryAt = list.errorUpdatedAt + retryMs
  return { list, rows, total, retryAt }
}
