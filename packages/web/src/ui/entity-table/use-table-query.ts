/** The table's query, bound to the address. */

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { EntityTableDescription } from './entity-description.ts'
import { changed, searchOfQuery, type TableQuery, type TableQueryDefaults, tableQueryOf } from './table-query.ts'

export interface TableQueryState {
  readonly query: TableQuery
  /** `replace`: no new entry in the history, for what is typed. */
  readonly change: (change: Partial<TableQuery>, options?: { replace?: boolean }) => void
  readonly become: (query: TableQuery) => void
}

export function useTableQuery<T>(description: EntityTableDescription<T>): TableQueryState {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const defaults: TableQueryDefaults = useMemo(
    () => ({
      defaultSort: description.defaultSort,
      sortProperties: description.columns.flatMap((column) => column.sortProperty ?? []),
      filterParams: [
        ...(description.segments ? [description.segments.param] : []),
        ...(description.filterChips ?? []).map((chip) => chip.param),
      ],
    }),
    [description],
  )
  const query = useMemo(() => tableQueryOf(search, defaults), [search, defaults])

  function become(next: TableQuery, replace = false) {
    void navigate({ to: '.', search: searchOfQuery(next, search, defaults), replace })
  }
  return {
    query,
    become,
    change: (change, options) => become(changed(query, change), options?.replace),
  }
}
