import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import { createRest } from '@sonde/client/rest/rest'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runBulk } from './run-bulk.ts'

const rows = Array.from({ length: 250 }, (_, at) => at)

test('a failure is reported with its row, the others continue', async () => {
  const result = await runBulk([1, 2, 3, 4, 5, 6], async (row) => {
    if (row === 2) throw new Error('has entity views')
  })
  expect(result).toEqual({ done: [1, 3, 4, 5, 6], failures: [{ row: 2, message: 'has entity views' }], undo: [] })
})

test('at most a hundred run at a time', async () => {
  let running = 0
  let most = 0
  await runBulk(rows, async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
  })
  expect(most).toBe(100)
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
  expect(undo.length).toBe(250)
  await undo[0]?.({})
  expect([...value.values()].filter((one) => one === 'as before').length).toBe(1)
  expect(value.get(249)).toBe('as before')
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

interface SentBatch {
  readonly requests: readonly { readonly method: string; readonly path: string }[]
}

/** A server that answers batches; calls of `rejected` devices fail. */
function batchingServer(rejected: string) {
  const sent: { readonly path: string; readonly count: number }[] = []
  const fetch = vi.fn(async (input: string | URL | Request, init: RequestInit = {}) => {
    const { requests } = JSON.parse(String(init.body)) as SentBatch
    sent.push({ path: String(input), count: requests.length })
    const responses = requests.map(({ path }) =>
      path.endsWith(rejected) ? { status: 400, body: { message: 'It has entity views.' } } : { status: 200 },
    )
    return new Response(JSON.stringify({ responses }))
  })
  vi.stubGlobal('fetch', fetch)
  onTestFinished(() => void vi.unstubAllGlobals())
  const session = { accessToken: async () => 'token' } as unknown as Parameters<typeof createRest>[0]['session']
  const rest = createRest({ baseUrl: 'http://server', fetch, session })
  return { sent, devices: createDeviceCalls(rest) }
}

test('a thousand rows are changed by ten requests, and changed back by ten', async () => {
  const { sent, devices } = batchingServer('/id-7')
  const many = Array.from({ length: 1000 }, (_, at) => `id-${at}`)
  const seen: number[] = []
  const { done, failures, undo } = await runBulk(
    many,
    async (id, how) => {
      await devices.delete(id, how)
      return (undoing: typeof how) => devices.delete(id, undoing)
    },
    { onProgress: (progress) => seen.push(progress.done) },
  )
  expect(done.length).toBe(999)
  expect(failures).toEqual([{ row: 'id-7', message: 'It has entity views.' }])
  expect(sent).toEqual(Array(10).fill({ path: 'http://server/api/v2/batch', count: 100 }))
  expect(seen[0]).toBe(0)

  sent.length = 0
  expect((await runBulk(undo, (one, how) => one(how))).failures).toEqual([])
  expect(sent.map(({ count }) => count)).toEqual([...Array(9).fill(100), 99])
})

test('stopping lets the calls of a batch end and begins no other', async () => {
  const { sent, devices } = batchingServer('none')
  const stop = new AbortController()
  const { done } = await runBulk(
    rows.map((at) => `id-${at}`),
    async (id, how) => {
      if (id === 'id-3') stop.abort()
      await devices.delete(id, how)
    },
    { signal: stop.signal },
  )
  expect(done.length).toBe(100)
  expect(sent.length).toBe(1)
})
