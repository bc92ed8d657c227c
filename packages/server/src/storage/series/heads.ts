/**
 * Heads: the open points of every series, in memory until they're sealed into a chunk.
 *
 * Invariant: applying the rows of `hot` in order, from the oldest one, reproduces the heads exactly.
 */

import { type Columns, expiryAt, type GrowingColumns, growingColumns, pick, push, type StoredValue } from './columns.ts'
import { Code, Control, NEVER, type PointsBatch, typeOfCode } from './points-batch.ts'

export interface Head {
  readonly series: number
  columns: GrowingColumns
  /** The oldest row of `hot` with a point of this head. */
  firstHot: number
}

/** Receives latest values while `hot` is replayed. */
export interface LatestListener {
  point(series: number, ts: number, type: number, value: () => StoredValue): void
  set(series: number, latest: { ts: number; type: number; value: StoredValue } | null): void
}

export interface Heads {
  get(series: number): Head | undefined
  all(): IterableIterator<Head>
  readonly pointCount: number
  /** Total characters of the texts. */
  readonly characters: number
  readonly size: number
  /** Applies a batch that is stored in row `hotId`; calls `onFull` for each head that reaches `full`. */
  apply(batch: PointsBatch, hotId: number, latest?: LatestListener): void
}

/** Size at which a head is sealed: number of points, or characters of its texts, which then dominate its size. */
export interface FullHead {
  readonly points: number
  readonly characters: number
}

export const isFull = ({ columns }: Head, full: FullHead): boolean =>
  columns.length >= full.points || columns.characters >= full.characters

export function createHeads(full: FullHead, onFull: (head: Head) => void): Heads {
  const heads = new Map<number, Head>()
  let pointCount = 0
  let characters = 0

  function stored(batch: PointsBatch, index: number): StoredValue {
    const value = batch.value(index)
    return typeof value === 'boolean' ? Number(value) : value
  }

  function forget({ columns }: Head) {
    pointCount -= columns.length
    characters -= columns.characters
  }

  function cut(head: Head, startTs: number, endTs: number) {
    const { columns } = head
    const retained: number[] = []
    for (let i = 0; i < columns.length; i++) {
      const ts = columns.ts[i] as number
      if (ts < startTs || ts >= endTs) retained.push(i)
    }
    if (retained.length === columns.length) return
    forget(head)
    head.columns = pick(columns, retained)
    pointCount += retained.length
    characters += head.columns.characters
  }

  function apply(batch: PointsBatch, hotId: number, latest?: LatestListener) {
    const { count, ts, values, meta, expiry } = batch
    let head: Head | undefined
    for (let i = 0; i < count; i++) {
      const series = Math.floor((meta[i] as number) / 8)
      const code = (meta[i] as number) & 7
      if (head?.series !== series) head = heads.get(series)
      if (code === Code.DELETE) {
        if (head) cut(head, ts[i] as number, values[i] as number)
        if (head?.columns.length === 0) {
          heads.delete(series)
          head = undefined
        }
        continue
      }
      if (code === Code.CONTROL) {
        if (ts[i] === Control.RESET) {
          if (head) forget(head)
          heads.delete(series)
          head = undefined
        } else if (ts[i] === Control.NO_LATEST) latest?.set(series, null)
        else {
          i++
          const type = typeOfCode((meta[i] as number) & 7)
          latest?.set(series, { ts: ts[i] as number, type, value: stored(batch, i) })
        }
        continue
      }
      if (!head) {
        head = { series, columns: growingColumns(), firstHot: hotId }
        heads.set(series, head)
      }
      const type = typeOfCode(code)
      const at = ts[i] as number
      const value = code <= 2 ? (values[i] as number) : stored(batch, i)
      const wasFull = isFull(head, full)
      if (typeof value === 'string') characters += value.length
      push(head.columns, at, type, value, expiry ? (expiry[i] as number) : NEVER)
      pointCount++
      if (!wasFull && isFull(head, full)) onFull(head)
      latest?.point(series, at, type, () => value)
    }
  }

  return {
    get: (series) => heads.get(series),
    all: () => heads.values(),
    get pointCount() {
      return pointCount
    },
    get characters() {
      return characters
    },
    get size() {
      return heads.size
    },
    apply,
  }
}

/** A copy that can be sent to another thread. */
export function copyColumns(columns: Columns): Columns {
  const { length, type, types, ts, values, expiry } = columns
  return {
    length,
    type,
    ts: Float64Array.from(ts),
    values: isNumbers(values) ? Float64Array.from(values) : Array.from(values),
    types: types ? Uint8Array.from(types) : null,
    expiry: expiry ? Float64Array.from({ length }, (_, i) => expiryAt(columns, i)) : null,
  }
}

const isNumbers = (values: ArrayLike<StoredValue>): values is ArrayLike<number> =>
  Array.prototype.every.call(values, (value) => typeof value === 'number')
