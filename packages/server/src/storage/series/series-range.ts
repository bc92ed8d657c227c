/** Range reads of one series: points with order and limit, or buckets. */

import { longNumberOf } from '@sonde/model/telemetry/payload'
import { type Aggregation, ValueType } from '@sonde/model/telemetry/values'
import { Stats } from './chunk-codec.ts'
import type { ChunkFinder } from './chunks.ts'
import { type Columns, emptyColumns, growingColumns, lowerBound, push, type StoredValue, typeAt } from './columns.ts'
import { NEVER } from './points-batch.ts'
import { rollUpLevels } from './roll-up-blocks.ts'
import { feedSeries, type HeaderSink } from './series-feed.ts'
import { type HeadCopy, mergeSources, type Sink, sourcesOf } from './series-merge.ts'

export interface SeriesRange {
  readonly startTs: number
  readonly endTs: number
  readonly limit: number
  readonly descending: boolean
  readonly aggregation: Aggregation
  readonly intervalMs: number
  /** Buckets exclude points at or after this time; absent: the last bucket covers its full width. */
  readonly bucketsEndTs?: number
  /** Points that have expired at this time are omitted. */
  readonly nowMs: number
  /** Returns 0 instead of values. */
  readonly timesOnly?: boolean
}

/**
 * Budget of text characters for a read: a few thousand points can hold gigabytes. When the next point doesn't fit, the
 * read throws `TextsTooLarge`. With `stops` it instead returns what fits (at least one point) and sets `isFull`.
 */
export interface TextRoom {
  left: number
  readonly stops: boolean
  isFull: boolean
}

export const textRoom = (left: number, { stops = false } = {}): TextRoom => ({ left, stops, isFull: false })

export class TextsTooLarge extends Error {
  override readonly name = 'TextsTooLarge'
}

export function readSeries(
  chunks: ChunkFinder,
  series: number,
  head: HeadCopy | undefined,
  range: SeriesRange,
  room?: TextRoom,
): Columns {
  const { startTs, endTs, aggregation, intervalMs, nowMs } = range
  if (!(startTs < endTs)) return emptyColumns
  if (aggregation === 'NONE' || intervalMs <= 0) return readPoints(chunks, series, head, range, room)
  // The last bucket covers its full width, even past the end.
  const wholeEnd = startTs + Math.ceil((endTs - startTs) / intervalMs) * intervalMs
  const end = Math.min(wholeEnd, range.bucketsEndTs ?? wholeEnd)
  // Roll-ups would include too much for a bucket that is cut off.
  const rolledEnd = end === wholeEnd ? end : startTs + Math.floor((end - startTs) / intervalMs) * intervalMs
  const buckets = createBuckets(aggregation, startTs, intervalMs, room)
  const needsStats = aggregation !== 'COUNT'
  const levels = levelsFor(startTs, intervalMs)
  const feeding = { chunks, series, head, nowMs, needsStats, sink: buckets.sink }
  feedSeries({ ...feeding, levels }, startTs, rolledEnd)
  feedSeries({ ...feeding, levels: [] }, rolledEnd, end)
  return buckets.finish()
}

/** Roll-up widths whose buckets each fit into one requested bucket, widest first. */
const levelsFor = (startTs: number, intervalMs: number): number[] =>
  rollUpLevels.filter((level) => intervalMs % level === 0 && startTs % level === 0).reverse()

interface Run {
  readonly columns: Columns
  readonly start: number
  readonly end: number
}

function readPoints(
  chunks: ChunkFinder,
  series: number,
  head: HeadCopy | undefined,
  range: SeriesRange,
  room: TextRoom | undefined,
): Columns {
  const { limit, descending, timesOnly = false } = range
  if (limit <= 0) return emptyColumns
  const runs: Run[] = []
  let count = 0
  const sink: Sink = {
    points(columns, start, end) {
      let taken = Math.min(end - start, limit - count)
      if (timesOnly) runs.push(timesOf(columns, descending ? end - taken : start, taken))
      else {
        if (room && !(columns.values instanceof Float64Array)) {
          taken = inRoom(columns, descending ? end - 1 : start, descending ? -1 : 1, taken, room, count > 0)
        }
        runs.push(descending ? { columns, start: end - taken, end } : { columns, start, end: start + taken })
      }
      count += taken
      return count < limit && !room?.isFull
    },
  }
  mergeSources(sourcesOf(chunks, series, head, range.startTs, range.endTs), range, sink)
  return joined(runs, count, descending)
}

/** Number of these points that fit into the budget; the first point of a read always does with `stops`. */
function inRoom(
  { values }: Columns,
  first: number,
  step: number,
  count: number,
  room: TextRoom,
  hasOthers: boolean,
): number {
  for (let taken = 0; taken < count; taken++) {
    const value = values[first + taken * step]
    if (typeof value !== 'string') continue
    room.left -= value.length
    if (room.left >= 0) continue
    if (!room.stops) throw new TextsTooLarge()
    room.isFull = true
    return hasOthers || taken > 0 ? taken : 1
  }
  return count
}

/** A run with zeros instead of values, so that the values can be freed. */
function timesOf({ ts, type }: Columns, start: number, count: number): Run {
  const times = Float64Array.from({ length: count }, (_, i) => ts[start + i] as number)
  const values = new Float64Array(count)
  return { columns: { length: count, ts: times, values, type, types: null, expiry: null }, start: 0, end: count }
}

/** Concatenates runs into new arrays; numeric ones if all values are numbers. */
function joined(runs: readonly Run[], count: number, descending: boolean): Columns {
  const type = runs[0]?.columns.type ?? ValueType.LONG
  const ts = new Float64Array(count)
  const areNumbers = runs.every(({ columns }) => columns.values instanceof Float64Array)
  const values: StoredValue[] | Float64Array = areNumbers ? new Float64Array(count) : new Array<StoredValue>(count)
  const types = runs.some(({ columns }) => columns.types || columns.type !== type) ? new Uint8Array(count) : null
  let at = 0
  for (const { columns, start, end } of runs) {
    const { ts: fromTs, values: from } = columns
    const first = descending ? end - 1 : start
    const step = descending ? -1 : 1
    for (let i = first, left = end - start; left > 0; left--, i += step, at++) {
      ts[at] = fromTs[i] as number
      values[at] = from[i] as number
      if (types) types[at] = typeAt(columns, i)
    }
  }
  return { length: count, ts, values, type, types, expiry: null }
}

/** Whether these points of one bucket are added as doubles: a DOUBLE and a LONG, such as `20.5, 20`, are. */
function addUpToDoubles({ type, types }: Columns, start: number, end: number): boolean {
  if (!types) return type === ValueType.DOUBLE
  let doubles = 0
  for (let i = start; i < end; i++) {
    if (types[i] === ValueType.DOUBLE) doubles++
    else if (types[i] !== ValueType.LONG) return false
  }
  return doubles > 0
}

/** Buckets from `startTs` on, each with the timestamp of its middle; empty buckets are omitted. */
function createBuckets(aggregation: Aggregation, startTs: number, intervalMs: number, room: TextRoom | undefined) {
  const result = growingColumns()
  let current = -1
  let count = 0
  let numbers = 0
  let onlyLongs = true
  let doubleSum = 0
  let longSum: number | bigint = 0
  let least: number | bigint = Number.POSITIVE_INFINITY
  let greatest: number | bigint = Number.NEGATIVE_INFINITY
  let text: string | undefined

  const bucketOf = (ts: number) => Math.floor((ts - startTs) / intervalMs)

  function close() {
    if (current < 0) return
    const ts = startTs + current * intervalMs + Math.floor(intervalMs / 2)
    const add = (type: ValueType, value: StoredValue) => push(result, ts, type, value, NEVER)
    if (aggregation === 'COUNT') add(ValueType.LONG, count)
    else if (text !== undefined && (aggregation === 'MIN' || aggregation === 'MAX')) {
      // Buckets are never cut short: a budget with `stops` applies only to points.
      if (room && !room.stops) {
        room.left -= text.length
        if (room.left < 0) throw new TextsTooLarge()
      }
      add(ValueType.STRING, text)
    } else if (numbers > 0) {
      if (aggregation === 'AVG') add(ValueType.DOUBLE, doubleSum / numbers)
      else {
        const longs = aggregation === 'SUM' ? longSum : aggregation === 'MIN' ? least : greatest
        if (onlyLongs) add(ValueType.LONG, longs)
        else add(ValueType.DOUBLE, aggregation === 'SUM' ? doubleSum : Number(longs))
      }
    }
  }

  function enter(bucket: number) {
    if (bucket === current) return
    close()
    current = bucket
    count = 0
    numbers = 0
    onlyLongs = true
    doubleSum = 0
    longSum = 0
    least = Number.POSITIVE_INFINITY
    greatest = Number.NEGATIVE_INFINITY
    text = undefined
  }

  function addLong(value: number | bigint) {
    if (typeof longSum === 'number' && typeof value === 'number') {
      const sum = longSum + value
      longSum = Number.isSafeInteger(sum) ? sum : BigInt(longSum) + BigInt(value)
    } else longSum = BigInt(longSum) + BigInt(value)
  }

  /** Fast path for the common case: a run of doubles in the current bucket. */
  function addDoubles(values: Float64Array, start: number, end: number) {
    let sum = 0
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (let i = start; i < end; i++) {
      const value = values[i] as number
      sum += value
      if (value < min) min = value
      if (value > max) max = value
    }
    count += end - start
    numbers += end - start
    onlyLongs = false
    doubleSum += sum
    if (min < least) least = min
    if (max > greatest) greatest = max
  }

  function addNumber(value: number | bigint, isLong: boolean) {
    numbers++
    doubleSum += Number(value)
    if (isLong) {
      if (onlyLongs) addLong(value)
    } else onlyLongs = false
    if (value < least) least = value
    if (value > greatest) greatest = value
  }

  function addEach(columns: Columns, start: number, end: number) {
    for (let i = start; i < end; i++) {
      count++
      const value = columns.values[i] as StoredValue
      const type = typeAt(columns, i)
      if (type === ValueType.DOUBLE) addNumber(value as number, false)
      else if (type === ValueType.LONG) addNumber(value as number | bigint, true)
      else if (type === ValueType.STRING) {
        const candidate = value as string
        const number = longNumberOf(candidate)
        if (number !== null) addNumber(number, false)
        else if (text === undefined || (aggregation === 'MIN' ? candidate < text : candidate > text)) text = candidate
      }
    }
  }

  const sink: HeaderSink = {
    chunk(header) {
      const bucket = bucketOf(header.t0)
      if (bucket !== bucketOf(header.t1)) return false
      if (aggregation !== 'COUNT' && header.stats === Stats.NONE) return false
      enter(bucket)
      count += header.n
      if (header.stats === Stats.NONE) return true
      numbers += header.n
      doubleSum += header.sum
      if (header.stats === Stats.LONGS) addLong(header.sum)
      else onlyLongs = false
      if (header.min < least) least = header.min
      if (header.max > greatest) greatest = header.max
      return true
    },
    points(columns, start, end) {
      const { ts: times, values } = columns
      for (let i = start; i < end; ) {
        const bucket = bucketOf(times[i] as number)
        enter(bucket)
        const next = Math.min(end, lowerBound(columns, startTs + (bucket + 1) * intervalMs))
        if (values instanceof Float64Array && addUpToDoubles(columns, i, next)) addDoubles(values, i, next)
        else addEach(columns, i, next)
        i = next
      }
      return true
    },
  }

  return {
    sink,
    finish() {
      close()
      return result
    },
  }
}
