/**
 * Folds live points into the buckets of a time window.
 *
 * The server returns aggregated points; later points arrive raw and are folded here into the same buckets, each with the
 * time of its middle. Memory is bounded by the window's limit.
 */

import type { Aggregation } from '../telemetry/values.ts'
import { bucketIn, type Stretch } from '../time-windows/stretches.ts'
import { addFigures, compareFigures, type Figure } from './figures.ts'
import { emptyColumn, parseValue, type SeriesColumn } from './series-column.ts'

export interface FoldWindow {
  readonly agg: Aggregation
  /** Buckets of the window. */
  readonly stretches: readonly Stretch[]
  /** Maximum number of points; the newest are retained. */
  readonly limit: number
  /** Retains the newest point before the window, whose state lasts into it. */
  readonly keepsPrevious?: boolean
}

export interface WirePoint {
  readonly ts: number
  readonly value: string
}

export interface SeriesFold {
  /** Replaces all points with the server's points, in any order. */
  load(points: readonly WirePoint[]): void
  /** Adds the server's points of an earlier stretch, in any order. */
  loadMore(points: readonly WirePoint[]): void
  /** Adds a raw point. Returns whether the column changed. */
  add(point: WirePoint): boolean
  /** Drops points before `ts`; with `keepsPrevious`, all but the newest of them. Returns whether any were dropped. */
  dropBefore(ts: number): boolean
  /** Returns the same object until the data changes. */
  column(): SeriesColumn
  readonly size: number
}

const firstCapacity = 64

export function createSeriesFold({ agg, stretches, limit, keepsPrevious = false }: FoldWindow): SeriesFold {
  let ts = new Float64Array(firstCapacity)
  let values = new Float64Array(firstCapacity)
  /** For AVG: number of raw points per bucket. */
  let counts = new Uint32Array(agg === 'AVG' ? firstCapacity : 0)
  let texts: Map<number, string> | null = null
  /** Texts of numbers that a double can't hold, by time. */
  let longNumbers: Map<number, string> | null = null
  let numbersSeen = 0
  let start = 0
  let end = 0
  let cached: SeriesColumn | null = emptyColumn

  const isFolding = agg !== 'NONE'
  const startTs = stretches[0]?.startTs ?? 0
  function bucketOf(at: number): number {
    if (!isFolding) return at
    const bucket = bucketIn(stretches, at)
    // As on the server, whose times are whole.
    return bucket.start + Math.floor(bucket.interval / 2)
  }

  function reserve() {
    if (end < ts.length) return
    const size = end - start
    // Reuses free space at the front before the arrays grow.
    const capacity = size * 2 > ts.length ? ts.length * 2 : ts.length
    const grown = new Float64Array(capacity)
    grown.set(ts.subarray(start, end))
    const grownValues = new Float64Array(capacity)
    grownValues.set(values.subarray(start, end))
    if (agg === 'AVG') {
      const grownCounts = new Uint32Array(capacity)
      grownCounts.set(counts.subarray(start, end))
      counts = grownCounts
    }
    ts = grown
    values = grownValues
    start = 0
    end = size
  }

  /** Index of the first time at or after `at`. */
  function lowerBound(at: number): number {
    let low = start
    let high = end
    if (high > low && (ts[high - 1] as number) < at) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((ts[middle] as number) < at) low = middle + 1
      else high = middle
    }
    return low
  }

  function insert(at: number): number {
    reserve()
    const index = lowerBound(at)
    if (index < end) {
      ts.copyWithin(index + 1, index, end)
      values.copyWithin(index + 1, index, end)
      if (agg === 'AVG') counts.copyWithin(index + 1, index, end)
    }
    end++
    ts[index] = at
    if (agg === 'AVG') counts[index] = 0
    return index
  }

  const known = (index: number): Figure => longNumbers?.get(ts[index] as number) ?? (values[index] as number)

  /** Returns whether the number changed. */
  function store(index: number, figure: Figure): boolean {
    if (known(index) === figure) return false
    const at = ts[index] as number
    values[index] = Number(figure)
    if (typeof figure === 'number') longNumbers?.delete(at)
    else {
      longNumbers ??= new Map()
      longNumbers.set(at, figure)
    }
    return true
  }

  function forget(at: number) {
    texts?.delete(at)
    longNumbers?.delete(at)
  }

  function put(index: number, text: string, isOwnPoint: boolean, isNew: boolean): boolean {
    const at = ts[index] as number
    const parsed = parseValue(text)
    const before = values[index] as number
    if (isFolding && agg === 'COUNT' && !isOwnPoint) {
      values[index] = isNew || Number.isNaN(before) ? 1 : before + 1
      return true
    }
    if (parsed.kind === 'text') {
      const existing = texts?.get(at)
      if (existing === parsed.text && !isNew) return false
      texts ??= new Map()
      texts.set(at, parsed.text)
      longNumbers?.delete(at)
      values[index] = Number.NaN
      return true
    }
    const { number } = parsed
    const figure = parsed.kind === 'number' ? parsed.figure : number
    if (parsed.kind === 'number') numbersSeen++
    if (isOwnPoint || !isFolding || isNew || Number.isNaN(before)) {
      texts?.delete(at)
      if (agg === 'AVG') counts[index] = 1
      return store(index, figure) || isNew
    }
    switch (agg) {
      case 'MIN':
        return compareFigures(figure, known(index)) < 0 && store(index, figure)
      case 'MAX':
        return compareFigures(figure, known(index)) > 0 && store(index, figure)
      case 'SUM':
        return store(index, addFigures(known(index), figure))
      default: {
        const count = (counts[index] as number) + 1
        counts[index] = count
        store(index, before + (number - before) / count)
        return true
      }
    }
  }

  function trim() {
    while (end - start > limit) {
      forget(ts[start] as number)
      start++
    }
  }

  function set(at: number, text: string, isOwnPoint: boolean): boolean {
    let index = lowerBound(at)
    const isNew = index >= end || ts[index] !== at
    if (isNew) index = insert(at)
    const changed = put(index, text, isOwnPoint, isNew)
    if (changed) cached = null
    return changed
  }

  function dropBefore(at: number): boolean {
    const first = lowerBound(at)
    const isExact = first < end && ts[first] === at
    const index = keepsPrevious && first > start && !isExact ? first - 1 : first
    if (index === start) return false
    if (texts || longNumbers) for (let i = start; i < index; i++) forget(ts[i] as number)
    start = index
    cached = null
    return true
  }

  function longNumbersByIndex(): ReadonlyMap<number, string> | null {
    if (!longNumbers?.size) return null
    return new Map(Array.from(longNumbers, ([at, text]) => [lowerBound(at) - start, text]))
  }

  function loadPoints(points: readonly WirePoint[]) {
    // The server sends the newest point first; inserting in ascending order is faster.
    for (let i = points.length - 1; i >= 0; i--) {
      const point = points[i] as WirePoint
      if (point.ts > 0) set(point.ts, point.value, true)
    }
    trim()
  }

  return {
    load(points) {
      start = 0
      end = 0
      texts = null
      longNumbers = null
      numbersSeen = 0
      cached = null
      loadPoints(points)
    },
    loadMore: loadPoints,
    add({ ts: at, value }) {
      // The server reports a deleted key as ts 0.
      if (at <= 0 || at < startTs) return false
      const changed = set(bucketOf(at), value, false)
      trim()
      return changed
    },
    dropBefore,
    column() {
      cached ??= {
        ts: ts.slice(start, end),
        values: values.slice(start, end),
        texts: texts && texts.size > 0 ? Array.from(ts.subarray(start, end), (at) => texts?.get(at) ?? null) : null,
        longNumbers: longNumbersByIndex(),
        isBoolean: agg === 'NONE' && numbersSeen === 0 && end > start && (texts?.size ?? 0) === 0,
      }
      return cached
    },
    get size() {
      return end - start
    },
  }
}
