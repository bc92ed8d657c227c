import { expect, test } from 'vitest'
import { runBulk } from './run-bulk.ts'

test('a failure is told for its row, the others go on', async () => {
  const seen: number[] = []
  const result = await runBulk(
    [1, 2, 3, 4, 5, 6],
    async (row) => {
      if (row === 2) throw new Error('has entity views')
    },
    (progress) => seen.push(progress.done),
  )
  expect(result).toEqual({ total: 6, done: 6, failures: [{ row: 2, message: 'has entity views' }] })
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('at most four run at a time', async () => {
  let running = 0
  let most = 0
  await runBulk(
    Array.from({ length: 20 }, (_, at) => at),
    async () => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
    },
    () => {},
  )
  expect(most).toBe(4)
})
