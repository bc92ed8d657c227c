import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksumAlgorithms } from '@sonde/model/ota-packages/ota-package'
import fc from 'fast-check'
import { createChecksum } from './checksums.ts'

const hashOf = (algorithm: (typeof checksumAlgorithms)[number], ...pieces: readonly Uint8Array[]) => {
  const checksum = createChecksum(algorithm)
  for (const piece of pieces) checksum.update(piece)
  return checksum.digest()
}

test('checksums are those that are known of known texts, the lowest byte of CRC32 and Murmur first', () => {
  const known = {
    hello: {
      MD5: '5d41402abc4b2a76b9719d911017c592',
      SHA256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      CRC32: '86a61036',
      MURMUR3_32: '47fa8b24',
      MURMUR3_128: '029bbd41b3a7d8cb191dae486a901e5b',
    },
    'The quick brown fox jumps over the lazy dog': {
      MD5: '9e107d9d372bb6826bd81d3542a419d6',
      CRC32: '39a34f41',
      MURMUR3_32: '23f74f2e',
      MURMUR3_128: '6c1b07bc7bbc4be347939ac4a93c437a',
    },
    '': { MD5: 'd41d8cd98f00b204e9800998ecf8427e', CRC32: '00000000', MURMUR3_32: '00000000' },
  } as const
  for (const [text, checksums] of Object.entries(known)) {
    for (const [algorithm, expected] of Object.entries(checksums)) {
      assert.equal(hashOf(algorithm as keyof typeof checksums, Buffer.from(text)), expected, `${algorithm} of ${text}`)
    }
  }
  assert.equal(hashOf('SHA384', Buffer.from('')).length, 96)
  assert.equal(hashOf('SHA512', Buffer.from('')).length, 128)
})

test('the pieces in which a file comes do not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 8 }), (pieces) => {
      const whole = Buffer.concat(pieces)
      for (const algorithm of checksumAlgorithms) assert.equal(hashOf(algorithm, ...pieces), hashOf(algorithm, whole))
    }),
  )
})

/** Plain implementation of the specification, with 64-bit numbers. */
function slowMurmur128(bytes: Uint8Array): string {
  const mask = (1n << 64n) - 1n
  const rotl = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & mask
  const c1 = 0x87c37b91114253d5n
  const c2 = 0x4cf5ad432745937fn
  const final = (x: bigint) => {
    let k = x
    k = ((k ^ (k >> 33n)) * 0xff51afd7ed558ccdn) & mask
    k = ((k ^ (k >> 33n)) * 0xc4ceb9fe1a85ec53n) & mask
    return k ^ (k >> 33n)
  }
  const view = Buffer.concat([bytes, Buffer.alloc(16)])
  const blocks = Math.floor(bytes.length / 16)
  let h1 = 0n
  let h2 = 0n
  const mix1 = (k: bigint) => (rotl((k * c1) & mask, 31n) * c2) & mask
  const mix2 = (k: bigint) => (rotl((k * c2) & mask, 33n) * c1) & mask
  for (let i = 0; i < blocks; i++) {
    h1 = (((rotl(h1 ^ mix1(view.readBigUInt64LE(i * 16)), 27n) + h2) & mask) * 5n + 0x52dce729n) & mask
    h2 = (((rotl(h2 ^ mix2(view.readBigUInt64LE(i * 16 + 8)), 31n) + h1) & mask) * 5n + 0x38495ab5n) & mask
  }
  const rest = bytes.length - blocks * 16
  if (rest > 8) h2 ^= mix2(view.readBigUInt64LE(blocks * 16 + 8))
  if (rest > 0) h1 ^= mix1(view.readBigUInt64LE(blocks * 16))
  const length = BigInt(bytes.length)
  h1 ^= length
  h2 ^= length
  h1 = (h1 + h2) & mask
  h2 = (h2 + h1) & mask
  h1 = final(h1)
  h2 = final(h2)
  h1 = (h1 + h2) & mask
  h2 = (h2 + h1) & mask
  const out = Buffer.alloc(16)
  out.writeBigUInt64LE(h1)
  out.writeBigUInt64LE(h2, 8)
  return out.toString('hex')
}

test('Murmur in halves is Murmur in wholes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      assert.equal(hashOf('MURMUR3_128', bytes), slowMurmur128(bytes))
    }),
    { numRuns: 300 },
  )
})
