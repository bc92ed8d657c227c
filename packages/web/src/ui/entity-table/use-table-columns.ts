/** The user's choice and order of columns, stored in the URL. */

import type { EntityColumn } from './entity-description.ts'
import type { TableQuery } from './table-query.ts'

export interface TableColumns<T> {
  /** Shown columns, in order. */
  readonly wanted: readonly EntityColumn<T>[]
  /** Additional columns for wide tables; empty if the user chose columns. */
  readonly spare: readonly EntityColumn<T>[]
  /** All columns, the shown ones first. */
  readonly all: readonly EntityColumn<T>[]
  readonly isWanted: (column: EntityColumn<T>) => boolean
  /** True for the column with the row's name, which can't be hidden. */
  readonly isFixed: (column: EntityColumn<T>) => boolean
  readonly toggle: (column: EntityColumn<T>) => void
  /** Moves a shown column by one position towards the start (-1) or the end (1). */
  readonly move: (column: EntityColumn<T>, by: 1 | -1) => void
  /** Restores the table's default columns; undefined if they are active. */
  readonly reset: (() => void) | undefined
}

export function useTableColumns<T>(
  columns: readonly EntityColumn<T>[],
  query: TableQuery,
  change: (change: Pick<TableQuery, 'columns'>) => void,
): TableColumns<T> {
  const wanted = wantedColumns(columns, query.columns)
  const isFixed = (column: EntityColumn<T>) => column.priority === 1
  const isWanted = (column: EntityColumn<T>) => wanted.includes(column)
  const choose = (next: readonly EntityColumn<T>[]) => {
    const usual = wantedColumns(columns, null)
    const isUsual = next.length === usual.length && next.every((column, at) => column === usual[at])
    change({ columns: isUsual ? null : next.map(({ id }) => id) })
  }
  return {
    wanted,
    spare: query.columns === null ? columns.filter((column) => !isWanted(column)) : [],
    all: [...wanted, ...columns.filter((column) => !isWanted(column))],
    isWanted,
    isFixed,
    toggle(column) {
      if (isWanted(column)) return choose(wanted.filter((one) => one !== column))
      // In the table's default order, the column returns to its position; in a custom order, it's appended.
      const isOwnOrder = wanted.every(
        (one, at) => at === 0 || columns.indexOf(wanted[at - 1] ?? one) < columns.indexOf(one),
      )
      const next = [...wanted, column]
      choose(isOwnOrder ? columns.filter((one) => next.includes(one)) : next)
    },
    move(column, by) {
      const at = wanted.indexOf(column)
      const other = wanted[at + by]
      if (at < 0 || !other) return
      const next = [...wanted]
      next[at] = other
      next[at + by] = column
      choose(next)
    },
    reset: query.columns === null ? undefined : () => change({ columns: null }),
  }
}

function wantedColumns<T>(columns: readonly EntityColumn<T>[], ids: TableQuery['columns']): readonly EntityColumn<T>[] {
  if (ids === null) return columns.filter((column) => column.priority === 1 || !column.isExtra)
  const chosen = ids.flatMap((id) => columns.filter((column) => column.id === id))
  // The name column is always included, even if the URL omits it.
  return [...columns.filter((column) => column.priority === 1 && !chosen.includes(column)), ...chosen]
}
