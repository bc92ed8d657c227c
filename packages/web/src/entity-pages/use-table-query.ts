/**
 * Query of a table, bound to the URL. If the URL has no parameters of the table, the user's default view is applied,
 * else the last used layout. The parameters are then added to the URL, so that it can be shared.
 */

import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSavedViews } from '../saved-views/use-saved-views.ts'
import { type TableLayout, useTableLayout } from '../saved-views/use-table-layout.ts'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import {
  changed,
  isBareSearch,
  layoutOfSearch,
  pageSizeDefault,
  searchOfQuery,
  type TableQuery,
  type TableQueryDefaults,
  tableQueryOf,
  viewOfSearch,
  withoutPrefix,
  withPrefix,
} from '../ui/entity-table/table-query.ts'
import { useFittingRows } from '../ui/entity-table/use-fitting-rows.ts'

type View = Readonly<Record<string, string>>

export interface TableQueryState {
  readonly query: TableQuery
  /** Changes the query. `replace`: no new history entry, for typed text. */
  readonly change: (change: Partial<TableQuery>, options?: { replace?: boolean }) => void
  readonly become: (query: TableQuery) => void
  /** Current state as a view to save: search parameters without the prefix. */
  readonly view: View
  /** Applies a saved view, starting at its first page. */
  readonly show: (view: View) => void
}

/**
 * Parts of a description that determine the search parameters. `filterParams`: further parameters.
 */
export type QueriedTable<T> = Pick<
  EntityTableDescription<T>,
  'name' | 'defaultSort' | 'columns' | 'segments' | 'filterChips'
> & {
  readonly filterParams?: readonly string[]
  /** Height in px of content above the table that other lists don't have. */
  readonly abovePx?: number
}

/** `prefix`: prefix of this table's parameters if the page has others. */
export function useTableQuery<T>(description: QueriedTable<T>, prefix = ''): TableQueryState {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const layout = useTableLayout(description.name)
  const fittingRows = useFittingRows(description.abovePx ?? 0)
  const defaults: TableQueryDefaults = useMemo(
    () => ({
      defaultSort: description.defaultSort,
      sortProperties: description.columns.flatMap((column) => column.sortProperty ?? []),
      filterParams: [
        ...(description.segments ? [description.segments.param] : []),
        ...(description.filterChips ?? []).map((chip) => chip.param),
        ...(description.filterParams ?? []),
      ],
      // A table with a prefix shares the page with other content.
      pageSizeChoice: prefix === '' ? 'fit' : pageSizeDefault,
      fittingRows,
      columns: description.columns.map(({ id }) => id),
      columnsShown: description.columns.filter((column) => !column.isExtra).map(({ id }) => id),
    }),
    [description, prefix, fittingRows],
  )
  const own = useMemo(() => withoutPrefix(search, prefix), [search, prefix])
  const isBare = isBareSearch(own, defaults)
  const entering = useEntering(description.name, layout, prefix, isBare)
  const shown = useMemo(
    () => (isBare && entering.view ? { ...own, ...entering.view } : own),
    [isBare, entering.view, own],
  )
  const query = useMemo(() => tableQueryOf(shown, defaults), [shown, defaults])

  function become(next: TableQuery, replace = false) {
    const now = searchOfQuery(next, own, defaults)
    layout.remember(layoutOfSearch(now))
    entering.leave()
    void navigate({ to: '.', search: { ...search, ...withPrefix(now, prefix) }, replace })
  }
  return {
    query,
    become,
    change: (change, options) => become(changed(query, change), options?.replace),
    view: viewOfSearch(searchOfQuery(query, {}, defaults), defaults),
    show: (view) => become({ ...tableQueryOf(view, defaults), page: 0, open: null }),
  }
}

/**
 * Initial view of a table without parameters in the URL: on first render, and when a link leads to the bare page again.
 */
function useEntering(table: string, layout: TableLayout, prefix: string, isBare: boolean) {
  const navigate = useNavigate()
  const router = useRouter()
  const saved = useSavedViews(table)
  const initial = (): View | null => {
    const view = saved.views.find(({ id }) => id === saved.defaultId)?.search ?? layout.remembered()
    return Object.keys(view).length > 0 ? view : null
  }
  const [view, setView] = useState(() => (isBare ? initial() : null))
  const isOwn = useRef(false)
  /** The URL is bare on purpose: changed by the table itself or by going back. */
  const isMeant = useRef(true)
  useEffect(
    () =>
      router.history.subscribe(({ action }) => {
        isMeant.current = action.type !== 'PUSH' || isOwn.current
        isOwn.current = false
      }),
    [router],
  )

  const enter = useEffectEvent((next: View | null) => {
    setView(next)
    if (!next) return
    void navigate({ to: '.', search: (now) => ({ ...now, ...withPrefix(next, prefix) }), replace: true }).then(() =>
      setView(null),
    )
  })
  const begin = useEffectEvent(() => enter(view))
  useEffect(() => begin(), [])
  const arrive = useEffectEvent(() => enter(initial()))
  // A layout effect runs with the render; a later effect could see the flag of the next history entry.
  useLayoutEffect(() => {
    if (isBare && !isMeant.current) arrive()
    isMeant.current = true
  }, [isBare])

  return {
    view,
    leave() {
      isOwn.current = true
      setView(null)
    },
  }
}
