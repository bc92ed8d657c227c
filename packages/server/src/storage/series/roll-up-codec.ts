/**
 * Encoding of a roll-up block: statistics of the points in consecutive buckets of one width.
 *
 *     body := version u8, flags u8 (1: expiries), count varint, first bucket, stats (packed bytes), then as numbers:
 *             distances between buckets, points, sums, minimums, maximums, (first expiries)
 *
 * Buckets are aligned to the clock (their start is a multiple of the width); empty ones are omitted.
 */

import type { ChunkHeader } from './chunk-codec.ts'
import { Stats } from './chunk-codec.ts'
import { packBytes, unpackBytes } from './entropy-code.ts'
import { createPacker, createUnpacker } from './packed-columns.ts'
import { NEVER } from './points-batch.ts'

/** Statistics of the points in [start, start + width), as in a chunk's header. */
export interface Bucket extends Pick<ChunkHeader, 'n' | 'stats' | 'min' | 'max' | 'sum' | 'expiresFirst'> {
  readonly start: number
}

export interface RollUps {
  readonly length: number
  /** Epoch ms, ascending. */
  readonly starts: Float64Array
  readonly n: Float64Array
  readonly stats: Uint8Array
  readonly min: Float64Array
  readonly max: Float64Array
  readonly sum: Float64Array
  /** When the first point of each bucket expires, which invalidates the bucket; null: none expires. */
  readonly expiresFirst: Float64Array | null
}

const bodyVersion = 1
const expiryFlag = 1
const bucketsMax = 2 ** 20
const packer = createPacker(true)

export function bucketAt(rollUps: RollUps, index: number): Bucket {
  return {
    start: rollUps.starts[index] as number,
    n: rollUps.n[index] as number,
    stats: rollUps.stats[index] as number,
    min: rollUps.min[index] as number,
    max: rollUps.max[index] as number,
    sum: rollUps.sum[index] as number,
    expiresFirst: rollUps.expiresFirst ? (rollUps.expiresFirst[index] as number) : NEVER,
  }
}

/** Packs buckets that are `level` ms wide, in ascending order. */
export function encodeRollUps(buckets: readonly Bucket[], level: number): Uint8Array<ArrayBuffer> {
  const expires = buckets.some(({ expiresFirst }) => expiresFirst !== NEVER)
  packer.byte(bodyVersion)
  packer.byte(expires ? expiryFlag : 0)
  packer.varint(buckets.length)
  const places = buckets.map(({ start }) => start / level)
  packer.numbers(places.slice(0, 1))
  packer.numbers(places.map((place, i) => (i === 0 ? 1 : place - (places[i - 1] as number))))
  packBytes(
    packer,
    Uint8Array.from(buckets, ({ stats }) => stats),
    true,
  )
  packer.numbers(buckets.map(({ n }) => n))
  packer.numbers(shortSums(buckets))
  packer.numbers(buckets.map(({ min }) => min))
  packer.numbers(buckets.map(({ max }) => max))
  if (expires) packer.numbers(buckets.map(({ expiresFirst }) => expiresFirst))
  return packer.drain()
}

/** Tolerated relative change of a sum: less than a different order of addition would cause. */
const sumNoise = 1e-15

/** Rounds sums to few decimals: they contain rounding noise (0.1 + 0.2), and rounded they take a third of the bytes. */
function shortSums(buckets: readonly Bucket[]): number[] {
  const sums = buckets.map(({ sum }) => sum)
  for (const scale of [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]) {
    const short = sums.map((sum) => Math.round(sum * scale) / scale)
    const isNear = ({ sum, stats }: Bucket, i: number) =>
      Math.abs((short[i] as number) - sum) <= (stats === Stats.DOUBLES ? Math.abs(sum) * sumNoise : 0)
    if (buckets.every(isNear)) return short
  }
  return sums
}

/** Decodes a body. Throws if the bytes are invalid. */
export function decodeRollUps(body: Uint8Array, level: number): RollUps {
  const unpacker = createUnpacker(body)
  const version = unpacker.byte()
  if (version !== bodyVersion) throw new Error(`Roll-ups of version ${version} are unknown.`)
  const flags = unpacker.byte()
  const length = unpacker.varint()
  if (length > bucketsMax) throw new Error(`A block of ${length} roll-ups is too long.`)
  const [first = 0] = unpacker.numbers(Math.min(length, 1))
  const starts = unpacker.numbers(length)
  let place = first - (starts[0] ?? 0)
  for (let i = 0; i < length; i++) {
    place += starts[i] as number
    starts[i] = place * level
  }
  return {
    length,
    starts,
    stats: unpackBytes(unpacker, length),
    n: unpacker.numbers(length),
    sum: unpacker.numbers(length),
    min: unpacker.numbers(length),
    max: unpacker.numbers(length),
    expiresFirst: flags & expiryFlag ? unpacker.numbers(length) : null,
  }
}

/** Accumulates the statistics of a bucket. */
export interface BucketBuilder {
  add(n: number, stats: number, min: number, max: number, sum: number, expiresFirst: number): void
  /** Returns the bucket and resets the builder; null: nothing was added. */
  take(start: number): Bucket | null
}

export function createBucketBuilder(): BucketBuilder {
  let points = 0
  let kind: number = Stats.LONGS
  let least = 0
  let greatest = 0
  let total = 0
  let expires = NEVER

  function reset() {
    points = 0
    kind = Stats.LONGS
    least = Number.POSITIVE_INFINITY
    greatest = Number.NEGATIVE_INFINITY
    total = 0
    expires = NEVER
  }
  reset()

  return {
    add(n, stats, min, max, sum, expiresFirst) {
      points += n
      if (expiresFirst < expires) expires = expiresFirst
      if (stats === Stats.NONE || kind === Stats.NONE) kind = Stats.NONE
      else {
        if (stats === Stats.DOUBLES) kind = Stats.DOUBLES
        if (min < least) least = min
        if (max > greatest) greatest = max
        total += sum
        // A LONG sum is only valid if it is exact.
        if (kind === Stats.LONGS && !Number.isSafeInteger(total)) kind = Stats.NONE
      }
    },
    take(start) {
      if (points === 0) return null
      if (!Number.isFinite(total)) kind = Stats.NONE
      const bucket: Bucket =
        kind === Stats.NONE
          ? { start, n: points, stats: kind, min: 0, max: 0, sum: 0, expiresFirst: expires }
          : { start, n: points, stats: kind, min: least, max: greatest, sum: total, expiresFirst: expires }
      reset()
      return bucket
    },
  }
}
