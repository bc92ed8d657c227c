/** Selected rows across pages; Shift selects the range from the last toggled row. */

import { useRef, useState } from 'react'
import type { SelectableRows } from './entity-description.ts'

export function useSelection<T>({ idOf, isSelectable }: SelectableRows<T>, all: readonly T[] | undefined) {
  const rows = isSelectable ? all?.filter(isSelectable) : all
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map())
  const last = useRef<string>(undefined)

  function toggle(row: T, withShift: boolean) {
    const id = idOf(row)
    const next = new Map(selected)
    const from = rows?.findIndex((one) => idOf(one) === last.current) ?? -1
    const to = rows?.indexOf(row) ?? -1
    if (withShift && rows && from >= 0 && to >= 0) {
      for (const one of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) next.set(idOf(one), one)
    } else if (!next.delete(id)) next.set(id, row)
    last.current = id
    setSelected(next)
  }

  return {
    ids: new Set(selected.keys()),
    rows: [...selected.values()],
    toggle,
    toggleId(id: string) {
      const row = rows?.find((one) => idOf(one) === id)
      if (row) toggle(row, false)
    },
    toggleAll() {
      const here = rows ?? []
      const next = new Map(selected)
      const isAll = here.every((row) => next.has(idOf(row)))
      for (const row of here) {
        if (isAll) next.delete(idOf(row))
        else next.set(idOf(row), row)
      }
      setSelected(next)
    },
    /** Adds rows, from any page, to the selection; returns the new number of selected rows. */
    add(these: readonly T[]): number {
      const next = new Map(selected)
      for (const row of isSelectable ? these.filter(isSelectable) : these) next.set(idOf(row), row)
      setSelected(next)
      return next.size
    },
    remove(gone: readonly T[]) {
      const next = new Map(selected)
      for (const row of gone) next.delete(idOf(row))
      setSelected(next)
    },
    clear: () => setSelected(new Map()),
  }
}

export type Selection<T> = ReturnType<typeof useSelection<T>>
