/** A map while it is edited: rows may be empty or repeat a key. */

export type StringMap = Readonly<Record<string, string>>

export interface MapRow {
  readonly id: number
  readonly key: string
  readonly value: string
}

export const rowsOfMap = (map: StringMap): readonly MapRow[] =>
  Object.entries(map).map(([key, value], index) => ({ id: index + 1, key, value }))

/** Error of a row: missing key, duplicate key or missing value; null: valid. */
export function rowError(row: MapRow, rows: readonly MapRow[]): 'key' | 'twice' | 'value' | null {
  const key = row.key.trim()
  if (key === '') return 'key'
  if (rows.some((other) => other !== row && other.key.trim() === key)) return 'twice'
  return row.value.trim() === '' ? 'value' : null
}

/** Null if a row is invalid. */
export const mapOfRows = (rows: readonly MapRow[]): StringMap | null =>
  rows.some((row) => rowError(row, rows) !== null)
    ? null
    : Object.fromEntries(rows.map(({ key, value }) => [key.trim(), value]))
