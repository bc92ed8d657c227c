/** Which columns the user wants, stored per table. */

import { useState } from 'react'
import type { EntityColumn } from './entity-description.ts'

function read(key: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

export function useTableColumns<T>(tableName: string, columns: readonly EntityColumn<T>[]) {
  const key = `sonde.columns.${tableName}`
  const [choice, setChoice] = useState(() => read(key))
  const isWanted = (column: EntityColumn<T>) => choice[column.id] ?? !column.isExtra

  return {
    wanted: columns.filter((column) => column.priority === 1 || isWanted(column)),
    isWanted,
    toggle(column: EntityColumn<T>) {
      const next = { ...choice, [column.id]: !isWanted(column) }
      setChoice(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Not stored: the choice lasts until the page is left.
      }
    },
  }
}
