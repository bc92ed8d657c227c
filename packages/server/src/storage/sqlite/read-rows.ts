/** Rows of a statement as arrays, within a bound of bytes. */

import type { StatementSync } from 'node:sqlite'
import type { SqlValue } from '../relational.ts'

export type Row = readonly unknown[]

/** What a value takes besides its characters. */
const valueBytes = 16

/** About what a row takes in memory. */
export function bytesOf(row: Row): number {
  let bytes = valueBytes
  for (const value of row) {
    bytes += valueBytes
    if (typeof value === 'string') bytes += value.length
    else if (value instanceof Uint8Array) bytes += value.byteLength
  }
  return bytes
}

/** Calls `take` with each row until it answers false. Integers beyond 2^53 come as bigint, all others as number. */
export function eachRow(statement: StatementSync, values: readonly SqlValue[], take: (row: Row) => boolean): void {
  let taken = 0
  try {
    // Read as arrays; the types know of objects alone.
    for (const row of statement.iterate(...values) as unknown as Iterable<Row>) {
      if (!take(row)) return
      taken++
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    eachLargeRow(statement, values, taken, take)
  }
}

/** From a row on whose integers JavaScript's numbers do not hold. */
function eachLargeRow(
  statement: StatementSync,
  values: readonly SqlValue[],
  from: number,
  take: (row: Row) => boolean,
) {
  statement.setReadBigInts(true)
  try {
    let at = 0
    for (const row of statement.iterate(...values) as unknown as Iterable<Row>) {
      if (at++ >= from && !take(row.map(smallInteger))) return
    }
  } finally {
    statement.setReadBigInts(false)
  }
}

const smallInteger = (value: unknown): unknown =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value

/** null: they are more bytes than that. */
export function readAll(statement: StatementSync, values: readonly SqlValue[], bytesMax: number) {
  const rows: Row[] = []
  let bytes = 0
  eachRow(statement, values, (row) => {
    bytes += bytesOf(row)
    rows.push(row)
    return bytes <= bytesMax
  })
  return bytes > bytesMax ? null : { rows, bytes }
}
