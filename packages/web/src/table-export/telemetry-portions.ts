/**
 * Telemetry as portions of a file: one row per timestamp, oldest first, one column per key.
 *
 * Each request returns a limited number of points per key. A key that reaches the limit may have more. The portion
 * therefore ends at the earliest last point of such keys, up to which all keys are complete; the next portion begins
 * there.
 */

import type { SeriesByKey, SeriesRange } from '@sonde/client/telemetry/telemetry-calls'
import type { Aggregation } from '@sonde/model/telemetry/values'
import {
  type BucketCalendar,
  bucketIn,
  bucketStart,
  type Stretch,
  stretchesOf,
} from '@sonde/model/time-windows/stretches'
import type { CellValue } from './cell-value.ts'
import type { ExportPortion, NextPortion } from './export-run.ts'

export interface TelemetryQuestion {
  readonly keys: readonly string[]
  /** Epoch ms, inclusive. */
  readonly startMs: number
  /** Epoch ms, exclusive. */
  readonly endMs: number
  readonly aggregation: Aggregation
  /** Width of a bucket; unused without aggregation. Days have 23 or 25 hours where the clock changes. */
  readonly intervalMs: number
  readonly calendar: BucketCalendar
}

export type AskRange = (range: SeriesRange, signal: AbortSignal) => Promise<SeriesByKey>

/** Points requested at once, for all keys together. */
const pointsPerCall = 10_000
const pointsPerKeyMin = 100
/** Buckets requested at once; the server's limit is 700. */
const bucketsPerCall = 500

export function telemetryPortions(ask: AskRange, question: TelemetryQuestion): NextPortion {
  return question.aggregation === 'NONE' ? pointPortions(ask, question) : bucketPortions(ask, question)
}

function pointPortions(ask: AskRange, { keys, startMs, endMs }: TelemetryQuestion): NextPortion {
  const limit = Math.max(pointsPerKeyMin, Math.floor(pointsPerCall / keys.length))
  let from = startMs
  return async (signal) => {
    if (from >= endMs) return null
    const found = await ask(
      { keys, startTs: from, endTs: endMs, limit, orderBy: 'ASC', useStrictDataTypes: true },
      signal,
    )
    let to = endMs
    for (const points of Object.values(found)) {
      const last = points.at(-1)
      if (points.length >= limit && last) to = Math.min(to, last.ts + 1)
    }
    const rows = rowsOf(keys, found, (ts) => (ts < to ? ts : null))
    from = to
    return portionOf(rows, from, startMs, endMs)
  }
}

function bucketPortions(ask: AskRange, question: TelemetryQuestion): NextPortion {
  const { keys, endMs, aggregation, calendar } = question
  // Buckets begin at midnight in the time zone, or at multiples of the interval, such as full hours.
  const startMs = bucketStart(question.startMs, question.intervalMs, calendar)
  const calls = callsOf(stretchesOf(startMs, endMs, question.intervalMs, calendar.zone))
  return async (signal) => {
    const call = startMs < endMs ? calls.next() : null
    if (call === null || call.done) return null
    const stretch = call.value
    const { startTs, endTs, interval } = stretch
    const found = await ask(
      {
        keys,
        startTs,
        endTs,
        limit: bucketsPerCall + 1,
        agg: aggregation,
        interval,
        orderBy: 'ASC',
        useStrictDataTypes: true,
      },
      signal,
    )
    // The server timestamps a bucket at its middle; the row shows the start of the bucket.
    const rows = rowsOf(keys, found, (ts) => bucketIn([stretch], ts).start)
    return portionOf(rows, endTs, startMs, endMs)
  }
}

/** Splits stretches into parts with as many buckets as are requested at once. */
function* callsOf(stretches: readonly Stretch[]): Generator<Stretch, void> {
  for (const { startTs, endTs, interval } of stretches) {
    const step = bucketsPerCall * interval
    for (let from = startTs; from < endTs; from += step) {
      yield { startTs: from, endTs: Math.min(endTs, from + step), interval }
    }
  }
}

const portionOf = (rows: ExportPortion['rows'], from: number, startMs: number, endMs: number): ExportPortion => ({
  rows,
  done: from - startMs,
  total: endMs - startMs,
})

/** `rowOf`: timestamp of the row that a point belongs to; null: the point is skipped. */
function rowsOf(keys: readonly string[], found: SeriesByKey, rowOf: (ts: number) => number | null): CellValue[][] {
  const rows = new Map<number, CellValue[]>()
  for (const [at, key] of keys.entries()) {
    for (const { ts, value } of found[key] ?? []) {
      const ms = rowOf(ts)
      if (ms === null) continue
      let row = rows.get(ms)
      if (!row) {
        row = [{ ms }, ...keys.map(() => null)]
        rows.set(ms, row)
      }
      row[at + 1] = cellOf(value)
    }
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row)
}

/** Objects and arrays become JSON text. A whole number that a spreadsheet can't hold is text, with all its digits. */
function cellOf(value: unknown): CellValue {
  if (typeof value === 'bigint') return String(value)
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string') return value
  return JSON.stringify(value)
}
