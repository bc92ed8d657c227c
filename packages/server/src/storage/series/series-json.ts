/**
 * Writes points as JSON text of the wire format directly into bytes: `{"ts":1600000000000,"value":"21.5"}`, separated
 * by commas.
 *
 * The text is byte-identical to that of `JSON.stringify` for the same points. Most telemetry numbers have few decimals;
 * these are written digit by digit, which takes a fifth of the time of converting to a string. Others use a string.
 */

import { doubleText, ValueType } from '@sonde/model/telemetry/values'
import { type Columns, rawValue, type StoredValue } from './columns.ts'
import { answerValue } from './value-codec.ts'

/** Approximate bytes per piece; the point that exceeds it is written completely. */
export const pieceBytes = 256 * 1024
const bytesAtStart = pieceBytes + 64 * 1024
/** Maximum number of buffers retained for reuse. */
const sparesMax = 8
/** Upper bound for a point with a numeric value: braces, names, a time and 25 characters. */
const numberPointBytes = 96

export interface JsonPieces {
  /** Whether the piece should be taken before more is written. */
  isFull(): boolean
  byteLength(): number
  /** Writes text unchanged. */
  text(text: string): void
  /**
   * Writes points from index `from` until the columns end or the piece is full, but at least one. Writes a comma before
   * each point, except before the first one if `isFirst`. Returns the index of the next point.
   *
   * @param strict numbers, booleans and JSON as JSON values (`useStrictDataTypes`); otherwise every value as a string
   */
  points(columns: Columns, from: number, strict: boolean, isFirst: boolean): number
  /** Returns the piece in a separate buffer, which can be returned with `giveBack`, and starts an empty piece. */
  take(): Uint8Array<ArrayBuffer>
  /** Returns the piece as a string and starts an empty piece. */
  takeText(): string
  /** Returns a taken buffer for reuse. */
  giveBack(buffer: ArrayBuffer): void
}

const digit0 = 48
const quote = 34
const comma = 44
const minus = 45
const dot = 46
const closingBrace = 125

/** Four characters as a big-endian number, for a single DataView write. */
const word = (text: string): number => Buffer.from(text, 'latin1').readUInt32BE()
const ts1 = word('{"ts')
const ts2 = word('":  ')
const value1 = word(',"va')
const value2 = word('lue"')
const value3 = word(':   ')

/** The three digits of every number below 1000, plus a byte that the next write overwrites. */
const digits3 = Uint32Array.from({ length: 1000 }, (_, i) => word(`${String(i).padStart(3, '0')} `))

/** Writes an integer in [0, 2^31) and returns its end position. */
function writeDigits(view: DataView, at: number, whole: number): number {
  if (whole < 10) {
    view.setUint8(at, digit0 + whole)
    return at + 1
  }
  if (whole < 1000) {
    const three = digits3[whole] as number
    if (whole >= 100) {
      view.setUint32(at, three)
      return at + 3
    }
    view.setUint16(at, (three >>> 8) & 0xffff)
    return at + 2
  }
  const front = (whole / 1000) | 0
  const end = writeDigits(view, at, front)
  view.setUint32(end, digits3[whole - front * 1000] as number)
  return end + 3
}

/** Writes `whole` thousandths with at least one digit after the decimal point. */
function writeThousandths(view: DataView, at: number, whole: number): number {
  const front = (whole / 1000) | 0
  const back = whole - front * 1000
  const end = writeDigits(view, at, front)
  view.setUint8(end, dot)
  view.setUint32(end + 1, digits3[back] as number)
  return end + (back % 10 !== 0 ? 4 : back % 100 !== 0 ? 3 : 2)
}

/** Writes `whole` millionths, whose last three digits aren't all zero. */
function writeMillionths(view: DataView, at: number, whole: number): number {
  const upper = (whole / 1000) | 0
  const back = whole - upper * 1000
  const front = (upper / 1000) | 0
  const end = writeDigits(view, at, front)
  view.setUint8(end, dot)
  view.setUint32(end + 1, digits3[upper - front * 1000] as number)
  view.setUint32(end + 4, digits3[back] as number)
  return end + (back % 10 !== 0 ? 7 : back % 100 !== 0 ? 6 : 5)
}

/**
 * Writes a double with few decimals and returns its end position; -1: it has too many. A decimal with at most 15 digits
 * that converts back to the same double is its shortest text. An integral double of this size has one decimal in both
 * formats (`6.0`).
 */
function writeDecimal(view: DataView, at: number, value: number): number {
  const size = value < 0 ? -value : value
  // Smaller numbers are written with an exponent.
  if (!(size < 2_000_000) || (size < 1e-3 && size !== 0)) return -1
  let start = at
  if (value < 0) view.setUint8(start++, minus)
  const thousandths = Math.round(size * 1e3)
  if (thousandths / 1e3 === size) return writeThousandths(view, start, thousandths | 0)
  if (size >= 2000) return -1
  const millionths = Math.round(size * 1e6)
  return millionths / 1e6 === size ? writeMillionths(view, start, millionths | 0) : -1
}

/** Writes ASCII characters. */
function writeAscii(view: DataView, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
  return at + text.length
}

function writeDouble(view: DataView, at: number, value: number, strict: boolean): number {
  const end = writeDecimal(view, at, value)
  if (end >= 0) return end
  return writeAscii(view, at, strict && !Number.isFinite(value) ? 'null' : doubleText(value))
}

function writeLong(view: DataView, at: number, value: number, strict: boolean): number {
  if (value >= 0 && value < 2 ** 31) return writeDigits(view, at, value | 0)
  return writeAscii(view, at, strict ? JSON.stringify(value) : String(value))
}

export function createJsonPieces(): JsonPieces {
  const spares: ArrayBuffer[] = []
  let bytes = Buffer.allocUnsafeSlow(bytesAtStart)
  let view = new DataView(bytes.buffer)
  let at = 0
  /** The first seven digits of the last time, cached because they change only every quarter of an hour. */
  let front = -1
  let front1 = 0
  let front2 = 0

  function room(more: number) {
    if (at + more <= bytes.length) return
    const before = bytes
    allocate(Math.max(bytes.length * 2, at + more))
    before.copy(bytes, 0, 0, at)
  }

  function allocate(size: number) {
    bytes = Buffer.allocUnsafeSlow(size)
    view = new DataView(bytes.buffer)
  }

  function write(text: string) {
    room(text.length * 3)
    at += bytes.write(text, at, 'utf8')
  }

  function empty() {
    at = 0
    // Shrinks a buffer that a single long text has enlarged.
    if (bytes.length > bytesAtStart * 4) allocate(bytesAtStart)
  }

  function writeTime(to: DataView, start: number, ts: number): number {
    // Thirteen digits: from 2001 to 2286.
    if (!(ts >= 1e12 && ts < 1e13 && Math.floor(ts) === ts)) return writeAscii(to, start, JSON.stringify(ts))
    const seven = Math.floor(ts / 1e6)
    if (seven !== front) {
      front = seven
      const digits = String(seven)
      front1 = word(digits)
      front2 = word(`${digits.slice(4)} `)
    }
    const back = (ts - seven * 1e6) | 0
    const upper = (back / 1000) | 0
    to.setUint32(start, front1)
    to.setUint32(start + 4, front2)
    to.setUint32(start + 7, digits3[upper] as number)
    to.setUint32(start + 10, digits3[back - upper * 1000] as number)
    return start + 13
  }

  function writeOther(type: ValueType, stored: StoredValue, strict: boolean) {
    const value = rawValue(type, stored)
    write(JSON.stringify(answerValue({ type, value }, strict)))
  }

  return {
    isFull: () => at >= pieceBytes,
    byteLength: () => at,
    text: write,
    points(columns, from, strict, isFirst) {
      const { length, ts, values } = columns
      let i = from
      for (; i < length && (i === from || at < pieceBytes); i++) {
        room(numberPointBytes)
        const type = columns.types ? (columns.types[i] as ValueType) : columns.type
        const value = values[i] as StoredValue
        let to = at
        if (i > from || !isFirst) view.setUint8(to++, comma)
        view.setUint32(to, ts1)
        view.setUint32(to + 4, ts2)
        to = writeTime(view, to + 6, ts[i] as number)
        view.setUint32(to, value1)
        view.setUint32(to + 4, value2)
        view.setUint32(to + 8, value3)
        to += 9
        if (typeof value === 'number' && type !== ValueType.BOOLEAN) {
          if (!strict) view.setUint8(to++, quote)
          to = type === ValueType.DOUBLE ? writeDouble(view, to, value, strict) : writeLong(view, to, value, strict)
          if (!strict) view.setUint8(to++, quote)
          at = to
        } else {
          at = to
          writeOther(type, value, strict)
          room(1)
        }
        view.setUint8(at++, closingBrace)
      }
      return i
    },
    take() {
      // Short and oversized pieces get a buffer of their exact size, which isn't reused.
      const isUsual = at > bytesAtStart / 2 && at <= bytesAtStart
      const buffer = (isUsual ? spares.pop() : undefined) ?? new ArrayBuffer(isUsual ? bytesAtStart : at)
      const piece = new Uint8Array(buffer, 0, at)
      piece.set(bytes.subarray(0, at))
      empty()
      return piece
    },
    takeText() {
      const text = bytes.toString('utf8', 0, at)
      empty()
      return text
    },
    giveBack(buffer) {
      if (buffer.byteLength === bytesAtStart && spares.length < sparesMax) spares.push(buffer)
    },
  }
}
