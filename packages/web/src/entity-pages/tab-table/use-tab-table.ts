/**
 * State of a table in a tab: its parameters in the URL, loaded rows, selection. Pages are loaded from the server, or
 * cut from all rows with `pageOfAll`.
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

/** Must be stable (`useMemo`): a new description reloads the table. */
export interface TabTableDescription<T> extends RowsDescription<T> {
  /** Prefix of its search parameters, such as `alarms.`; empty if the table is the page. */
  readonly prefix: string
  /** Query key prefix; changes of these rows invalidate by it. */
  readonly queryKey: readonly unknown[]
  /** Parameters of filters, without the search. */
  readonly filterParams?: readonly string[]
  /** Height in px of content above the table that other tables don't have. */
  readonly abovePx?: number
  /** Default time window in ms, for rows with a timestamp; the user can choose another. */
  readonly windowMs?: number
  /** The server has no search for these rows. */
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
    // The end of a relative window is resolved at request time.
    load: (signal) =>
      load({ ...pageLinkOf(query), ...(window && rangeOfWindow(window, windowContext())) }, filters, signal),
  })
  const selection = useSelection(description, rows)

  const setFilters = (next: Readonly<Record<string, string | undefined>>) => {
    const given = Object.entries({ ...query.filters, ...next }).filter((entry): entry is [string, string] => !!entry[1])
    change({ filters: Object.fromEntries(given) })
  }
  const at = query.open === null ? -1 : (rows?.findIndex((row) => idOf(row) === query.open) ?? -1)
  // A row that was edited may leave the list because a filter no longer matches; the row after it takes its index.
  const [place, setPlace] = useState(-1)
  if (query.open === null ? place !== -1 : at >= 0 && place !== at) setPlace(at)
  const nextRow = at >= 0 ? rows?.[at + 1] : place >= 0 ? rows?.[place] : undefined
  const previousRow = rows?.[(at >= 0 ? at : place) - 1]
  const openBeside = (row: T | undefined) => row && (() => change({ open: idOf(row) }, { replace: true }))

  /** Time range of an export, resolved once at its start. */
  const exportRange = useRef<TableRange | null>(null)

  return {
    description,
    title: t(description.title),
    query,
    view,
    show,
    /** Loads a page of the shown rows with a different page size. `page` 0 starts over. */
    loadPage(page: number, pageSize: number, signal: AbortSignal) {
      if (page === 0 || !exportRange.current) exportRange.current = window && rangeOfWindow(window, windowContext())
      return load({ ...pageLinkOf(query), page, pageSize, ...exportRange.current }, filters, signal)
    },
    filters,
    /** Changes the given filters; an undefined or empty value removes a filter. */
    setFilters,
    window,
    setWindow: (next: TimeWindow) => setFilters({ [windowParam]: paramOfWindow(next, windowMs ?? 0) }),
    /** Sets the window from a search parameter. */
    setWindowText: (text: string) => setFilters({ [windowParam]: text }),
    /** Current time range, epoch ms; null for rows without a timestamp. */
    range: (): TableRange | null => window && rangeOfWindow(window, windowContext()),
    clearFilters: () => change({ textSearch: '', filters: windowText ? { [windowParam]: windowText } : {} }),
    filterCount: Object.keys(filters).length,
    list,
    retryAt,
    rows,
    total,
    selection,
    /** Row whose details are open, if it is on this page. */
    openRow: rows?.[at],
    /** Open the previous or next row; undefined if this page has none. */
    openPrevious: openBeside(previousRow),
    openNext: openBeside(nextRow),
    /** Opens the details of the row, or closes those that are open next to the table. */
    open: (row: T) => change({ open: query.open === idOf(row) ? null : idOf(row) }, { replace: query.open !== null }),
    /** Replaces the open details with those of a row; nothing if none are open. */
    openInstead(id: string) {
      if (query.open !== null) change({ open: id }, { replace: true })
    },
    close: () => change({ open: null }, { replace: true }),
    change: (next: Partial<TableQuery>) => change(next),
    search: (textSearch: string) => change({ textSearch }, { replace: true }),
    sort: (property: string) => become(sortedBy(query, property)),
    refresh: () => queries.invalidateQueries({ queryKey }),
  }
}
