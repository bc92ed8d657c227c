/**
 * Compact encoding of number and text columns, used by chunks and roll-ups.
 *
 *     numbers  := kind u8, then by kind
 *                 0  doubles in byte planes: all lowest bytes, then all second bytes …
 *                 1  the same, each double XORed with the previous one
 *                 2  whole: decimals u8, order u8, (first, (step)) signed, base signed, width u8, byte planes
 *     texts    := lengths as numbers, bytes varint, zstd of all
 *
 * Whole numbers are the values × 10^decimals, if that is exact for all of them. Depending on the order they're stored
 * unchanged (0), as deltas (1), as deltas of deltas (2) or as distances from a straight line (3), each minus the
 * minimum (base). Every plane is packed separately: similar bytes are together, and a single outlier only adds planes
 * that are almost all zeros.
 */

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { type ByteSink, type ByteSource, packBytes, unpackBytes } from './entropy-code.ts'

const Kind = { DOUBLES: 0, MIXED: 1, WHOLE: 2 } as const
const decimalsMax = 9
/** Scaled values below this limit have exact deltas of deltas. */
const scaledMax = 2 ** 49
/** Number of deltas sampled to choose the order. */
const samplesMax = 256
/** Number of samples used to estimate the median. */
const middleSamples = 31
const textOptions = { chunkSize: 4096, params: { [constants.ZSTD_c_compressionLevel]: 1 } }

type Order = 0 | 1 | 2 | 3

export interface Packer extends ByteSink {
  numbers(numbers: ArrayLike<number>): void
  texts(texts: readonly string[]): void
  /** Returns all packed bytes in a new buffer and empties the packer. */
  drain(): Uint8Array<ArrayBuffer>
}

/** @param thorough smaller but slower */
export function createPacker(thorough: boolean): Packer {
  let room = new Uint8Array(16_384)
  let at = 0

  function requireLength(length: number) {
    if (at + length <= room.length) return
    const larger = new Uint8Array(Math.max(room.length * 2, at + length))
    larger.set(room)
    room = larger
  }

  const sink: ByteSink = {
    byte(value) {
      requireLength(1)
      room[at++] = value
    },
    varint(value) {
      requireLength(8)
      let rest = value
      while (rest >= 0x80) {
        room[at++] = (rest % 0x80) | 0x80
        rest = Math.floor(rest / 0x80)
      }
      room[at++] = rest
    },
    bytes(bytes) {
      requireLength(bytes.length)
      room.set(bytes, at)
      at += bytes.length
    },
  }
  const signed = (value: number) => sink.varint(value < 0 ? -2 * value - 1 : 2 * value)

  function numbers(values: ArrayLike<number>) {
    const decimals = decimalsOf(values)
    if (decimals < 0) doubles(values)
    else whole(values, decimals)
  }

  function doubles(values: ArrayLike<number>) {
    const { length } = values
    const bytes = new Uint8Array(new Float64Array(values).buffer)
    const mixed = bytes.slice()
    for (let i = bytes.length - 1; i >= 8; i--) mixed[i] = (bytes[i] as number) ^ (bytes[i - 8] as number)
    const isMixed = valuesIn(mixed, 6) + valuesIn(mixed, 7) < valuesIn(bytes, 6) + valuesIn(bytes, 7)
    sink.byte(isMixed ? Kind.MIXED : Kind.DOUBLES)
    const from = isMixed ? mixed : bytes
    const plane = new Uint8Array(length)
    for (let p = 0; p < 8; p++) {
      for (let i = 0; i < length; i++) plane[i] = from[i * 8 + p] as number
      packBytes(sink, plane, thorough)
    }
  }

  function whole(values: ArrayLike<number>, decimals: number) {
    const scale = 10 ** decimals
    const { length } = values
    const wholes = new Float64Array(values)
    if (decimals > 0) for (let i = 0; i < length; i++) wholes[i] = Math.round((wholes[i] as number) * scale)
    const order = orderOf(wholes)
    const first = wholes[0] ?? 0
    const step = order === 2 ? (wholes[1] as number) - first : order === 3 ? slopeOf(wholes) : 0
    const rest = ordered(wholes, order, step)
    sink.byte(Kind.WHOLE)
    sink.byte(decimals)
    sink.byte(order)
    if (order > 0) signed(first)
    if (order > 1) signed(step)
    let base = rest.length > 0 ? (rest[0] as number) : 0
    let most = base
    for (let i = 1; i < rest.length; i++) {
      const value = rest[i] as number
      if (value < base) base = value
      else if (value > most) most = value
    }
    signed(base)
    let width = 0
    for (let range = most - base; range >= 1; range /= 256) width++
    sink.byte(width)
    if (length === 0) return
    const plane = new Uint8Array(rest.length)
    for (let p = 0, unit = 1; p < width; p++, unit *= 256) {
      if (width <= 4) {
        for (let i = 0; i < plane.length; i++) plane[i] = ((rest[i] as number) - base) >>> (p * 8)
      } else for (let i = 0; i < plane.length; i++) plane[i] = Math.floor(((rest[i] as number) - base) / unit) % 256
      packBytes(sink, plane, thorough)
    }
  }

  return {
    ...sink,
    numbers,
    texts(texts) {
      const lengths = texts.map((text) => Buffer.byteLength(text))
      // Byte lengths, because texts are sliced before they're decoded.
      numbers(lengths)
      const joined = Buffer.from(texts.join(''), 'utf8')
      sink.varint(joined.length)
      const packed = zstdCompressSync(joined, textOptions)
      sink.varint(packed.length)
      sink.bytes(packed)
    },
    drain() {
      const taken = room.slice(0, at)
      at = 0
      return taken
    },
  }
}

/** Number of distinct bytes in a plane of doubles. */
function valuesIn(bytes: Uint8Array, plane: number): number {
  const seen = new Uint8Array(256)
  let count = 0
  for (let i = plane; i < bytes.length; i += 8) {
    const value = bytes[i] as number
    if (seen[value] === 0) {
      seen[value] = 1
      count++
    }
  }
  return count
}

/** Number of decimals with which all numbers scale to integers and back exactly; -1: none. */
function decimalsOf(numbers: ArrayLike<number>): number {
  const { length } = numbers
  let decimals = 0
  let scale = 1
  for (let i = 0; i < length; i++) {
    while (!scalesExactly(numbers[i] as number, scale)) {
      if (++decimals > decimalsMax) return -1
      scale = 10 ** decimals
    }
  }
  // A later number may have required more decimals than are exact for an earlier one.
  for (let i = 0; i < length; i++) if (!scalesExactly(numbers[i] as number, scale)) return -1
  return decimals
}

function scalesExactly(value: number, scale: number): boolean {
  const whole = Math.round(value * scale)
  return Math.abs(whole) < scaledMax && whole / scale === value && (whole !== 0 || Object.is(value, 0))
}

const slopeOf = (wholes: Float64Array): number =>
  Math.round(((wholes[wholes.length - 1] as number) - (wholes[0] as number)) / Math.max(1, wholes.length - 1))

function ordered(wholes: Float64Array, order: Order, step: number): Float64Array {
  const { length } = wholes
  if (order === 0) return wholes
  const skipped = order === 2 ? 2 : 1
  const rest = new Float64Array(Math.max(0, length - skipped))
  const first = wholes[0] as number
  for (let i = skipped; i < length; i++) {
    const value = wholes[i] as number
    const before = wholes[i - 1] as number
    if (order === 1) rest[i - 1] = value - before
    else if (order === 2) rest[i - 2] = value - 2 * before + (wholes[i - 2] as number)
    else rest[i - 1] = value - first - i * step
  }
  return rest
}

function orderedAt(wholes: Float64Array, order: Order, step: number, i: number): number {
  const value = wholes[i] as number
  switch (order) {
    case 0:
      return value
    case 1:
      return value - (wholes[i - 1] as number)
    case 2:
      return value - 2 * (wholes[i - 1] as number) + (wholes[i - 2] as number)
    case 3:
      return value - (wholes[0] as number) - i * step
  }
}

/** The order with the smallest differences, estimated from samples. */
function orderOf(wholes: Float64Array): Order {
  const { length } = wholes
  if (length < 4) return length > 1 ? 1 : 0
  const stride = Math.max(1, (length - 2) / samplesMax)
  const count = Math.min(samplesMax, length - 2)
  const sample = new Float64Array(count)
  const step = slopeOf(wholes)
  let best: Order = 1
  let least = Number.POSITIVE_INFINITY
  for (const order of [1, 0, 2, 3] as const) {
    for (let i = 0; i < count; i++) sample[i] = orderedAt(wholes, order, step, 2 + Math.floor(i * stride))
    const few = sample.slice(0, middleSamples).sort()
    const middle = few[few.length >> 1] as number
    let bits = 0
    for (let i = 0; i < count; i++) bits += Math.log2(1 + Math.abs((sample[i] as number) - middle))
    // Another order must save at least 2 % over plain deltas, which are tried first.
    if (bits < least * (order === 1 ? 1 : 0.98)) {
      least = bits
      best = order
    }
  }
  return best
}

export interface Unpacker extends ByteSource {
  numbers(length: number): Float64Array<ArrayBuffer>
  texts(length: number): string[]
}

/** Reads the output of a packer. Every call throws if the bytes are invalid. */
export function createUnpacker(source: Uint8Array, start = 0): Unpacker {
  let at = start

  function need(length: number) {
    if (!(at + length <= source.length)) {
      throw new Error(`Packed columns of ${source.length} bytes end too early, at ${at}.`)
    }
  }
  const from: ByteSource = {
    byte() {
      need(1)
      return source[at++] as number
    },
    varint() {
      let value = 0
      for (let unit = 1; ; unit *= 0x80) {
        const part = from.byte()
        value += (part & 0x7f) * unit
        if (part < 0x80) return value
        if (unit > 2 ** 45) throw new Error('A number in packed columns is too long.')
      }
    },
    bytes(length) {
      need(length)
      at += length
      return source.subarray(at - length, at)
    },
  }
  function signed(): number {
    const folded = from.varint()
    return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
  }

  function doubles(length: number, isMixed: boolean): Float64Array<ArrayBuffer> {
    const numbers = new Float64Array(length)
    const target = new Uint8Array(numbers.buffer)
    for (let p = 0; p < 8; p++) {
      const plane = unpackBytes(from, length)
      for (let i = 0; i < length; i++) target[i * 8 + p] = plane[i] as number
    }
    if (isMixed) {
      const words = new Uint32Array(numbers.buffer)
      for (let i = 2; i < words.length; i++) words[i] = (words[i] as number) ^ (words[i - 2] as number)
    }
    return numbers
  }

  function whole(length: number): Float64Array<ArrayBuffer> {
    const decimals = from.byte()
    const order = from.byte()
    if (decimals > decimalsMax || order > 3) throw new Error('Packed numbers are written in an unknown way.')
    const first = order > 0 ? signed() : 0
    const step = order > 1 ? signed() : 0
    const base = signed()
    const width = from.byte()
    if (width > 7) throw new Error('Packed numbers are written in an unknown way.')
    const numbers = new Float64Array(length)
    if (length === 0) return numbers
    const skipped = Math.min(length, order === 0 ? 0 : order === 2 ? 2 : 1)
    const scale = 10 ** decimals
    const plane = width === 1 ? unpackBytes(from, length - skipped) : null
    if (plane && order === 1) {
      // Fast path for the most common case.
      let value = first
      numbers[0] = first / scale
      for (let i = 1; i < length; i++) {
        value += base + (plane[i - 1] as number)
        numbers[i] = value / scale
      }
      return numbers
    }
    if (plane) for (let i = skipped; i < length; i++) numbers[i] = plane[i - skipped] as number
    else {
      for (let p = 0, unit = 1; p < width; p++, unit *= 256) {
        const bytes = unpackBytes(from, length - skipped)
        for (let i = skipped; i < length; i++) (numbers[i] as number) += (bytes[i - skipped] as number) * unit
      }
    }
    if (order === 0) for (let i = 0; i < length; i++) (numbers[i] as number) += base
    else {
      numbers[0] = first
      let value = first
      if (order === 1) {
        for (let i = 1; i < length; i++) numbers[i] = value += base + (numbers[i] as number)
      } else if (order === 2) {
        let delta = step
        if (length > 1) numbers[1] = value += delta
        for (let i = 2; i < length; i++) {
          delta += base + (numbers[i] as number)
          numbers[i] = value += delta
        }
      } else for (let i = 1; i < length; i++) numbers[i] = first + i * step + base + (numbers[i] as number)
    }
    if (decimals > 0) for (let i = 0; i < length; i++) (numbers[i] as number) /= scale
    return numbers
  }

  function numbers(length: number): Float64Array<ArrayBuffer> {
    const kind = from.byte()
    if (kind === Kind.WHOLE) return whole(length)
    if (kind !== Kind.DOUBLES && kind !== Kind.MIXED) throw new Error(`Numbers packed in the way ${kind} are unknown.`)
    return doubles(length, kind === Kind.MIXED)
  }

  return {
    ...from,
    numbers,
    texts(length) {
      const lengths = numbers(length)
      const plain = from.varint()
      const packed = from.bytes(from.varint())
      const heap = zstdDecompressSync(packed, { maxOutputLength: Math.max(plain, 1), chunkSize: Math.max(plain, 64) })
      let end = 0
      return Array.from(lengths, (textLength) => {
        if (!(textLength >= 0 && end + textLength <= heap.length)) throw new Error('A packed text ends too early.')
        end += textLength
        return heap.toString('utf8', end - textLength, end)
      })
    },
  }
}
