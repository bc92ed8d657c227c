/**
 * Points as columns: the format in which the main thread sends them to the storage worker and in which `hot` stores
 * them.
 *
 *     header  : count u32, heap bytes u32, flags u32 (1: expiry column), version u32
 *     columns : ts f64[], value f64[], (expiry f64[]), meta u32[]; then the heap of texts
 *     meta    : series number × 8 + code
 *
 * A batch also records other changes of open heads, so that replaying `hot` from its oldest row reproduces the heads
 * and the latest values exactly: `CONTROL` records, whose ts is the kind of change (see `Control`).
 */

import { type RawValue, ValueType } from '@sonde/model/telemetry/values'

/** Codes 0 to 4 are the value types. */
export const Code = { BIG_LONG: 5, CONTROL: 6, DELETE: 7 } as const

/** Kind of a CONTROL record, stored in its ts. */
export const Control = {
  /** The head is empty: earlier points are in a chunk or follow again. */
  RESET: 0,
  /** The latest value was deleted. */
  NO_LATEST: 1,
  /** The next record isn't a point but the new latest value. */
  LATEST: 2,
} as const

/** Limited because series numbers share a u32 with the code. */
export const seriesNumberMax = 2 ** 29 - 1

const headerBytes = 16
const batchVersion = 1
const expiryFlag = 1

/** Range of int64, the type on the wire; larger values are rejected. */
const longMax = 2n ** 63n - 1n
const longMin = -(2n ** 63n)

/** Expiry of a point that never expires. */
export const NEVER = Number.POSITIVE_INFINITY

export interface PointsWriter {
  readonly count: number
  readonly byteLength: number
  /** Adds a point. Throws a TypeError if the value doesn't match the type; the batch is unchanged then. */
  point(series: number, type: ValueType, ts: number, value: RawValue, expiresAt: number): void
  control(series: number, control: number): void
  /** Records the deletion of [startTs, endTs) from an open head. */
  delete(series: number, startTs: number, endTs: number): void
  /** Drops the records from this index on. */
  truncate(count: number): void
  /** Returns the batch in a new buffer and empties the writer. */
  finish(): Uint8Array<ArrayBuffer>
}

export function createPointsWriter(): PointsWriter {
  let capacity = 256
  let count = 0
  let ts = new Float64Array(capacity)
  let values = new Float64Array(capacity)
  let longs = new BigInt64Array(values.buffer)
  let words = new Uint32Array(values.buffer)
  let meta = new Uint32Array(capacity)
  let expiry: Float64Array<ArrayBuffer> | null = null
  let heap = Buffer.allocUnsafeSlow(1024)
  let heapLength = 0

  function grow() {
    capacity *= 2
    const larger = <T extends Float64Array | Uint32Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    ts = larger(ts, new Float64Array(capacity))
    values = larger(values, new Float64Array(capacity))
    longs = new BigInt64Array(values.buffer)
    words = new Uint32Array(values.buffer)
    meta = larger(meta, new Uint32Array(capacity))
    if (expiry) expiry = larger(expiry, new Float64Array(capacity))
  }

  function text(value: string) {
    const bytesMax = value.length * 3
    if (heapLength + bytesMax > heap.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(heap.length * 2, heapLength + bytesMax))
      heap.copy(larger, 0, 0, heapLength)
      heap = larger
    }
    const length = heap.write(value, heapLength, bytesMax, 'utf8')
    words[count * 2] = heapLength
    words[count * 2 + 1] = length
    heapLength += length
  }

  function record(series: number, code: number, at: number, expiresAt: number) {
    ts[count] = at
    meta[count] = series * 8 + code
    if (expiry) expiry[count] = expiresAt
    else if (expiresAt !== NEVER) {
      expiry = new Float64Array(capacity).fill(NEVER, 0, count)
      expiry[count] = expiresAt
    }
    count++
  }

  return {
    get count() {
      return count
    },
    get byteLength() {
      return headerBytes + count * (expiry ? 28 : 20) + heapLength
    },
    point(series, type, at, value, expiresAt) {
      if (!Number.isFinite(at)) throw new TypeError(`The time ${at} of a point isn’t a number.`)
      if (count === capacity) grow()
      let code: number = type
      switch (typeof value) {
        case 'number':
          if (type !== ValueType.DOUBLE && !(type === ValueType.LONG && Number.isSafeInteger(value)))
            misfit(type, value)
          values[count] = value
          break
        case 'string':
          if (type !== ValueType.STRING && type !== ValueType.JSON) misfit(type, value)
          text(value)
          break
        case 'boolean':
          if (type !== ValueType.BOOLEAN) misfit(type, value)
          values[count] = value ? 1 : 0
          break
        case 'bigint':
          if (type !== ValueType.LONG || value > longMax || value < longMin) misfit(type, value)
          if (Number.isSafeInteger(Number(value))) values[count] = Number(value)
          else {
            longs[count] = value
            code = Code.BIG_LONG
          }
          break
        default:
          misfit(type, value)
      }
      record(series, code, at, expiresAt)
    },
    control(series, control) {
      if (count === capacity) grow()
      values[count] = 0
      record(series, Code.CONTROL, control, NEVER)
    },
    delete(series, startTs, endTs) {
      if (count === capacity) grow()
      values[count] = endTs
      record(series, Code.DELETE, startTs, NEVER)
    },
    truncate(to) {
      count = to
    },
    finish() {
      const bytes = new Uint8Array(headerBytes + count * (expiry ? 28 : 20) + heapLength)
      new Uint32Array(bytes.buffer, 0, 4).set([count, heapLength, expiry ? expiryFlag : 0, batchVersion])
      let at = headerBytes
      for (const column of expiry ? [ts, values, expiry] : [ts, values]) {
        new Float64Array(bytes.buffer, at, count).set(column.subarray(0, count))
        at += count * 8
      }
      new Uint32Array(bytes.buffer, at, count).set(meta.subarray(0, count))
      bytes.set(heap.subarray(0, heapLength), at + count * 4)
      count = 0
      heapLength = 0
      expiry = null
      return bytes
    },
  }
}

function misfit(type: number, value: unknown): never {
  const typeName = Object.keys(ValueType)[type] ?? `type ${type}`
  throw new TypeError(`The value ${String(value).slice(0, 40)} of a point doesn’t fit ${typeName}.`)
}

/** A decoded batch. */
export interface PointsBatch {
  readonly count: number
  readonly ts: Float64Array
  /** Values of numbers and booleans; texts and large longs use other encodings, see `value`. */
  readonly values: Float64Array
  readonly meta: Uint32Array
  readonly expiry: Float64Array | null
  /** Value of the point at this index, for any code. */
  value(index: number): RawValue
}

/** Creates a view of a batch without copying it. Throws if the bytes are invalid. */
export function readPointsBatch(source: Uint8Array): PointsBatch {
  const bytes = source.byteOffset % 8 === 0 ? source : new Uint8Array(source)
  const { buffer, byteOffset, byteLength } = bytes
  if (byteLength < headerBytes) throw new Error('A batch of points ends in its header.')
  const [count = 0, heapLength = 0, flags = 0, version = 0] = new Uint32Array(buffer, byteOffset, 4)
  const width = flags & expiryFlag ? 28 : 20
  if (version !== batchVersion || byteLength !== headerBytes + count * width + heapLength) {
    throw new Error(`A batch of points of version ${version} has ${byteLength} bytes; they don’t add up.`)
  }
  const column = (index: number) => new Float64Array(buffer, byteOffset + headerBytes + index * count * 8, count)
  const values = column(1)
  const metaAt = byteOffset + headerBytes + count * (width - 4)
  const meta = new Uint32Array(buffer, metaAt, count)
  const words = new Uint32Array(buffer, values.byteOffset, count * 2)
  const heap = Buffer.from(buffer, metaAt + count * 4, heapLength)

  return {
    count,
    ts: column(0),
    values,
    meta,
    expiry: flags & expiryFlag ? column(2) : null,
    value(index) {
      switch ((meta[index] as number) & 7) {
        case ValueType.BOOLEAN:
          return values[index] === 1
        case ValueType.STRING:
        case ValueType.JSON: {
          const start = words[index * 2] as number
          return heap.toString('utf8', start, start + (words[index * 2 + 1] as number))
        }
        case Code.BIG_LONG:
          return new BigInt64Array(buffer, values.byteOffset, count)[index] as bigint
        default:
          return values[index] as number
      }
    },
  }
}

/** The value type of a record's code. */
export const typeOfCode = (code: number): ValueType => (code === Code.BIG_LONG ? ValueType.LONG : (code as ValueType))
