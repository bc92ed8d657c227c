/**
 * Incremental MurmurHash3 with seed 0: `x86_32` and `x64_128`. Used for checksums of packages; they detect damage but
 * don't protect against manipulation.
 *
 * 64-bit numbers are stored as two halves, signed so that the engine keeps them unboxed: BigInt would be many times
 * slower.
 */

/** Incremental hash; `digest` finishes it. */
export interface PieceHash {
  update(bytes: Uint8Array): void
  /** Lower-case hex. */
  digest(): string
}

const rotl = (x: number, by: number): number => (x << by) | (x >>> (32 - by))

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

/** Splits the input into blocks; the remainder is held for the next update. */
function inBlocks(blockBytes: number, mix: (bytes: Uint8Array, at: number) => void) {
  const rest = new Uint8Array(blockBytes)
  let held = 0
  let length = 0
  return {
    rest,
    get held() {
      return held
    },
    get length() {
      return length
    },
    update(bytes: Uint8Array) {
      length += bytes.length
      let at = 0
      if (held > 0) {
        at = Math.min(blockBytes - held, bytes.length)
        rest.set(bytes.subarray(0, at), held)
        held += at
        if (held < blockBytes) return
        mix(rest, 0)
        held = 0
      }
      for (; at + blockBytes <= bytes.length; at += blockBytes) mix(bytes, at)
      held = bytes.length - at
      rest.set(bytes.subarray(at), 0)
    },
  }
}

const word = (b: Uint8Array, at: number): number =>
  (b[at] as number) | ((b[at + 1] as number) << 8) | ((b[at + 2] as number) << 16) | ((b[at + 3] as number) << 24)

function finish32(given: number): number {
  let h = given ^ (given >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The four bytes in little-endian order, as in the API. */
export function createMurmur32(): PieceHash {
  let h = 0
  const mixed = (k: number) => Math.imul(rotl(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593)
  const blocks = inBlocks(4, (bytes, at) => {
    h = (Math.imul(rotl(h ^ mixed(word(bytes, at)), 13), 5) + 0xe6546b64) | 0
  })
  return {
    update: blocks.update,
    digest() {
      const { rest, held, length } = blocks
      rest.fill(0, held)
      if (held > 0) h ^= mixed(word(rest, 0))
      const bytes = new Uint8Array(4)
      // The length counts modulo 2^32.
      new DataView(bytes.buffer).setUint32(0, finish32((h ^ length) | 0), true)
      return hexOf(bytes)
    },
  }
}

/** The result of the last 64-bit operation. */
let high = 0
let low = 0

function multiply(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const a0 = aLow & 0xffff
  const a1 = aLow >>> 16
  const b0 = bLow & 0xffff
  const b1 = bLow >>> 16
  const p00 = a0 * b0
  const p01 = a0 * b1
  const middle = a1 * b0 + (p00 >>> 16) + (p01 & 0xffff)
  low = (middle << 16) | (p00 & 0xffff)
  const carried = Math.floor(middle / 0x10000) + (p01 >>> 16)
  high = (a1 * b1 + carried + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0
}

function add(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const sum = (aLow >>> 0) + (bLow >>> 0)
  low = sum | 0
  high = (aHigh + bHigh + (sum > 0xffffffff ? 1 : 0)) | 0
}

function rotate(aHigh: number, aLow: number, by: number): void {
  const n = by & 31
  // A rotation by 32 or more swaps the halves.
  const h = by < 32 ? aHigh : aLow
  const l = by < 32 ? aLow : aHigh
  high = (h << n) | (l >>> (32 - n))
  low = (l << n) | (h >>> (32 - n))
}

const c1High = 0x87c37b91 | 0
const c1Low = 0x114253d5
const c2High = 0x4cf5ad43
const c2Low = 0x2745937f

/** The sixteen bytes of both halves, each in little-endian order, as in the API. */
export function createMurmur128(): PieceHash {
  let h1High = 0
  let h1Low = 0
  let h2High = 0
  let h2Low = 0

  function mixFirst(kHigh: number, kLow: number) {
    multiply(kHigh, kLow, c1High, c1Low)
    rotate(high, low, 31)
    multiply(high, low, c2High, c2Low)
    h1High ^= high
    h1Low ^= low
  }
  function mixSecond(kHigh: number, kLow: number) {
    multiply(kHigh, kLow, c2High, c2Low)
    rotate(high, low, 33)
    multiply(high, low, c1High, c1Low)
    h2High ^= high
    h2Low ^= low
  }

  const blocks = inBlocks(16, (bytes, at) => {
    mixFirst(word(bytes, at + 4), word(bytes, at))
    rotate(h1High, h1Low, 27)
    add(high, low, h2High, h2Low)
    multiply(high, low, 0, 5)
    add(high, low, 0, 0x52dce729)
    h1High = high
    h1Low = low
    mixSecond(word(bytes, at + 12), word(bytes, at + 8))
    rotate(h2High, h2Low, 31)
    add(high, low, h1High, h1Low)
    multiply(high, low, 0, 5)
    add(high, low, 0, 0x38495ab5)
    h2High = high
    h2Low = low
  })

  return {
    update: blocks.update,
    digest() {
      const { rest, held, length } = blocks
      rest.fill(0, held)
      if (held > 8) mixSecond(word(rest, 12), word(rest, 8))
      if (held > 0) mixFirst(word(rest, 4), word(rest, 0))
      const lengthHigh = Math.floor(length / 0x1_0000_0000)
      const lengthLow = length | 0
      add(h1High ^ lengthHigh, h1Low ^ lengthLow, h2High ^ lengthHigh, h2Low ^ lengthLow)
      const sum = [high, low] as const
      add(sum[0], sum[1], h2High ^ lengthHigh, h2Low ^ lengthLow)
      const other = [high, low] as const
      finish64(sum[0], sum[1])
      const first = [high, low] as const
      finish64(other[0], other[1])
      const second = [high, low] as const
      add(first[0], first[1], second[0], second[1])
      const bytes = new Uint8Array(16)
      const view = new DataView(bytes.buffer)
      view.setInt32(0, low, true)
      view.setInt32(4, high, true)
      add(high, low, second[0], second[1])
      view.setInt32(8, low, true)
      view.setInt32(12, high, true)
      return hexOf(bytes)
    },
  }
}

function finish64(aHigh: number, aLow: number): void {
  // Shift right by 33: the high half, shifted by one, moves into the low half.
  const l = aLow ^ (aHigh >>> 1)
  multiply(aHigh, l, 0xff51afd7 | 0, 0xed558ccd | 0)
  low ^= high >>> 1
  multiply(high, low, 0xc4ceb9fe | 0, 0x1a85ec53)
  low ^= high >>> 1
}
