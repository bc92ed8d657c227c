import { expect, onTestFinished, test, vi } from 'vitest'
import { runBulk } from './run-bulk.ts'

const rows = Array.from({ length: 20 }, (_, at) => at)

test('a failure is reported with its row, the others continue', async () => {
  const result = await runBulk([1, 2, 3, 4, 5, 6], async (row) => {
    if (row === 2) throw new Error('has entity views')
  })
  expect(result).toEqual({ done: [1, 3, 4, 5, 6], failures: [{ row: 2, message: 'has entity views' }], undo: [] })
})

test('at most four run at a time', async () => {
  let running = 0
  let most = 0
  await runBulk(rows, async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
  })
  expect(most).toBe(4)
})

test('progress begins at zero and is not reported for each of many rows', async () => {
  const seen: number[] = []
  await runBulk(
    Array.from({ length: 5_000 }, (_, at) => at),
    async () => {},
    { onProgress: ({ done, total }) => seen.push(done / total) },
  )
  expect(seen[0]).toBe(0)
  expect(seen.length).toBeLessThan(500)
})

test('once stopped, no further row begins', async () => {
  const stop = new AbortController()
  const { done } = await runBulk(
    rows,
    async (row) => {
      if (row === 3) stop.abort()
    },
    { signal: stop.signal },
  )
  expect(done.length).toBeLessThan(rows.length)
  expect(done).toContain(3)
})

test('what a row answers takes it back, the last first', async () => {
  const value = new Map<number, string>()
  const { undo } = await runBulk(rows, async (row) => {
    value.set(row, 'changed')
    return async () => value.set(row, 'as before')
  })
  expect(undo.length).toBe(20)
  await undo[0]?.()
  expect([...value.values()].filter((one) => one === 'as before').length).toBe(1)
  expect(value.get(19)).toBe('as before')
})

test('progress catches up while rows wait, and ends with the run', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const seen: number[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const run = runBulk(
    rows,
    async (row) => {
      if (row >= 8) await held
    },
    { onProgress: ({ done }) => seen.push(done) },
  )
  await vi.runAllTimersAsync()
  expect(seen.at(-1)).toBe(8)
  release()
  await run
  expect(vi.getTimerCount()).toBe(0)
})
