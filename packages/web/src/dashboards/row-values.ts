/** Latest values of the rows of a table, by key, and the decimals that a column's values share. */

import type { EntityKey, LatestValues, TsValue } from '@sonde/model/entity-query/entity-query'
import { createDecimalsSeen } from '../ui/format/decimals-seen.ts'
import { decimalsDefault } from './value-display.ts'

export type RowValue = (key: EntityKey) => TsValue | undefined

/** Decimals shared by all rows of a column; see `DecimalsSeen`. */
export type ColumnDecimals = (key: EntityKey) => number

export type RowValues = ReadonlyMap<string, TsValue>

const nameOf = ({ type, key }: EntityKey): string => `${type} ${key}`

/** Values after an update: older ones are ignored. Deleted values have ts 0. */
export function withLatest(known: RowValues, latest: LatestValues): RowValues {
  const values = new Map(known)
  for (const [type, byKey] of Object.entries(latest)) {
    for (const [key, value] of Object.entries(byKey ?? {})) {
      const name = `${type} ${key}`
      const before = known.get(name)
      if (!before || value.ts === 0 || value.ts >= before.ts) values.set(name, value)
    }
  }
  return values
}

export const noValues: RowValues = new Map()

/** Reads the values as they are now. */
export const readerOf =
  (values: RowValues): RowValue =>
  (key) =>
    values.get(nameOf(key))

export function createColumnDecimals() {
  const seen = createDecimalsSeen(decimalsDefault)
  return (rows: Iterable<RowValues>): ColumnDecimals => {
    for (const values of rows) for (const [name, { value }] of values) seen.see(name, value)
    return (key) => seen.of(nameOf(key))
  }
}
