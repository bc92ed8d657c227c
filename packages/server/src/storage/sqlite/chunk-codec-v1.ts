/**
 * Bodies of the first version: one zstd frame over all columns. Stores of schema 2 hold them until they are merged.
 *
 *     body   := version u8, flags u8, type u8, count varint, packed bytes varint, then zstd of the columns
 *     columns:= times, (types u8[]), numbers, (texts: lengths, bytes), (longs: i64[]), (expiries)
 *     numbers:= mode u8, then by mode
 *               0      doubles: each XOR the one before, in byte planes
 *               1      integers from deltas
 *               2      integers from deltas of deltas
 *               3 …    decimals: 10^(mode-2) × value is whole; deltas
 *     deltas := first value u64, width u8, zigzag in byte planes
 */

import { zstdDecompressSync } from 'node:zlib'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Columns, StoredValue } from './columns.ts'

const Flag = { TYPES: 1, TEXTS: 2, LONGS: 4, EXPIRY: 8 } as const
const isText = (type: ValueType) => type === ValueType.STRING || type === ValueType.JSON

/** Opens a body of version 1. Throws when the bytes are none. */
export function decodeFirstBody(body: Uint8Array): Columns {
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

  readByte()
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
