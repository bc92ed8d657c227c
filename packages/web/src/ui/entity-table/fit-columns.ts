/**
 * Which columns have room: the least important go first, their values may move under the name. A wide table shows
 * spare columns too.
 */

/** Px from which a table is wide. */
const widePx = 1600

interface Fitting {
  readonly id: string
  readonly priority: number
  readonly minWidth: number
}

/** `spare`: shown only where all others are and room is left. */
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
