/** Reads rows of a statement as arrays, up to a limit of bytes. */

import type { StatementSync } from 'node:sqlite'
import type { SqlValue } from '../relational.ts'

export type Row = readonly unknown[]

/** Overhead of a value in addition to its characters. */
const valueBytes = 16

/** Approximate memory of a row. */
export function bytesOf(row: Row): number {
  let bytes = valueBytes
  for (const value of row) {
    bytes += valueBytes
    if (typeof value === 'string') bytes += value.length
    else if (value instanceof Uint8Array) bytes += value.byteLength
  }
  return bytes
}

/** Calls `take` with each row until it returns false. Integers beyond 2^53 are returned as bigint, others as number. */
export function eachRow(statement: StatementSync, values: readonly SqlValue[], take: (row: Row) => boolean): void {
  let taken = 0
  try {
    // Rows are arrays; the type declarations only know objects.
    for (const row of statement.iterate(...values) as unknown as Iterable<Row>) {
      if (!take(row)) return
      taken++
    }
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    eachLargeRow(statement, values, taken, take)
  }
}

/** First row of the statement; cheaper than `eachRow`. */
export function firstRow(statement: StatementSync, values: readonly SqlValue[]): Row | undefined {
  try {
    return statement.get(...values) as unknown as Row | undefined
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    let first: Row | undefined
    eachLargeRow(statement, values, 0, (row) => {
      first = row
      return false
    })
    return first
  }
}

/** Continues from the first row with an integer beyond the range of JavaScript numbers. */
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

/** null: the rows exceed `bytesMax`. */
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
