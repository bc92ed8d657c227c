/**
 * Points of one series as columns, the form in which heads, chunks and reads exchange them.
 *
 * Booleans are stored as 0 and 1; `pointAt` converts them back.
 */

import { type Point, type RawValue, ValueType } from '@sonde/model/telemetry/values'
import { NEVER } from './points-batch.ts'

export type StoredValue = number | string | bigint

export interface Columns {
  readonly length: number
  readonly ts: ArrayLike<number>
  readonly values: ArrayLike<StoredValue>
  /** Common type of the values, or the type of each in `types` if they differ. */
  readonly type: ValueType
  readonly types: ArrayLike<number> | null
  /** Epoch ms at which each point expires; null: none expires. */
  readonly expiry: ArrayLike<number> | null
}

export const emptyColumns: Columns = {
  length: 0,
  ts: [],
  values: [],
  type: ValueType.LONG,
  types: null,
  expiry: null,
}

export const typeAt = (columns: Columns, index: number): ValueType =>
  columns.types ? (columns.types[index] as ValueType) : columns.type

export const expiryAt = (columns: Columns, index: number): number =>
  columns.expiry ? (columns.expiry[index] as number) : NEVER

export function rawValue(type: ValueType, value: StoredValue): RawValue {
  return type === ValueType.BOOLEAN ? value === 1 : value
}

export function pointAt(columns: Columns, index: number): Point {
  const type = typeAt(columns, index)
  return { ts: columns.ts[index] as number, type, value: rawValue(type, columns.values[index] as StoredValue) }
}

/** Growable columns for points in any order. */
export interface GrowingColumns extends Columns {
  length: number
  ts: number[]
  values: StoredValue[]
  type: ValueType
  types: number[] | null
  expiry: number[] | null
  /** Total characters of the texts. */
  characters: number
}

export const growingColumns = (): GrowingColumns => ({
  length: 0,
  characters: 0,
  ts: [],
  values: [],
  type: ValueType.LONG,
  types: null,
  expiry: null,
})

export function push(to: GrowingColumns, ts: number, type: ValueType, value: StoredValue, expiresAt: number): void {
  const index = to.length++
  if (index === 0) {
    to.type = type
    // A literal allocates one element. Many series have a single point, and `push` to an empty array allocates 17.
    to.ts = [ts]
    to.values = [value]
  } else {
    to.ts.push(ts)
    to.values.push(value)
  }
  if (typeof value === 'string') to.characters += value.length
  if (to.types) to.types.push(type)
  else if (type !== to.type) {
    to.types = new Array<number>(index).fill(to.type)
    to.types.push(type)
  }
  if (to.expiry) to.expiry.push(expiresAt)
  else if (expiresAt !== NEVER) {
    to.expiry = new Array<number>(index).fill(NEVER)
    to.expiry.push(expiresAt)
  }
}

/** Copies the points at these indexes. */
export function pick(from: Columns, indexes: Iterable<number>): GrowingColumns {
  const to = growingColumns()
  for (const index of indexes) {
    push(to, from.ts[index] as number, typeAt(from, index), from.values[index] as StoredValue, expiryAt(from, index))
  }
  return to
}

/** Points in [start, end). */
export function slice(from: Columns, start: number, end: number): Columns {
  if (start === 0 && end === from.length) return from
  return join([{ columns: from, start, end }])
}

export interface Run {
  readonly columns: Columns
  readonly start: number
  readonly end: number
}

/**
 * Concatenates runs into new arrays: numeric ones if all values are numbers, without unneeded type or expiry columns.
 */
export function join(runs: readonly Run[]): Columns {
  const length = runs.reduce((sum, { start, end }) => sum + end - start, 0)
  const [first] = runs
  const type = first ? typeAt(first.columns, first.start) : ValueType.LONG
  const areNumbers = runs.every(({ columns }) => columns.values instanceof Float64Array)
  const ts = new Float64Array(length)
  const values: StoredValue[] | Float64Array = areNumbers ? new Float64Array(length) : new Array<StoredValue>(length)
  const types = new Uint8Array(length)
  const expiry = runs.some(({ columns }) => columns.expiry) ? new Float64Array(length) : null
  let expires = false
  let differs = false
  let at = 0
  for (const { columns, start, end } of runs) {
    for (let i = start; i < end; i++, at++) {
      ts[at] = columns.ts[i] as number
      values[at] = columns.values[i] as number
      const own = typeAt(columns, i)
      types[at] = own
      if (own !== type) differs = true
      if (expiry) {
        const expiresAt = expiryAt(columns, i)
        expiry[at] = expiresAt
        if (expiresAt !== NEVER) expires = true
      }
    }
  }
  return { length, ts, values, type, types: differs ? types : null, expiry: expires ? expiry : null }
}

/** Ascending, one point per time: of several at the same time, the one that was added last. */
export function sorted(from: Columns): Columns {
  const { ts, length } = from
  let ascends = true
  for (let i = 1; i < length && ascends; i++) ascends = (ts[i] as number) > (ts[i - 1] as number)
  if (ascends) return from
  const order = Array.from({ length }, (_, i) => i).sort((a, b) => (ts[a] as number) - (ts[b] as number) || a - b)
  return pick(
    from,
    order.filter((index, i) => i + 1 === length || ts[order[i + 1] as number] !== ts[index]),
  )
}

/** The first index whose time is at least `at`, in ascending columns. */
export function lowerBound({ ts, length }: Columns, at: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ts[middle] as number) < at) low = middle + 1
    else high = middle
  }
  return low
}
