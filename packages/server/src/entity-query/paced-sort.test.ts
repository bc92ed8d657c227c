import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pacedSort } from './paced-sort.ts'

const compare = (a: number, b: number) => a - b

/** Pseudorandom numbers, the same in every run. */
function numbers(count: number): number[] {
  let seed = 7
  return Array.from({ length: count }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % 100_000
  })
}

test('sorts as a sort does, of any length, and cuts', async () => {
  const turns = { isOver: false, next: async () => {} }
  for (const count of [0, 1, 2, 1023, 1024, 1025, 5000, 30_001]) {
    const items = numbers(count)
    const sorted = items.toSorted(compare)
    for (const max of [0, 1, 10, 1024, 4000, 100_000]) {
      assert.deepEqual(await pacedSort([...items], compare, max, turns), sorted.slice(0, max), `${count}, ${max}`)
    }
  }
})

test('lets others go on', async () => {
  let requested = 0
  let went = 0
  const turns = {
    get isOver() {
      requested++
      return requested % 10 === 0
    },
    next: async () => void went++,
  }
  await pacedSort(numbers(100_000), compare, 100_000, turns)
  assert.ok(requested > 300 && went > 30, `${requested}, ${went}`)
})
