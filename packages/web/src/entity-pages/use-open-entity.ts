/** Entity opened next to a list; its id is stored in the URL. */

import { useNavigate } from '@tanstack/react-router'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import type { TableQueryState } from './use-table-query.ts'

/** Undefined at the ends of this page of the list. */
export interface EntitySteps {
  readonly openPrevious: (() => void) | undefined
  readonly openNext: (() => void) | undefined
}

export interface OpenEntity<T> {
  readonly id: string
  /** Undefined if the open entity isn't on this page of the list. */
  readonly row: T | undefined
  readonly onClose: () => void
  readonly steps: EntitySteps | undefined
}

/** Null: no entity is open. */
export function useOpenEntity<T>(
  { idOf, pageOf }: EntityTableDescription<T>,
  rows: readonly T[] | undefined,
  { query, change }: Pick<TableQueryState, 'query' | 'change'>,
) {
  const navigate = useNavigate()
  const at = rows?.findIndex((row) => idOf(row) === query.open) ?? -1
  const open: OpenEntity<T> | null =
    query.open === null
      ? null
      : {
          id: query.open,
          row: at < 0 ? undefined : rows?.[at],
          onClose: () => change({ open: null }, { replace: true }),
          steps: at < 0 ? undefined : { openPrevious: stepTo(at - 1), openNext: stepTo(at + 1) },
        }
  function stepTo(index: number) {
    const next = rows?.[index]
    return next && (() => change({ open: idOf(next) }, { replace: true }))
  }
  function toggle(row: T) {
    if (pageOf) {
      void navigate({ to: pageOf(row) as '/home', search: {} })
      return
    }
    const id = idOf(row)
    change({ open: query.open === id ? null : id }, { replace: query.open !== null })
  }
  return { open, toggle }
}
