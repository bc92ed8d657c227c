import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeCheckpoint, decodeDone, encodeCheckpoint, encodeDone } from './progress.ts'

const seq = fc.integer({ min: 1, max: 2 ** 48 })
const near = fc.integer({ min: 1, max: 200 })

test('a checkpoint comes back as it was, runs and gaps', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(near, seq)), seq, (seqs, nextSeq) => {
      const undone = seqs.sort((a, b) => a - b)
      assert.deepEqual(decodeCheckpoint(encodeCheckpoint(nextSeq, undone)), { nextSeq, undone })
    }),
  )
})

test('what was done comes back in its order', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(near, seq), { minLength: 1 }), (done) => {
      assert.deepEqual(decodeDone(encodeDone(done)), done)
    }),
  )
})

test('twenty thousand messages behind one slow one take a few bytes', () => {
  const undone = [5, ...Array.from({ length: 20_000 }, (_, i) => 1_000_000 + i)]
  assert.ok(encodeCheckpoint(1_020_000, undone).length < 24)
})
