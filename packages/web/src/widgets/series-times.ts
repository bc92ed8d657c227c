/** Common times of several series. */

/** Union of ascending times: ascending, without duplicates. */
export function unionOf(columns: readonly Float64Array[]): Float64Array {
  const filled = columns.filter(({ length }) => length > 0)
  if (filled.length <= 1) return filled[0] ?? new Float64Array(0)
  const total = filled.reduce((sum, { length }) => sum + length, 0)
  const all = new Float64Array(total)
  let at = 0
  for (const column of filled) {
    all.set(column, at)
    at += column.length
  }
  all.sort()
  let size = 1
  for (let i = 1; i < total; i++) if (all[i] !== all[i - 1]) all[size++] = all[i] as number
  return all.subarray(0, size)
}
