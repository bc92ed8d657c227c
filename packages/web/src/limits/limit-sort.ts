/** Sort order of the limits: the server's (most urgent first) or by a column. Pure. */

import type { LimitRow } from '@sonde/model/limits/limit-report'

export const limitColumns = ['title', 'used', 'forecast', 'refused'] as const
export type LimitColumn = (typeof limitColumns)[number]

export interface LimitSort {
  readonly column: LimitColumn
  readonly isDescending: boolean
}

/** Most urgent first. */
export const urgentFirst: LimitSort = { column: 'forecast', isDescending: false }

/** Parses the search parameter: `used`, `-used`. */
export function sortOfParam(text: string | undefined): LimitSort {
  const column = limitColumns.find((each) => each === text?.replace(/^-/, ''))
  return column === undefined ? urgentFirst : { column, isDescending: text?.startsWith('-') ?? false }
}

/** Undefined: default order, which needs no parameter. */
export function paramOfSort({ column, isDescending }: LimitSort): string | undefined {
  if (column === urgentFirst.column && !isDescending) return undefined
  return `${isDescending ? '-' : ''}${column}`
}

/** Sort order after a click on a column header; numeric columns start with the largest value. */
export const nextSort = (now: LimitSort, column: LimitColumn): LimitSort =>
  now.column === column
    ? { column, isDescending: !now.isDescending }
    : { column, isDescending: column === 'used' || column === 'refused' }

export function sortLimits(rows: readonly LimitRow[], { column, isDescending }: LimitSort): readonly LimitRow[] {
  const order = orders[column]
  const sorted = order === null ? [...rows] : [...rows].sort(order)
  return isDescending ? sorted.reverse() : sorted
}

/** `forecast`: the server's order. Unknown values sort below zero. */
const orders: Readonly<Record<LimitColumn, ((a: LimitRow, b: LimitRow) => number) | null>> = {
  title: (a, b) => a.title.localeCompare(b.title),
  used: (a, b) => (a.share ?? -1) - (b.share ?? -1),
  refused: (a, b) => a.refused.week - b.refused.week,
  forecast: null,
}
