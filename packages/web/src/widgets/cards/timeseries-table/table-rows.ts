/** Rows of a table of values: which times it shows, newest first, and the texts of a row. */

import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import { unionOf } from '../../series-times.ts'

/** A search formats every row, so it stops after this many. */
export const searchedMax = 10_000

interface RowFilter {
  /** Leaves out rows in which every value is an empty text. */
  readonly hidesEmpty: boolean
  /** Lower case; empty: all rows. */
  readonly search: string
  /** Texts of the row in which the search looks. */
  readonly textsAt: (ts: number) => readonly string[]
}

export interface TableTimes {
  /** Newest first. */
  readonly times: readonly number[]
  /** Rows that a search didn't look at. */
  readonly unsearched: number
}

export function timesOf(columns: readonly SeriesColumn[], { hidesEmpty, search, textsAt }: RowFilter): TableTimes {
  const all = Array.from(unionOf(columns.map(({ ts }) => ts))).reverse()
  const filled = hidesEmpty ? all.filter((ts) => columns.some((column) => hasValue(column, ts))) : all
  if (search === '') return { times: filled, unsearched: 0 }
  const times = filled
    .slice(0, searchedMax)
    .filter((ts) => textsAt(ts).some((text) => text.toLowerCase().includes(search)))
  return { times, unsearched: Math.max(0, filled.length - searchedMax) }
}

function hasValue(column: SeriesColumn, ts: number): boolean {
  const at = indexAt(column.ts, ts)
  return at >= 0 && column.texts?.[at] !== ''
}

/** Index of a time in ascending times; -1 if there is none. */
export function indexAt(ts: Float64Array, time: number): number {
  let low = 0
  let high = ts.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = ts[middle] as number
    if (found === time) return middle
    if (found < time) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Adds the milliseconds to a text that ends its time with seconds. */
export function withMilliseconds(text: string, ts: number): string {
  const rest = `.${String(Math.abs(Math.trunc(ts)) % 1000).padStart(3, '0')}`
  return /\d{2}:\d{2}:\d{2}/.test(text) ? text.replace(/\d{2}:\d{2}:\d{2}/, `$&${rest}`) : text + rest
}
