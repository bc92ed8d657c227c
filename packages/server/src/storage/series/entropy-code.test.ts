import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { packBytes, unpackBytes } from './entropy-code.ts'
import { createPacker, createUnpacker } from './packed-columns.ts'

function pack(bytes: Uint8Array, thorough = false): Uint8Array {
  const packer = createPacker(thorough)
  packBytes(packer, bytes, thorough)
  return packer.drain()
}

/** Bytes with few or all values, uniform or skewed, repetitive or not. */
const columns = fc
  .record({
    length: fc.oneof(fc.nat(40), fc.nat(4000)),
    values: fc.integer({ min: 1, max: 256 }),
    first: fc.nat(255),
    slant: fc.constantFrom(0, 1, 3, 12),
    seed: fc.integer(),
    period: fc.constantFrom(0, 1, 7, 100),
  })
  .map(({ length, values, first, slant, seed, period }) => {
    let state = seed | 1
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return state / 0x80000000
    }
    const bytes = Uint8Array.from({ length }, () => (first + Math.floor(random() ** (slant + 1) * values)) % 256)
    return period > 0 ? bytes.map((_, i) => bytes[i % period] as number) : bytes
  })

test('packed bytes come back as they were', () => {
  fc.assert(
    fc.property(columns, fc.boolean(), (bytes, thorough) => {
      assert.deepEqual(
        Buffer.from(unpackBytes(createUnpacker(pack(bytes, thorough)), bytes.length)),
        Buffer.from(bytes),
      )
    }),
    { numRuns: 500 },
  )
})

test('columns of bytes take about what their entropy says', () => {
  let state = 1
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const flat = Uint8Array.from({ length: 4000 }, () => 20 + Math.floor(random() * 21))
  assert.ok(pack(flat).length < (4000 * Math.log2(21)) / 8 + 20)
  const rare = Uint8Array.from({ length: 4000 }, () => (random() < 0.01 ? 1 : 0))
  assert.ok(pack(rare).length < 70, `${pack(rare).length}`)
  assert.equal(pack(new Uint8Array(4000).fill(7)).length, 2)
})

test('bytes that are no packed column are refused or read, nothing else', () => {
  fc.assert(
    fc.property(columns, fc.nat(), fc.nat(255), (bytes, place, byte) => {
      const broken = pack(bytes)
      broken[place % broken.length] = byte
      for (const hostile of [broken, broken.subarray(0, place % broken.length)]) {
        try {
          unpackBytes(createUnpacker(hostile), bytes.length)
        } catch (error) {
          assert.ok(error instanceof Error)
        }
      }
    }),
    { numRuns: 500 },
  )
})
