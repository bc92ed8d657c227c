import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCycle } from './rule-links.ts'

const links = (...pairs: [number, number][]) => pairs.map(([fromIndex, toIndex]) => ({ fromIndex, toIndex }))

test('branches that meet again are no circle', () => {
  assert.equal(findCycle(4, links([0, 1], [0, 2], [1, 3], [2, 3], [0, 3])), null)
  assert.equal(findCycle(0, []), null)
})

test('a circle is found wherever it is and named in order', () => {
  assert.deepEqual(findCycle(4, links([0, 1], [1, 2], [2, 3], [3, 1])), [1, 2, 3])
  assert.deepEqual(findCycle(5, links([0, 1], [3, 4], [4, 3])), [3, 4])
  assert.deepEqual(findCycle(2, links([0, 1], [1, 1])), [1])
})

test('a long chain needs no stack', () => {
  const long = Array.from({ length: 100_000 }, (_, i) => ({ fromIndex: i, toIndex: i + 1 }))
  assert.equal(findCycle(100_001, long), null)
  assert.equal(findCycle(100_001, [...long, { fromIndex: 100_000, toIndex: 0 }])?.length, 100_001)
})
