/**
 * Entropy coding of byte columns: range asymmetric numeral systems (rANS) of order 0 (J. Duda, arXiv 1311.2540), with
 * frequencies (shares) in units of 1/2048.
 *
 *     bytes := kind u8, then by kind
 *              0  value u8                 all bytes are equal
 *              1  the bytes themselves
 *              2  table, code              shares as counted
 *              3  first u8, last u8, code  all values from the first to the last have the same share
 *              4  length varint, zstd      for repetitions, which shares don't capture
 *     table := first u8, last u8, shares of all values from the first to the last: as bytes of kind 0, 1 or 3, 255 for
 *              larger ones; then those in full, each as varint
 *     code  := length varint, two states u32 (little-endian), bytes
 *
 * Two alternating states are used, so that decoding a byte doesn't have to wait for the previous one.
 *
 * A chunk has several columns with different statistics. One code for all of them, as in a single zstd frame, costs up
 * to a bit per byte more, and a zstd call takes longer than decoding a whole chunk here.
 */

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const Kind = { SAME: 0, PLAIN: 1, SHARES: 2, FLAT: 3, ZSTD: 4 } as const
const sharesBits = 11
const sharesTotal = 1 << sharesBits
/** The state stays in [stateMin, 256 × stateMin), below 2^31. */
const stateMin = 2 ** 23
/** A code must shrink bytes to this share of their size. Nearly uniform bytes, such as clock jitter, stay plain. */
const codeGain = 0.96
/** zstd must shrink bytes to this share of the best other size, because decompression is slower. */
const zstdGain = 0.85
/** Bytes with at least this share of the distinct pairs expected by chance contain no repetitions. */
const pairsByChance = 0.5
const zstdBytesMin = 96
const zstdOptions = { chunkSize: 4096, params: { [constants.ZSTD_c_compressionLevel]: 3 } }

const counts = new Uint32Array(256)
const shares = new Uint32Array(256)
const starts = new Uint32Array(256)
/** Bit set of the byte pairs that occur. */
const pairs = new Uint32Array(65_536 / 32)
/** By slot: value << 23 | share << 11 | offset among the slots of the value. */
const slots = new Uint32Array(sharesTotal)
let backwards = new Uint8Array(16_384)

/** Destination of packed bytes. */
export interface ByteSink {
  byte(value: number): void
  varint(value: number): void
  bytes(bytes: Uint8Array): void
}

/** Source of packed bytes. Every call throws when the data ends too early. */
export interface ByteSource {
  byte(): number
  varint(): number
  bytes(length: number): Uint8Array
}

/** @param thorough also looks for repetitions, which takes longer */
export function packBytes(to: ByteSink, bytes: Uint8Array, thorough: boolean): void {
  const { length } = bytes
  counts.fill(0)
  for (let i = 0; i < length; i++) (counts[bytes[i] as number] as number)++
  let first = 255
  let last = 0
  let distinct = 0
  let bits = 0
  for (let value = 0; value < 256; value++) {
    const count = counts[value] as number
    if (count === 0) continue
    if (distinct++ === 0) first = value
    last = value
    bits += count * Math.log2(length / count)
  }
  if (distinct <= 1) {
    to.byte(Kind.SAME)
    to.byte(distinct === 0 ? 0 : first)
    return
  }
  const flat = 12 + (length * Math.log2(last - first + 1)) / 8
  // Estimate: the table takes about five bits per value.
  const counted = 24 + bits / 8 + (last - first + 1) * 0.6
  const coded = Math.min(counted, flat)
  const best = coded < length * codeGain ? coded : length
  if (thorough && best > zstdBytesMin && mayRepeat(bytes, distinct)) {
    const packed = zstdCompressSync(bytes, zstdOptions)
    if (packed.length < best * zstdGain) {
      to.byte(Kind.ZSTD)
      to.varint(packed.length)
      to.bytes(packed)
      return
    }
  }
  if (best === length) {
    to.byte(Kind.PLAIN)
    to.bytes(bytes)
  } else if (best === flat) {
    packFlat(to, bytes, first, last)
  } else {
    to.byte(Kind.SHARES)
    countShares(length)
    writeShares(to, first, last)
    writeCode(to, bytes)
  }
}

function packFlat(to: ByteSink, bytes: Uint8Array, first: number, last: number) {
  to.byte(Kind.FLAT)
  to.byte(first)
  to.byte(last)
  flatShares(first, last)
  writeCode(to, bytes)
}

/** Whether there are far fewer distinct pairs of neighboring bytes than expected by chance. */
function mayRepeat(bytes: Uint8Array, distinct: number): boolean {
  pairs.fill(0)
  let found = 0
  for (let i = 1; i < bytes.length; i++) {
    const pair = ((bytes[i - 1] as number) << 8) | (bytes[i] as number)
    const bit = 1 << (pair & 31)
    if (((pairs[pair >>> 5] as number) & bit) !== 0) continue
    pairs[pair >>> 5] = (pairs[pair >>> 5] as number) | bit
    found++
  }
  const possible = distinct * distinct
  return found < pairsByChance * possible * (1 - Math.exp(-bytes.length / possible))
}

function flatShares(first: number, last: number) {
  shares.fill(0)
  const values = last - first + 1
  const each = Math.floor(sharesTotal / values)
  const rest = sharesTotal - each * values
  for (let i = 0; i < values; i++) shares[first + i] = i < rest ? each + 1 : each
}

/** Shares of the counted values: at least 1 each, exactly `sharesTotal` together. */
function countShares(length: number) {
  shares.fill(0)
  let left = sharesTotal
  let largest = 0
  for (let value = 0; value < 256; value++) {
    const count = counts[value] as number
    if (count === 0) continue
    const share = Math.max(1, Math.round((count / length) * sharesTotal))
    shares[value] = share
    left -= share
    if (share > (shares[largest] as number)) largest = value
  }
  // Rounding errors are corrected at the largest share, where they cost least.
  while (left !== 0) {
    const most = left > 0 ? left : Math.min(-left, (shares[largest] as number) - 1)
    shares[largest] = (shares[largest] as number) + (left > 0 ? most : -most)
    left += left > 0 ? -most : most
    if (left !== 0)
      for (let value = 0; value < 256; value++)
        if ((shares[value] as number) > (shares[largest] as number)) largest = value
  }
}

/** Shares from here on are also written in full. */
const shareMax = 255

function writeShares(to: ByteSink, first: number, last: number) {
  // Copied because packing the table overwrites `shares`.
  const own = shares.slice(first, last + 1)
  const short = Uint8Array.from(own, (share) => Math.min(share, shareMax))
  to.byte(first)
  to.byte(last)
  const least = short.reduce((a, b) => Math.min(a, b))
  const most = short.reduce((a, b) => Math.max(a, b))
  if (least === most) {
    to.byte(Kind.SAME)
    to.byte(least)
  } else if (most - least > 127) {
    to.byte(Kind.PLAIN)
    to.bytes(short)
  } else packFlat(to, short, least, most)
  for (const share of own) if (share >= shareMax) to.varint(share)
  shares.fill(0)
  shares.set(own, first)
}

function readShares(from: ByteSource) {
  const first = from.byte()
  const last = from.byte()
  if (first > last) throw new Error(damagedShares)
  const short = unpackBytes(from, last - first + 1, false)
  const own = Array.from(short, (share) => (share === shareMax ? from.varint() : share))
  if (own.reduce((sum, share) => sum + share, 0) !== sharesTotal) throw new Error(damagedShares)
  shares.fill(0)
  shares.set(own, first)
}

const damagedShares = 'The shares of packed bytes don’t add up.'

function fillStarts() {
  let start = 0
  for (let value = 0; value < 256; value++) {
    starts[value] = start
    start += shares[value] as number
  }
}

function writeCode(to: ByteSink, bytes: Uint8Array) {
  fillStarts()
  // A byte takes at most `sharesBits` bits.
  const room = bytes.length * 2 + 16
  if (backwards.length < room) backwards = new Uint8Array(room)
  let at = room
  // The state for the current byte, and the one for the next.
  let state = stateMin
  let other = stateMin
  for (let i = bytes.length - 1; i >= 0; i--) {
    const value = bytes[i] as number
    const share = shares[value] as number
    const most = ((stateMin >>> sharesBits) << 8) * share
    while (state >= most) {
      backwards[--at] = state & 0xff
      state >>>= 8
    }
    const whole = Math.floor(state / share)
    const next = whole * sharesTotal + (state - whole * share) + (starts[value] as number)
    state = other
    other = next
  }
  to.varint(room - at)
  for (const each of [other, state]) for (let shift = 0; shift < 32; shift += 8) to.byte((each >>> shift) & 0xff)
  to.bytes(backwards.subarray(at, room))
}

/**
 * Unpacks `length` bytes. Throws if they weren't written by `packBytes`.
 *
 * @param tables whether kind 2 is allowed; false for the shares of a table
 */
export function unpackBytes(from: ByteSource, length: number, tables = true): Uint8Array {
  const kind = from.byte()
  switch (kind) {
    case Kind.SAME:
      return new Uint8Array(length).fill(from.byte())
    case Kind.PLAIN:
      return from.bytes(length)
    case Kind.FLAT: {
      const first = from.byte()
      const last = from.byte()
      if (first > last) throw new Error(damagedShares)
      flatShares(first, last)
      return readCode(from, length)
    }
    case Kind.SHARES:
      if (!tables) break
      readShares(from)
      return readCode(from, length)
    case Kind.ZSTD: {
      const bytes = zstdDecompressSync(from.bytes(from.varint()), {
        maxOutputLength: Math.max(length, 1),
        chunkSize: Math.max(length, 64),
      })
      if (bytes.length !== length) throw new Error(`Packed bytes are ${bytes.length} instead of ${length}.`)
      return bytes
    }
  }
  throw new Error(`Bytes packed in the way ${kind} are unknown.`)
}

function readState(from: ByteSource): number {
  let state = 0
  for (let shift = 0; shift < 32; shift += 8) state |= from.byte() << shift
  return state
}

function readCode(from: ByteSource, length: number): Uint8Array {
  for (let value = 0, slot = 0; value < 256; value++) {
    const share = shares[value] as number
    if (share === 0) continue
    const entry = ((value << 23) | (share << sharesBits)) >>> 0
    for (let i = 0; i < share; i++) slots[slot++] = entry + i
  }
  const codeLength = from.varint()
  let even = readState(from)
  let odd = readState(from)
  const code = from.bytes(codeLength)
  const bytes = new Uint8Array(length)
  const mask = sharesTotal - 1
  let at = 0
  for (let i = 0; i < length; i += 2) {
    const one = slots[even & mask] as number
    const two = slots[odd & mask] as number
    bytes[i] = one >>> 23
    even = ((one >>> sharesBits) & 0xfff) * (even >>> sharesBits) + (one & mask)
    while (even < stateMin) {
      if (at >= codeLength) throw new Error('Packed bytes end too early.')
      even = (even << 8) | (code[at++] as number)
    }
    // With an odd length, the last iteration decodes only one byte.
    if (i + 1 === length) break
    bytes[i + 1] = two >>> 23
    odd = ((two >>> sharesBits) & 0xfff) * (odd >>> sharesBits) + (two & mask)
    while (odd < stateMin) {
      if (at >= codeLength) throw new Error('Packed bytes end too early.')
      odd = (odd << 8) | (code[at++] as number)
    }
  }
  return bytes
}
