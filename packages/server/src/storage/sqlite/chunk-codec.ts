/**
 * Chunks: some hundred points of one series, sorted, packed into few bytes.
 *
 *     body   := version u8, flags u8, type u8, count varint, packed bytes varint, then zstd of the columns
 *     columns:= times, (types u8[]), numbers, (texts: lengths, bytes), (longs: i64[]), (expiries)
 *     numbers:= mode u8, then by mode
 *               0      doubles: each XOR the one before, in byte planes
 *               1      integers from deltas
 *               2      integers from deltas of deltas
 *               3 …    decimals: 10^(mode-2) × value is whole; deltas
 *     deltas := width u8, zigzag in byte planes (planes: all lowest bytes, then all second bytes …)
 *
 * Byte planes put like with like, which is what zstd finds; a lone outlier costs a plane of zeros.
 */

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Columns, StoredValue } from './columns.ts'
import { expiryAt, typeAt } from './columns.ts'
import { NEVER } from './points-batch.ts'

/** What a header's statistics mean. */
export const Stats = {
  /** Texts, booleans, JSON, numbers beyond 2^53: only the count can be used. */
  NONE: 0,
  /** All values are LONG, and so is their sum, exactly. */
  LONGS: 1,
  /** Numbers, at least one DOUBLE. */
  DOUBLES: 2,
} as const

/** What can be known of a chunk without opening it. */
export interface ChunkHeader {
  readonly t0: number
  readonly t1: number
  readonly n: number
  readonly stats: number
  readonly min: number
  readonly max: number
  readonly sum: number
  /** When its first point expires, and its last; Infinity: never. */
  readonly expiresFirst: number
  readonly expiresLast: number
}

const bodyVersion = 1
const Flag = { TYPES: 1, TEXTS: 2, LONGS: 4, EXPIRY: 8 } as const
const decimalsMax = 9
/** Deltas of scaled values stay exact below this. */
const scaledMax = 2 ** 49
/** A chunk is a few KB: with the default buffers of 16 KB, garbage would cost more than packing. */
const zstd = { chunkSize: 4096, params: { [constants.ZSTD_c_compressionLevel]: 1 } }

let scratch = new Uint8Array(64 * 1024)
let scratchAt = 0

function room(bytes: number) {
  if (scratchAt + bytes <= scratch.length) return
  const larger = new Uint8Array(Math.max(scratch.length * 2, scratchAt + bytes))
  larger.set(scratch)
  scratch = larger
}

const isText = (type: ValueType) => type === ValueType.STRING || type === ValueType.JSON

export function headerOf(columns: Columns): ChunkHeader {
  const { length, ts, values } = columns
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  let sum = 0
  let stats: number = Stats.LONGS
  let expiresFirst = NEVER
  let expiresLast = columns.expiry ? Number.NEGATIVE_INFINITY : NEVER
  for (let i = 0; i < length; i++) {
    const type = typeAt(columns, i)
    const value = values[i]
    if (typeof value !== 'number' || !Number.isFinite(value) || type === ValueType.BOOLEAN) stats = Stats.NONE
    else {
      if (type === ValueType.DOUBLE && stats === Stats.LONGS) stats = Stats.DOUBLES
      if (value < min) min = value
      if (value > max) max = value
      sum += value
    }
    if (columns.expiry) {
      const expires = expiryAt(columns, i)
      if (expires < expiresFirst) expiresFirst = expires
      if (expires > expiresLast) expiresLast = expires
    }
  }
  if (stats === Stats.LONGS && !Number.isSafeInteger(sum)) stats = Stats.NONE
  const t0 = ts[0] as number
  const t1 = ts[length - 1] as number
  if (stats === Stats.NONE) min = max = sum = 0
  return { t0, t1, n: length, stats, min, max, sum, expiresFirst, expiresLast }
}

/** Packs sorted columns. */
export function encodeChunk(columns: Columns): Uint8Array {
  const { length, values } = columns
  let flags = (columns.types ? Flag.TYPES : 0) | (columns.expiry ? Flag.EXPIRY : 0)
  const numbers = new Float64Array(length)
  const texts: string[] = []
  const longs: bigint[] = []
  for (let i = 0; i < length; i++) {
    const value = values[i] as StoredValue
    if (typeof value === 'number') numbers[i] = value
    else if (typeof value === 'string') texts.push(value)
    else longs.push(value)
    // The place of a text or a large long keeps its neighbour's number, so that the deltas stay small.
    if (typeof value !== 'number' && i > 0) numbers[i] = numbers[i - 1] as number
  }
  if (texts.length > 0) flags |= Flag.TEXTS
  if (longs.length > 0) flags |= Flag.LONGS

  scratchAt = 0
  writeNumbers(Float64Array.from(columns.ts), 2)
  if (columns.types) for (let i = 0; i < length; i++) byte(columns.types[i] as number)
  if (texts.length < length) writeNumbers(numbers, 1)
  if (texts.length > 0) writeTexts(texts)
  if (longs.length > 0) {
    // Where the large ones stand: their places hold the neighbour's number.
    for (let i = 0; i < length; i++) byte(typeof values[i] === 'bigint' ? 1 : 0)
    const bytes = new Uint8Array(BigInt64Array.from(longs).buffer)
    room(bytes.length)
    scratch.set(bytes, scratchAt)
    scratchAt += bytes.length
  }
  if (columns.expiry) writeNumbers(Float64Array.from(columns.expiry), 2)

  const packed = zstdCompressSync(scratch.subarray(0, scratchAt), zstd)
  const plain = scratchAt
  scratchAt = 0
  byte(bodyVersion)
  byte(flags)
  byte(columns.type)
  varint(length)
  varint(plain)
  const body = new Uint8Array(scratchAt + packed.length)
  body.set(scratch.subarray(0, scratchAt))
  body.set(packed, scratchAt)
  return body
}

function byte(value: number) {
  room(1)
  scratch[scratchAt++] = value
}

function varint(value: number) {
  room(8)
  while (value >= 0x80) {
    scratch[scratchAt++] = (value & 0x7f) | 0x80
    value = Math.floor(value / 0x80)
  }
  scratch[scratchAt++] = value
}

/** The power of ten that makes all of them whole and gives them back exactly; -1 if none does. */
function decimalsOf(numbers: Float64Array): number {
  let decimals = 0
  let scale = 1
  for (const value of numbers) {
    while (!scalesExactly(value, scale)) {
      if (++decimals > decimalsMax) return -1
      scale = 10 ** decimals
    }
  }
  // A later number may have asked for more decimals than an earlier one bears.
  for (const value of numbers) if (!scalesExactly(value, scale)) return -1
  return decimals
}

function scalesExactly(value: number, scale: number): boolean {
  const whole = Math.round(value * scale)
  return Math.abs(whole) < scaledMax && whole / scale === value && (whole !== 0 || Object.is(value, 0))
}

function writeNumbers(numbers: Float64Array, order: 1 | 2) {
  const { length } = numbers
  const decimals = decimalsOf(numbers)
  if (decimals < 0) {
    byte(0)
    const bits = new BigUint64Array(numbers.buffer, numbers.byteOffset, length)
    const mixed = new BigUint64Array(length)
    for (let i = 0; i < length; i++)
      mixed[i] = i === 0 ? (bits[0] as bigint) : (bits[i] as bigint) ^ (bits[i - 1] as bigint)
    const bytes = new Uint8Array(mixed.buffer)
    room(length * 8)
    for (let plane = 0; plane < 8; plane++) {
      for (let i = 0; i < length; i++) scratch[scratchAt++] = bytes[i * 8 + plane] as number
    }
    return
  }
  byte(decimals === 0 ? order : decimals + 2)
  const scale = 10 ** decimals
  const zigzag = new Float64Array(length)
  let largest = 0
  let before = 0
  let deltaBefore = 0
  for (let i = 0; i < length; i++) {
    const whole = Math.round((numbers[i] as number) * scale)
    let delta = whole - before
    before = whole
    if (order === 2 && decimals === 0) {
      const step = i === 1 ? delta : delta - deltaBefore
      deltaBefore = i === 0 ? 0 : delta
      delta = step
    }
    const folded = delta < 0 ? -2 * delta - 1 : 2 * delta
    zigzag[i] = folded
    // The first value stands apart: it would widen all the others.
    if (i > 0 && folded > largest) largest = folded
  }
  writeWhole(zigzag[0] ?? 0)
  let width = 0
  for (let rest = largest; rest >= 1; rest /= 256) width++
  byte(width)
  room(width * length)
  if (largest < 2 ** 31) {
    for (let plane = 0; plane < width; plane++) {
      for (let i = 1; i < length; i++) scratch[scratchAt++] = ((zigzag[i] as number) >>> (plane * 8)) & 0xff
    }
  } else {
    for (let plane = 0, unit = 1; plane < width; plane++, unit *= 256) {
      for (let i = 1; i < length; i++) scratch[scratchAt++] = Math.floor((zigzag[i] as number) / unit) % 256
    }
  }
}

function writeWhole(value: number) {
  room(8)
  for (let i = 0; i < 8; i++) {
    scratch[scratchAt++] = value % 256
    value = Math.floor(value / 256)
  }
}

function writeTexts(texts: readonly string[]) {
  const joined = Buffer.from(texts.join(''), 'utf8')
  varint(texts.length)
  // Lengths in bytes: the heap is cut before it is decoded.
  for (const text of texts) varint(Buffer.byteLength(text))
  room(joined.length)
  scratch.set(joined, scratchAt)
  scratchAt += joined.length
}

/** Opens a chunk. Throws when the bytes are none. */
export function decodeChunk(body: Uint8Array): Columns {
  let bytes: Uint8Array = body
  let at = 0

  function need(length: number) {
    if (at + length > bytes.length) throw new Error(`A chunk of ${bytes.length} bytes ends too early, at ${at}.`)
  }
  function readByte(): number {
    need(1)
    return bytes[at++] as number
  }
  function readVarint(): number {
    let value = 0
    for (let unit = 1; ; unit *= 0x80) {
      const part = readByte()
      value += (part & 0x7f) * unit
      if (part < 0x80) return value
      if (unit > 2 ** 45) throw new Error('A number in a chunk is too long.')
    }
  }

  const version = readByte()
  if (version !== bodyVersion) throw new Error(`A chunk of version ${version} is unknown.`)
  const flags = readByte()
  const type = readByte() as ValueType
  const length = readVarint()
  const plain = readVarint()
  // As a plain array of bytes: a Buffer's slice would share its memory.
  bytes = new Uint8Array(
    zstdDecompressSync(bytes.subarray(at), { maxOutputLength: Math.max(plain, 1), chunkSize: Math.max(plain, 64) }),
  )
  at = 0

  function readNumbers(): Float64Array {
    const numbers = new Float64Array(length)
    const mode = readByte()
    if (mode === 0) {
      need(length * 8)
      const target = new Uint8Array(numbers.buffer)
      for (let plane = 0; plane < 8; plane++) {
        for (let i = 0; i < length; i++) target[i * 8 + plane] = bytes[at++] as number
      }
      const words = new Uint32Array(numbers.buffer)
      for (let i = 2; i < words.length; i++) words[i] = (words[i] as number) ^ (words[i - 2] as number)
      return numbers
    }
    need(9)
    let first = 0
    for (let i = 7; i >= 0; i--) first = first * 256 + (bytes[at + i] as number)
    at += 8
    const width = readByte()
    need(width * (length - 1))
    for (let plane = 0, unit = 1; plane < width; plane++, unit *= 256) {
      for (let i = 1; i < length; i++) (numbers[i] as number) += (bytes[at++] as number) * unit
    }
    numbers[0] = first
    const scale = mode > 2 ? 10 ** (mode - 2) : 1
    let whole = 0
    let delta = 0
    for (let i = 0; i < length; i++) {
      const folded = numbers[i] as number
      const step = folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
      if (mode === 2 && i > 0) whole += delta += step
      else whole += step
      numbers[i] = whole / scale
    }
    return numbers
  }

  function readTexts(): string[] {
    const lengths = Array.from({ length: readVarint() }, readVarint)
    const heap = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    return lengths.map((textLength) => {
      need(textLength)
      at += textLength
      return heap.toString('utf8', at - textLength, at)
    })
  }

  const ts = readNumbers()
  let types: Uint8Array | null = null
  if (flags & Flag.TYPES) {
    need(length)
    types = bytes.slice(at, at + length)
    at += length
  }
  let values: ArrayLike<StoredValue>
  const onlyTexts = !types && isText(type)
  const allTexts = types?.every((each) => isText(each as ValueType)) ?? false
  const numbers = onlyTexts || allTexts ? null : readNumbers()
  if (flags & (Flag.TEXTS | Flag.LONGS)) {
    const mixed: StoredValue[] = numbers ? Array.from(numbers) : new Array<StoredValue>(length).fill('')
    if (flags & Flag.TEXTS) {
      const texts = readTexts()
      let next = 0
      for (let i = 0; i < length; i++) {
        if (isText(types ? (types[i] as ValueType) : type)) mixed[i] = texts[next++] ?? ''
      }
    }
    if (flags & Flag.LONGS) {
      need(length)
      const isLarge = bytes.subarray(at, at + length)
      at += length
      const count = isLarge.reduce((sum, each) => sum + each, 0)
      need(count * 8)
      const large = new BigInt64Array(bytes.slice(at, at + count * 8).buffer)
      at += count * 8
      let next = 0
      for (let i = 0; i < length; i++) if (isLarge[i] === 1) mixed[i] = large[next++] as bigint
    }
    values = mixed
  } else values = numbers ?? new Float64Array(length)
  return { length, ts, values, type, types, expiry: flags & Flag.EXPIRY ? readNumbers() : null }
}
