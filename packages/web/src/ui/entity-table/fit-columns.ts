/** Which columns have room: the least important go first, their values may move under the name. */

interface Fitting {
  readonly id: string
  readonly priority: number
  readonly minWidth: number
}

export function fitColumns<C extends Fitting>(columns: readonly C[], roomPx: number): { shown: C[]; dropped: C[] } {
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
  return { shown, dropped }
}
