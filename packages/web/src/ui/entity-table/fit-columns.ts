/**
 * Selects the columns that fit: the highest priority number is dropped first; values of dropped columns may move below
 * the name. Wide tables also show spare columns.
 */

/** Minimum width of a wide table, px. */
const widePx = 1600

interface Fitting {
  readonly id: string
  readonly priority: number
  readonly minWidth: number
}

/** `spare`: columns shown only if all others fit and space remains. */
export function fitColumns<C extends Fitting>(
  columns: readonly C[],
  roomPx: number,
  spare: readonly C[] = [],
): { shown: C[]; dropped: C[] } {
  const shown = [...columns]
  const dropped: C[] = []
  let needed = columns.reduce((sum, column) => sum + column.minWidth, 0)
  while (needed > roomPx) {
    let last: C | undefined
    for (const column of shown) {
      if (column.priority > 1 && (last === undefined || column.priority >= last.priority)) last = column
    }
    if (!last) break
    needed -= last.minWidth
    shown.splice(shown.indexOf(last), 1)
    dropped.unshift(last)
  }
  if (roomPx >= widePx) {
    for (const column of spare) {
      needed += column.minWidth
      if (needed <= roomPx) shown.push(column)
    }
  }
  return { shown, dropped }
}
