/** The table's query, bound to the address. */

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { EntityTableDescription } from './entity-description.ts'
import {
  changed,
  searchOfQuery,
  type TableQuery,
  type TableQueryDefaults,
  tableQueryOf,
  withoutPrefix,
  withPrefix,
} from './table-query.ts'

export interface TableQueryState {
  readonly query: TableQuery
  /** `replace`: no new entry in the history, for what is typed. */
  readonly change: (change: Partial<TableQuery>, options?: { replace?: boolean }) => void
  readonly become: (query: TableQuery) => void
}

/** The parts of a description that the address follows; `filterParams`: parameters besides segments and chips. */
export type QueriedTable<T> = Pick<
  EntityTableDescription<T>,
  'defaultSort' | 'columns' | 'segments' | 'filterChips'
> & { readonly filterParams?: readonly string[] }

/** `prefix`: begins this table's parameters, where the page has others. */
export function useTableQuery<T>(description: QueriedTable<T>, prefix = ''): TableQueryState {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const defaults: TableQueryDefaults = useMemo(
    () => ({
      defaultSort: description.defaultSort,
      sortProperties: description.columns.flatMap((column) => column.sortProperty ?? []),
      filterParams: [
        ...(description.segments ? [description.segments.param] : []),
        ...(description.filterChips ?? []).map((chip) => chip.param),
        ...(description.filterParams ?? []),
      ],
    }),
    [description],
  )
  const query = useMemo(() => tableQueryOf(withoutPrefix(search, prefix), defaults), [search, defaults, prefix])

  function become(next: TableQuery, replace = false) {
    void navigate({
      to: '.',
      search: { ...search, ...withPrefix(searchOfQuery(next, withoutPrefix(search, prefix), defaults), prefix) },
      replace,
    })
  }
  return {
    query,
    become,
    change: (change, options) => become(changed(query, change), options?.replace),
  }
}
