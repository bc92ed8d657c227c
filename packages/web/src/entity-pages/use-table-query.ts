/**
 * The table's query, bound to the address. Who comes without saying anything of the table finds it as the default view
 * says, else as they left it; the address says so then, so that it can be handed on.
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
  /** `replace`: no new entry in the history, for what is typed. */
  readonly change: (change: Partial<TableQuery>, options?: { replace?: boolean }) => void
  readonly become: (query: TableQuery) => void
  /** What is shown, as a view that can be saved: parameters of the address without the prefix. */
  readonly view: View
  /** Shows a saved view, from its first page. */
  readonly show: (view: View) => void
}

/** The parts of a description that the address follows; `filterParams`: parameters besides segments and chips. */
export type QueriedTable<T> = Pick<
  EntityTableDescription<T>,
  'name' | 'defaultSort' | 'columns' | 'segments' | 'filterChips'
> & { readonly filterParams?: readonly string[] }

/** `prefix`: begins this table's parameters, where the page has others. */
export function useTableQuery<T>(description: QueriedTable<T>, prefix = ''): TableQueryState {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const layout = useTableLayout(description.name)
  const fittingRows = useFittingRows()
  const defaults: TableQueryDefaults = useMemo(
    () => ({
      defaultSort: description.defaultSort,
      sortProperties: description.columns.flatMap((column) => column.sortProperty ?? []),
      filterParams: [
        ...(description.segments ? [description.segments.param] : []),
        ...(description.filterChips ?? []).map((chip) => chip.param),
        ...(description.filterParams ?? []),
      ],
      fittingRows,
      columns: description.columns.map(({ id }) => id),
      columnsShown: description.columns.filter((column) => !column.isExtra).map(({ id }) => id),
    }),
    [description, fittingRows],
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

/** What a table opens with when the address says nothing: on the first drawing, and when a link leads here again. */
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
  /** The address is bare because the user made it so: here, or by going back. */
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
  // With the drawing: an effect that came after the next step in the history would answer for that step.
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
