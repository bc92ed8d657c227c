/**
 * One series in typed arrays: ascending times, numeric values, and texts only if a value isn't a number.
 *
 * A returned column is immutable; `SeriesFold` creates the next one.
 */

export interface SeriesColumn {
  /** Epoch ms, ascending, unique. */
  readonly ts: Float64Array
  /** NaN if the value is text; booleans are 1 and 0. */
  readonly values: Float64Array
  /** Texts of the values that aren't numbers; null if all values are numbers. */
  readonly texts: readonly (string | null)[] | null
  /** Whether every value is true or false; such a series is drawn in steps. */
  readonly isBoolean: boolean
}

export const emptyColumn: SeriesColumn = {
  ts: new Float64Array(0),
  values: new Float64Array(0),
  texts: null,
  isBoolean: false,
}

export type ParsedValue =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'boolean'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }

/**
 * Parses a value of the API: text that round-trips as a number is a number (`21`, `21.0`, `1e-7`; not `007`, not ` 5`).
 */
export function parseValue(text: string): ParsedValue {
  if (text === 'true') return { kind: 'boolean', number: 1 }
  if (text === 'false') return { kind: 'boolean', number: 0 }
  const number = parseNumber(text)
  return number === null ? { kind: 'text', text } : { kind: 'number', number }
}

const written = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/

/** Finite number in plain notation; null for any other text. */
export function parseNumber(text: string): number | null {
  if (!written.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

export interface ColumnStatistics {
  readonly min: number
  readonly max: number
  readonly avg: number
  readonly total: number
  readonly last: number
  readonly count: number
}

/** Statistics of the numbers in [startMs, endMs]; null if there are none. */
export function columnStatistics(column: SeriesColumn, startMs = -Infinity, endMs = Infinity): ColumnStatistics | null {
  let min = Infinity
  let max = -Infinity
  let total = 0
  let last = Number.NaN
  let count = 0
  for (let i = 0; i < column.ts.length; i++) {
    const ts = column.ts[i] as number
    const value = column.values[i] as number
    if (ts < startMs || ts > endMs || Number.isNaN(value)) continue
    if (value < min) min = value
    if (value > max) max = value
    total += value
    last = value
    count++
  }
  return count === 0 ? null : { min, max, avg: total / count, total, last, count }
}

/** Newest value at or before `ms`, at most `toleranceMs` old; null if there is none. */
export function valueBefore({ ts, values }: SeriesColumn, ms: number, toleranceMs: number): number | null {
  let low = 0
  let high = ts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ts[middle] as number) <= ms) low = middle + 1
    else high = middle
  }
  if (low === 0 || ms - (ts[low - 1] as number) > toleranceMs) return null
  const value = values[low - 1] as number
  return Number.isNaN(value) ? null : value
}

/** 90th percentile of the distances between points, ms. 0 with fewer than two points. */
export function spacingOf({ ts }: SeriesColumn): number {
  if (ts.length < 2) return 0
  const distances = Array.from({ length: ts.length - 1 }, (_, i) => (ts[i + 1] as number) - (ts[i] as number))
  distances.sort((a, b) => a - b)
  return distances[Math.floor(distances.length * 0.9)] ?? 0
}
