/**
 * The state of a table in a tab: what the address asks for, the rows that came, what is selected. Paged by the platform,
 * or from all rows at once with `pageOfAll`.
 */

import type { TimePageLink } from '@sonde/client/rest/page-query'
import type { PageData } from '@sonde/model/paging'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { useWindowContext } from '../../time-windows/window-context.ts'
import type { RowsDescription } from '../../ui/entity-table/entity-description.ts'
import { pageLinkOf, sortedBy, type TableQuery } from '../../ui/entity-table/table-query.ts'
import { useSelection } from '../../ui/entity-table/use-selection.ts'
import { usePagedQuery } from '../use-paged-query.ts'
import { useTableQuery } from '../use-table-query.ts'
import { paramOfWindow, rangeOfWindow, type TableRange, windowOfParam } from './table-window.ts'

export type TableFilters = Readonly<Record<string, string>>

/** Keep it stable (`useMemo`): the table is asked for again when it is another. */
export interface TabTableDescription<T> extends RowsDescription<T> {
  /** Begins the parameters in the address, such as `alarms.`; empty where the table is the page. */
  readonly prefix: string
  /** What a change of these rows refreshes: first part of their key in the query cache. */
  readonly queryKey: readonly unknown[]
  /** Parameters of filters, besides the search. */
  readonly filterParams?: readonly string[]
  /** Rows that happened at a time: the last so many ms are shown unless the user chooses others. */
  readonly windowMs?: number
  /** The platform has no search for these rows. */
  readonly hasNoSearch?: boolean
  /** Ms until rows that change without notice are requested again; null: they don't. */
  readonly refreshMs?: (rows: readonly T[]) => number | null
  readonly load: (link: TimePageLink, filters: TableFilters, signal: AbortSignal) => Promise<PageData<T>>
}

const windowParam = 'window'

export type TabTableState<T> = ReturnType<typeof useTabTable<T>>

export function useTabTable<T>(description: TabTableDescription<T>) {
  const { queryKey, windowMs, load, idOf, refreshMs } = description
  const queries = useQueryClient()
  const windowContext = useWindowContext()
  const queried = useMemo(
    () => ({ ...description, filterParams: [...(description.filterParams ?? []), windowParam] }),
    [description],
  )
  const t = useText()
  const { query, change, become, view, show } = useTableQuery(queried, description.prefix)
  const { [windowParam]: windowText, ...filters } = query.filters
  const now = windowContext()
  const window = windowMs === undefined ? null : windowOfParam(windowText, windowMs, now.nowMs)

  const { list, rows, total, retryAt } = usePagedQuery({
    query,
    change,
    refreshMs,
    queryKey: [...queryKey, 'page', pageLinkOf(query), query.filters],
    // "The last day" ends when it is requested.
    load: (signal) =>
      load({ ...pageLinkOf(query), ...(window && rangeOfWindow(window, windowContext())) }, filters, signal),
  })
  const selection = useSelection(description, rows)

  const setFilters = (next: Readonly<Record<string, string | undefined>>) => {
    const given = Object.entries({ ...query.filters, ...next }).filter((entry): entry is [string, string] => !!entry[1])
    change({ filters: Object.fromEntries(given) })
  }
  const at = query.open === null ? -1 : (rows?.findIndex((row) => idOf(row) === query.open) ?? -1)
  // A row that is handled may leave the list, because a filter no longer matches: the one after it takes its place.
  const [place, setPlace] = useState(-1)
  if (query.open === null ? place !== -1 : at >= 0 && place !== at) setPlace(at)
  const nextRow = at >= 0 ? rows?.[at + 1] : place >= 0 ? rows?.[place] : undefined
  const previousRow = rows?.[(at >= 0 ? at : place) - 1]
  const openBeside = (row: T | undefined) => row && (() => change({ open: idOf(row) }, { replace: true }))

  /** Of an export: the stretch of time is that of its beginning. */
  const exportRange = useRef<TableRange | null>(null)

  return {
    description,
    title: t(description.title),
    query,
    view,
    show,
    /** A page of what is shown, of another size. `page` 0 begins again. */
    loadPage(page: number, pageSize: number, signal: AbortSignal) {
      if (page === 0 || !exportRange.current) exportRange.current = window && rangeOfWindow(window, windowContext())
      return load({ ...pageLinkOf(query), page, pageSize, ...exportRange.current }, filters, signal)
    },
    filters,
    /** Those that are given change; undefined and empty drop one. */
    setFilters,
    window,
    setWindow: (next: TimeWindow) => setFilters({ [windowParam]: paramOfWindow(next, windowMs ?? 0) }),
    /** Text of the address. */
    setWindowText: (text: string) => setFilters({ [windowParam]: text }),
    /** Epoch ms, at this moment; null of rows without a time. */
    range: (): TableRange | null => window && rangeOfWindow(window, windowContext()),
    clearFilters: () => change({ textSearch: '', filters: windowText ? { [windowParam]: windowText } : {} }),
    filterCount: Object.keys(filters).length,
    list,
    retryAt,
    rows,
    total,
    selection,
    /** The row whose details the address names, when it is on this page. */
    openRow: rows?.[at],
    /** Open the rows beside the one that is open; undefined where this page has none. */
    openPrevious: openBeside(previousRow),
    openNext: openBeside(nextRow),
    open: (row: T) => change({ open: idOf(row) }),
    close: () => change({ open: null }, { replace: true }),
    change: (next: Partial<TableQuery>) => change(next),
    search: (textSearch: string) => change({ textSearch }, { replace: true }),
    sort: (property: string) => become(sortedBy(query, property)),
    refresh: () => queries.invalidateQueries({ queryKey }),
  }
}
