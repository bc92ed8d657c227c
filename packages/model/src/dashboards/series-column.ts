/**
 * One series in typed arrays: ascending times, numeric values, and texts only if a value isn't a number.
 *
 * A returned column is immutable; `SeriesFold` creates the next one.
 */

import { addFigures, compareFigures, type Figure, figureOf, isTextOf } from './figures.ts'

export interface SeriesColumn {
  /** Epoch ms, ascending, unique. */
  readonly ts: Float64Array
  /** NaN if the value is text; booleans are 1 and 0. */
  readonly values: Float64Array
  /** Texts of the values that aren't numbers; null if all values are numbers. */
  readonly texts: readonly (string | null)[] | null
  /** Texts of numbers that a double can't hold, by index; null if there are none. */
  readonly longNumbers: ReadonlyMap<number, string> | null
  /** Whether every value is true or false; such a series is drawn in steps. */
  readonly isBoolean: boolean
}

export const emptyColumn: SeriesColumn = {
  ts: new Float64Array(0),
  values: new Float64Array(0),
  texts: null,
  longNumbers: null,
  isBoolean: false,
}

export type ParsedValue =
  | { readonly kind: 'number'; readonly number: number; readonly figure: Figure }
  | { readonly kind: 'boolean'; readonly number: number }
  | { readonly kind: 'text'; readonly text: string }

/** Parses a value of the API. */
export function parseValue(text: string): ParsedValue {
  if (text === 'true') return { kind: 'boolean', number: 1 }
  if (text === 'false') return { kind: 'boolean', number: 0 }
  const number = parseNumber(text)
  return number === null ? { kind: 'text', text } : { kind: 'number', number, figure: figureOf(text) }
}

const written = /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/

/**
 * Finite number; null for any other text, such as `007` or ` 5`. With an exponent only as the server or JavaScript
 * writes a number (`1.0E7`, `1e-7`): a serial number like `241408E4` is text.
 */
export function parseNumber(text: string): number | null {
  const found = written.exec(text)
  if (!found) return null
  const number = Number(text)
  return Number.isFinite(number) && (found[3] === undefined || isTextOf(text, number)) ? number : null
}

/** The number at an index, with all digits. */
export const figureAt = ({ values, longNumbers }: SeriesColumn, index: number): Figure =>
  longNumbers?.get(index) ?? values[index] ?? Number.NaN

export interface ColumnStatistics {
  readonly min: number
  readonly max: number
  readonly avg: number
  readonly total: number
  readonly last: number
  readonly count: number
  /** For display: with all digits of whole numbers. */
  readonly figures: Readonly<Record<'min' | 'max' | 'avg' | 'total' | 'last', Figure>>
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
  if (count === 0) return null
  const plain = { min, max, avg: total / count, total, last }
  return { ...plain, count, figures: column.longNumbers ? { ...plain, ...longFigures(column, startMs, endMs) } : plain }
}

function longFigures(column: SeriesColumn, startMs: number, endMs: number) {
  let min: Figure = Infinity
  let max: Figure = -Infinity
  let total: Figure = 0
  let last: Figure = Number.NaN
  for (let i = 0; i < column.ts.length; i++) {
    const ts = column.ts[i] as number
    if (ts < startMs || ts > endMs || Number.isNaN(column.values[i])) continue
    const figure = figureAt(column, i)
    if (compareFigures(figure, min) < 0) min = figure
    if (compareFigures(figure, max) > 0) max = figure
    total = addFigures(total, figure)
    last = figure
  }
  return { min, max, total, last }
}

/** Newest number at or before `ms`, at most `toleranceMs` old, with all digits; null if there is none. */
export function figureBefore(column: SeriesColumn, ms: number, toleranceMs: number): Figure | null {
  const { ts, values } = column
  let low = 0
  let high = ts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ts[middle] as number) <= ms) low = middle + 1
    else high = middle
  }
  if (low === 0 || ms - (ts[low - 1] as number) > toleranceMs) return null
  return Number.isNaN(values[low - 1]) ? null : figureAt(column, low - 1)
}

/** 90th percentile of the distances between points, ms. 0 with fewer than two points. */
export function spacingOf({ ts }: SeriesColumn): number {
  if (ts.length < 2) return 0
  const distances = Array.from({ length: ts.length - 1 }, (_, i) => (ts[i + 1] as number) - (ts[i] as number))
  distances.sort((a, b) => a - b)
  return distances[Math.floor(distances.length * 0.9)] ?? 0
}

/** Value at an index as functions of users get it: number, boolean or text. */
export function valueAt(column: SeriesColumn, index: number): number | boolean | string {
  const { values, texts, isBoolean } = column
  const value = values[index] as number
  if (isBoolean) return value === 1
  return texts?.[index] ?? value
}

/** A value of the API as functions of users get it. */
export function functionValue(text: string): number | boolean | string {
  const parsed = parseValue(text)
  return parsed.kind === 'number' ? parsed.number : parsed.kind === 'boolean' ? parsed.number === 1 : text
}

/** Text of what a function returned; empty for nothing. */
export function resultText(result: unknown): string {
  if (result === undefined || result === null) return ''
  return typeof result === 'object' ? JSON.stringify(result) : String(result)
}

/** Column of what a function returned for each time; times without a result are left out. */
export function columnOfResults(ts: Float64Array, results: readonly unknown[]): SeriesColumn {
  const kept = results.flatMap((result, index) => (result === undefined || result === null ? [] : [index]))
  const times = new Float64Array(kept.length)
  const values = new Float64Array(kept.length)
  const texts: (string | null)[] = []
  let hasTexts = false
  let isBoolean = kept.length > 0
  for (const [at, index] of kept.entries()) {
    const text = resultText(results[index])
    const parsed = parseValue(text)
    times[at] = ts[index] as number
    values[at] = parsed.kind === 'text' ? Number.NaN : parsed.number
    texts.push(parsed.kind === 'text' ? text : null)
    hasTexts ||= parsed.kind === 'text'
    isBoolean &&= parsed.kind === 'boolean'
  }
  return { ts: times, values, texts: hasTexts ? texts : null, longNumbers: null, isBoolean }
}
