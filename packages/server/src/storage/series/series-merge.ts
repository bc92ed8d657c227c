/**
 * Merges the chunks and the head of a series into points in time order, one per time.
 *
 * Among points at the same time, the one from the youngest source wins; a head is younger than every chunk that existed
 * when it was copied. A source is opened only when it is reached, and not at all if the sink accepts its header.
 */

import type { ChunkHeader } from './chunk-codec.ts'
import type { ChunkFinder } from './chunks.ts'
import { type Columns, expiryAt, lowerBound, sorted } from './columns.ts'

export interface Source {
  readonly t0: number
  readonly t1: number
  /** Age; the source with the higher number wins. */
  readonly seq: number
  /** null: the source must be opened. */
  readonly header: ChunkHeader | null
  /** Sorted columns. */
  open(): Columns
}

export interface Sink {
  /** Accepts a chunk by its header alone, or returns false. */
  chunk?(header: ChunkHeader): boolean
  /** Receives points [start, end), in order (descending: from end - 1 down). Returns false when it needs no more. */
  points(columns: Columns, start: number, end: number): boolean
}

/** Copy of a head from the time when `seq` was the next chunk number: chunks from that number on are younger. */
export interface HeadCopy {
  readonly columns: Columns
  readonly seq: number
}

/** Chunks and head that may contain points in [startTs, endTs). */
export function sourcesOf(
  chunks: ChunkFinder,
  series: number,
  head: HeadCopy | undefined,
  startTs: number,
  endTs: number,
): Source[] {
  const sources: Source[] = chunks.find(series, startTs, endTs).map((chunk) => ({
    t0: chunk.t0,
    t1: chunk.t1,
    seq: chunk.seq,
    header: chunk,
    open: () => chunks.open(chunk),
  }))
  if (head && head.columns.length > 0) {
    const columns = sorted(head.columns)
    const t0 = columns.ts[0] as number
    const t1 = columns.ts[columns.length - 1] as number
    // Half a number: younger than the existing chunks, older than the chunk sealed next.
    sources.push({ t0, t1, seq: head.seq - 0.5, header: null, open: () => columns })
  }
  return sources
}

export interface MergeRange {
  readonly startTs: number
  readonly endTs: number
  readonly descending: boolean
  readonly nowMs: number
}

interface Cursor {
  readonly columns: Columns
  readonly seq: number
  /** Remaining indexes: [low, high). */
  low: number
  high: number
}

export function mergeSources(sources: readonly Source[], range: MergeRange, sink: Sink): void {
  const { startTs, endTs, descending, nowMs } = range
  // Times are negated for descending order, so that the same comparisons work in both directions.
  const sign = descending ? -1 : 1
  const near = (source: Source) => (descending ? -source.t1 : source.t0)
  const far = (source: Source) => (descending ? -source.t0 : source.t1)
  const waiting = [...sources].sort((a, b) => near(a) - near(b))
  const open: Cursor[] = []
  let next = 0

  const timeOf = ({ columns, low, high }: Cursor) => sign * (columns.ts[descending ? high - 1 : low] as number)

  function isWhole(source: Source, untilOthers: number): boolean {
    const { header } = source
    if (!header || !sink.chunk || header.expiresFirst <= nowMs) return false
    if (source.t0 < startTs || source.t1 >= endTs) return false
    const following = waiting[next + 1]
    return far(source) < untilOthers && (!following || far(source) < near(following)) && sink.chunk(header)
  }

  function emit({ columns }: Cursor, start: number, end: number): boolean {
    if (!columns.expiry) return sink.points(columns, start, end)
    // Expired points are skipped one by one; they still hide the older points that they replaced.
    for (let i = 0; i < end - start; i++) {
      const index = descending ? end - 1 - i : start + i
      if (expiryAt(columns, index) > nowMs && !sink.points(columns, index, index + 1)) return false
    }
    return true
  }

  /** Emits the cursor's points before `until` and advances it. */
  function drain(cursor: Cursor, until: number): boolean {
    const { columns } = cursor
    let { low, high } = cursor
    if (descending) {
      // Times greater than -until.
      low = until === Number.POSITIVE_INFINITY ? low : Math.max(low, upperBound(columns, -until))
      cursor.high = low
    } else {
      high = until === Number.POSITIVE_INFINITY ? high : Math.min(high, lowerBound(columns, until))
      cursor.low = high
    }
    return emit(cursor, low, high)
  }

  function takeOne(cursor: Cursor): number {
    return descending ? --cursor.high : cursor.low++
  }

  for (;;) {
    let first: Cursor | undefined
    let firstTime = Number.POSITIVE_INFINITY
    let secondTime = Number.POSITIVE_INFINITY
    for (let i = open.length - 1; i >= 0; i--) {
      const cursor = open[i] as Cursor
      if (cursor.low >= cursor.high) {
        open.splice(i, 1)
        continue
      }
      const time = timeOf(cursor)
      if (time < firstTime || (time === firstTime && cursor.seq > (first as Cursor).seq)) {
        secondTime = firstTime
        firstTime = time
        first = cursor
      } else if (time < secondTime) secondTime = time
    }
    const source = waiting[next]
    if (source && near(source) <= firstTime) {
      if (!isWhole(source, firstTime)) {
        const columns = source.open()
        const low = lowerBound(columns, startTs)
        const high = lowerBound(columns, endTs)
        if (low < high) open.push({ columns, seq: source.seq, low, high })
      }
      next++
      continue
    }
    if (!first) return
    const until = Math.min(secondTime, source ? near(source) : Number.POSITIVE_INFINITY)
    if (firstTime < until) {
      if (!drain(first, until)) return
      continue
    }
    // Several cursors are at this time: `first` is the youngest, the others skip their point.
    for (const cursor of open) {
      if (cursor !== first && cursor.low < cursor.high && timeOf(cursor) === firstTime) takeOne(cursor)
    }
    const index = takeOne(first)
    if (!emit(first, index, index + 1)) return
  }
}

/** Index of the first point whose time is greater than `at`. */
export function upperBound(columns: Columns, at: number): number {
  const index = lowerBound(columns, at)
  return index < columns.length && columns.ts[index] === at ? index + 1 : index
}
