/** Which columns the user wants, in which order; the address holds it. */

import type { EntityColumn } from './entity-description.ts'
import type { TableQuery } from './table-query.ts'

export interface TableColumns<T> {
  /** Those that are shown, in their order. */
  readonly wanted: readonly EntityColumn<T>[]
  /** What a wide table shows beside them; none where the user chose. */
  readonly spare: readonly EntityColumn<T>[]
  /** All: first those that are shown. */
  readonly all: readonly EntityColumn<T>[]
  readonly isWanted: (column: EntityColumn<T>) => boolean
  /** The column that names the row is never hidden. */
  readonly isFixed: (column: EntityColumn<T>) => boolean
  readonly toggle: (column: EntityColumn<T>) => void
  /** One place towards the start (-1) or the end (1), among those that are shown. */
  readonly move: (column: EntityColumn<T>, by: 1 | -1) => void
  /** The table's own choice again; undefined: it is shown. */
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
      // In the table's own order it comes back to its place; in another, to the end.
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
  // A row needs its name, whatever the address says.
  return [...columns.filter((column) => column.priority === 1 && !chosen.includes(column)), ...chosen]
}
