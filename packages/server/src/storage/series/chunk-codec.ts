/**
 * Chunk encoding: hundreds to thousands of sorted points of one series, packed into few bytes.
 *
 *     body   := version u8 (2), flags u8, type u8, count varint, columns
 *     columns:= times, (types: packed bytes), numbers, (texts), (longs: which, packed bytes; i64[]), (expiries)
 *
 * See packed-columns.ts for the encoding of number and text columns.
 */

import { ValueType } from '@sonde/model/telemetry/values'
import type { Columns, StoredValue } from './columns.ts'
import { expiryAt, typeAt } from './columns.ts'
import { packBytes, unpackBytes } from './entropy-code.ts'
import { createPacker, createUnpacker } from './packed-columns.ts'
import { NEVER } from './points-batch.ts'

/** Kinds of statistics in a chunk header. */
export const Stats = {
  /** Texts, booleans, JSON, numbers beyond 2^53: only the count is valid. */
  NONE: 0,
  /** All values are LONG and the sum is exact. */
  LONGS: 1,
  /** Numbers, at least one DOUBLE. */
  DOUBLES: 2,
} as const

/** Metadata of a chunk that is readable without decoding the body. */
export interface ChunkHeader {
  readonly t0: number
  readonly t1: number
  readonly n: number
  readonly stats: number
  readonly min: number
  readonly max: number
  readonly sum: number
  /** Earliest and latest expiry of its points, epoch ms; Infinity: never. */
  readonly expiresFirst: number
  readonly expiresLast: number
}

const bodyVersion = 2
const Flag = { TYPES: 1, TEXTS: 2, LONGS: 4, EXPIRY: 8 } as const
/** Guards against corrupt bodies that claim to be large. */
const pointsMax = 2 ** 24

const quick = createPacker(false)
const thorough = createPacker(true)

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
    else if (stats !== Stats.NONE) {
      if (type === ValueType.DOUBLE && stats === Stats.LONGS) stats = Stats.DOUBLES
      if (value < min) min = value
      if (value > max) max = value
      sum += value
      if (stats === Stats.LONGS && !Number.isSafeInteger(sum)) stats = Stats.NONE
    }
    if (columns.expiry) {
      const expires = expiryAt(columns, i)
      if (expires < expiresFirst) expiresFirst = expires
      if (expires > expiresLast) expiresLast = expires
    }
  }
  const t0 = ts[0] as number
  const t1 = ts[length - 1] as number
  if (stats === Stats.NONE) min = max = sum = 0
  return { t0, t1, n: length, stats, min, max, sum, expiresFirst, expiresLast }
}

/** Packs sorted columns. `thoroughly`: smaller but slower. */
export function encodeChunk(columns: Columns, thoroughly = false): Uint8Array<ArrayBuffer> {
  const packer = thoroughly ? thorough : quick
  const { length, values, types } = columns
  const numbers = new Float64Array(length)
  const texts: string[] = []
  const longs: bigint[] = []
  for (let i = 0; i < length; i++) {
    const value = values[i] as StoredValue
    if (typeof value === 'number') numbers[i] = value
    else if (typeof value === 'string') texts.push(value)
    else longs.push(value)
    // A text or large long repeats the previous number here, so that deltas stay small.
    if (typeof value !== 'number' && i > 0) numbers[i] = numbers[i - 1] as number
  }
  packer.byte(bodyVersion)
  packer.byte(
    (types ? Flag.TYPES : 0) |
      (columns.expiry ? Flag.EXPIRY : 0) |
      (texts.length > 0 ? Flag.TEXTS : 0) |
      (longs.length > 0 ? Flag.LONGS : 0),
  )
  packer.byte(columns.type)
  packer.varint(length)
  packer.numbers(columns.ts)
  if (types) packBytes(packer, Uint8Array.from(types), thoroughly)
  if (texts.length < length) packer.numbers(numbers)
  if (texts.length > 0) packer.texts(texts)
  if (longs.length > 0) {
    // Marks the large longs, whose numbers only repeat the previous one.
    packBytes(
      packer,
      Uint8Array.from({ length }, (_, i) => (typeof values[i] === 'bigint' ? 1 : 0)),
      thoroughly,
    )
    packer.bytes(new Uint8Array(BigInt64Array.from(longs).buffer))
  }
  if (columns.expiry) packer.numbers(columns.expiry)
  return packer.drain()
}

/** Decodes a chunk. Throws if the bytes aren't a valid chunk. */
export function decodeChunk(body: Uint8Array): Columns {
  const unpacker = createUnpacker(body)
  const version = unpacker.byte()
  if (version !== bodyVersion) throw new Error(`A chunk of version ${version} is unknown.`)
  const flags = unpacker.byte()
  const type = unpacker.byte() as ValueType
  const length = unpacker.varint()
  if (length > pointsMax) throw new Error(`A chunk of ${length} points is too long.`)

  const ts = unpacker.numbers(length)
  const types = flags & Flag.TYPES ? unpackBytes(unpacker, length) : null
  const onlyTexts = types ? types.every((each) => isText(each as ValueType)) : isText(type)
  const numbers = onlyTexts ? null : unpacker.numbers(length)
  let values: ArrayLike<StoredValue>
  if (flags & (Flag.TEXTS | Flag.LONGS)) {
    const mixed: StoredValue[] = numbers ? Array.from(numbers) : new Array<StoredValue>(length).fill('')
    if (flags & Flag.TEXTS) {
      const places = mixed.flatMap((_, i) => (isText(types ? (types[i] as ValueType) : type) ? [i] : []))
      const texts = unpacker.texts(places.length)
      places.forEach((place, i) => {
        mixed[place] = texts[i] as string
      })
    }
    if (flags & Flag.LONGS) {
      const isLarge = unpackBytes(unpacker, length)
      const count = isLarge.reduce((sum, each) => sum + each, 0)
      const large = new BigInt64Array(unpacker.bytes(count * 8).slice().buffer)
      let next = 0
      for (let i = 0; i < length; i++) if (isLarge[i] === 1) mixed[i] = large[next++] ?? 0n
    }
    values = mixed
  } else values = numbers ?? new Float64Array(length)
  return { length, ts, values, type, types, expiry: flags & Flag.EXPIRY ? unpacker.numbers(length) : null }
}
